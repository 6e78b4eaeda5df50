"""Fitting the networks to what self-play has shown, by gradient descent (JAX and Optax)."""

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import optax

from sixfold.bots.kernel.memory import NETWORK
from sixfold.bots.kernel.policy import SOLO_SLOPE
from sixfold.core.records import Record, new_record
from sixfold.core.rules import Rules

from .settings import Settings

Parameters = dict[str, Any]
Array = np.ndarray[Any, np.dtype[Any]]
_SCREEN: Final = [name for name in NETWORK.names or () if name.startswith("half_")]
_VALUE: Final = [name for name in NETWORK.names or () if not name.startswith("half_")]
_LOGITS: Final = 6.0  # a finished game's logit is cut off here


def first_network(seed: int) -> Record:
    """A network that knows nothing, with a screen that takes points, those in low colours first."""
    rng = np.random.default_rng(seed)
    network = new_record(NETWORK)
    for name in ("colour_weights", "second_weights", "table_weights", "half_weights"):
        weights = getattr(network, name)
        weights[...] = rng.normal(0, np.sqrt(2 / len(weights)), weights.shape)
    network.half_direct[0] = 1
    network.half_direct[3] = -0.7
    return network


def value_of(p: Parameters, colours: Any, table: Any) -> Any:
    """The logits of a batch of positions: the same network as `sixfold.bots.kernel.network`."""
    hidden = jax.nn.relu(colours @ p["colour_weights"] + p["colour_bias"])
    second = jax.nn.relu(hidden @ p["second_weights"] + p["second_bias"])
    pooled = jnp.concatenate([second.sum(1), second.max(1), table], 1)
    last = jax.nn.relu(pooled @ p["table_weights"] + p["table_bias"])
    return last @ p["out_weights"] + p["out_bias"][0]


def screen_of(p: Parameters, halves: Any) -> Any:
    """The screen's scores of a batch of placements."""
    hidden = jax.nn.relu(halves @ p["half_weights"] + p["half_bias"])
    return (hidden @ p["half_out"] + halves @ p["half_direct"]).sum(-1)


def _value_loss(p: Parameters, batch: tuple[Any, ...]) -> Any:
    colours, table, share = batch
    return optax.sigmoid_binary_cross_entropy(value_of(p, colours, table), share).mean()


def _solo_loss(p: Parameters, batch: tuple[Any, ...]) -> Any:
    """Alone the value is the share on a straight line: see `sixfold.bots.kernel.policy.value_of_share`."""
    colours, table, share = batch
    return optax.huber_loss(value_of(p, colours, table), SOLO_SLOPE * (share - 0.5)).mean()


def _screen_loss(p: Parameters, batch: tuple[Any, ...]) -> Any:
    """Only differences within a position count, and those among its better placements most."""
    halves, values = batch
    scores = screen_of(p, halves)
    weights = jax.nn.softmax(values, axis=1)
    gaps = (
        scores
        - (weights * scores).sum(1, keepdims=True)
        - (values - (weights * values).sum(1, keepdims=True))
    )
    return (weights * gaps**2).sum(1).mean()


def _fit(
    p: Parameters, loss: Any, data: tuple[Array, ...], batch: int, steps: int, rate: float, seed: int
) -> tuple[Parameters, float]:
    """Take so many steps of descent; returns the mean loss of the last fifth of them."""
    optimiser = optax.adamw(optax.cosine_decay_schedule(rate, steps, 0.01), weight_decay=1e-4)

    @jax.jit
    def step(p: Parameters, state: Any, batch: tuple[Any, ...]) -> tuple[Parameters, Any, Any]:
        value, gradient = jax.value_and_grad(loss)(p, batch)
        updates, state = optimiser.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, value

    state = optimiser.init(p)
    rng = np.random.default_rng(seed)
    losses: list[Any] = []
    for _ in range(steps):
        chosen = rng.integers(len(data[0]), size=batch)
        p, state, value = step(p, state, tuple(part[chosen] for part in data))
        losses.append(value)
    return p, float(np.mean([float(value) for value in losses[-steps // 5 :]]))


def _parameters(network: Record, names: list[str]) -> Parameters:
    return {name: jnp.array(getattr(network, name)) for name in names}


def _store(p: Parameters, network: Record) -> None:
    for name, array in p.items():
        getattr(network, name)[...] = array


def fit_value(network: Record, samples: Array, rules: Rules, settings: Settings, seed: int) -> float:
    """Teach the value to foresee the outcomes; returns the mean loss at the end."""
    data = samples["colours"][:, : len(rules.colours)], samples["table"], samples["share"]
    p = _parameters(network, _VALUE)
    loss_of = _solo_loss if rules.players == 1 else _value_loss
    p, loss = _fit(p, loss_of, data, settings.batch, settings.steps, settings.rate, seed)
    _store(p, network)
    return loss


def fit_screen(network: Record, placements: Array, settings: Settings, seed: int) -> float:
    """Teach the screen to order placements as the value does; returns the mean loss at the end."""
    tries = settings.screen_tries
    groups = len(placements) // tries
    halves = placements["halves"][: groups * tries].reshape(groups, tries, 2, -1)
    values = np.clip(placements["value"][: groups * tries].reshape(groups, tries), -_LOGITS, _LOGITS)
    p = _parameters(network, _SCREEN)
    p, loss = _fit(p, _screen_loss, (halves, values), 64, settings.screen_steps, settings.rate, seed)
    _store(p, network)
    return loss
