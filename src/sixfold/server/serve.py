"""`sixfold serve`: from settings to a running server, and to its end."""

import asyncio
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import uvicorn

from ..core.errors import SixfoldError
from .garbage import collect_garbage
from .house.house import House
from .logs import note, note_failure, write_logs
from .metrics import Metrics
from .pool.pool import BotPool, PoolLimits
from .settings import Settings
from .store.interface import Writing
from .store.sqlite import SqliteStore
from .web.app import make_app
from .web.guests import Guests
from .web.lines import Lines
from .web.site import Allowances, Site
from .web.wire import HttpWire, Outbox, SocketWire

_BACKLOG = 4096
_SEND_BUFFER = 64 * 1024
_SPARE_CONNECTIONS = 1000
"""Besides those that stay open: requests that come and go."""


class ServeError(SixfoldError):
    """The server cannot start."""


def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until somebody says stop (SIGTERM, Ctrl-C). `announce` is told the address once it answers."""
    listener = listen(settings.host, settings.port)
    write_logs(settings.log_level)
    _allow_many_files()
    # uvicorn raises the signal that stopped it once more when all is closed: nothing is left to stop then.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: None)
    with listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listener, announce))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or an error that says which address is the trouble."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit these. What waits for a slow reader should wait where it is counted, and not
        # fill megabytes of the system's memory; and who acknowledges nothing for half a minute has gone.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        raise ServeError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return listener


def _allow_many_files() -> None:
    """Every connection is an open file, and the usual limit is a thousand."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        from uvloop import new_event_loop
    except ImportError:  # there is none for Windows
        return None
    return new_event_loop


async def _serve(settings: Settings, listener: socket.socket, announce: Callable[[str], None]) -> None:
    metrics = Metrics()
    store = await open_store(settings, metrics)
    pool = BotPool(PoolLimits(workers=settings.bots)) if settings.bots else None
    site = Site(
        settings=settings,
        store=store,
        pool=pool,
        house=House(store, pool),
        guests=Guests(store, settings.code_seconds),
        metrics=metrics,
        allowances=Allowances(settings.limits, metrics),
        lines=Lines(settings.limits, metrics),
    )
    watch(site)
    try:
        if pool is not None:
            await pool.start()
        await site.house.open()
        host, port = listener.getsockname()[:2]
        url = settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"
        server = _Server(_config(site), site, lambda: announce(url))
        chores = [asyncio.create_task(_reap(site)), asyncio.create_task(collect_garbage())]
        await server.serve(sockets=[listener])
        for chore in chores:
            chore.cancel()
    finally:
        if pool is not None:
            await pool.close()
        await store.close()
        note("stopped")


class MeasuredStore(SqliteStore):
    """The store, with its commits timed."""

    metrics: Metrics

    async def append(self, writing: Writing) -> None:
        """Write all of it durably, or nothing."""
        with self.metrics.commit_seconds.time():
            await super().append(writing)


async def open_store(settings: Settings, metrics: Metrics) -> MeasuredStore:
    """The store in the data folder, or an error that says what is wrong with the folder."""
    try:
        store = await MeasuredStore.open(settings.data)
    except OSError as error:
        raise ServeError(f"cannot use the data folder {settings.data}: {error.strerror or error}") from None
    assert isinstance(store, MeasuredStore)
    store.metrics = metrics
    return store


def watch(site: Site) -> None:
    """Gauges: how many there are of what."""
    metrics, pool = site.metrics, site.pool
    metrics.watch("connections", "Live connections open now.", lambda: len(site.lines))
    metrics.watch("tables", "Tables in memory.", lambda: site.house.tables_in_memory)
    if pool is not None:
        metrics.watch("bot_workers_ready", "Bot processes that have warmed up.", lambda: pool.state.ready)
        metrics.watch(
            "bot_queue", "Bots' moves waiting or being thought about.", lambda: pool.state.waiting["move"]
        )
        metrics.watch("bot_answers", "Bots' tasks answered so far.", lambda: pool.state.answered)
        metrics.watch("bot_cpu_seconds", "Computing by bots so far.", lambda: pool.state.cpu)
        metrics.watch("bot_failures", "Bots' tasks without an answer so far.", lambda: pool.state.failed)


def _config(site: Site) -> uvicorn.Config:
    settings = site.settings
    HttpWire.head_seconds = settings.request_seconds
    return uvicorn.Config(
        make_app(site),
        http=HttpWire,
        ws=partial(SocketWire, Outbox()),  # type: ignore[arg-type] # it is called as the class would be
        ws_max_size=settings.limits.message_bytes,
        # Clients ping by messages, since pages cannot see a protocol's pings; see docs/protocol.md.
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        limit_concurrency=settings.limits.sockets + _SPARE_CONNECTIONS,
        timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
    )


class _Server(uvicorn.Server):
    """uvicorn, with an announcement when it answers and a farewell before it closes."""

    def __init__(self, config: uvicorn.Config, site: Site, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._site = site
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        note("started", port=sockets[0].getsockname()[1] if sockets else None)
        self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everyone when to come back and finish what is being written; then close."""
        site = self._site
        site.stopping = True
        note("stopping", connections=len(site.lines))
        try:
            async with asyncio.timeout(site.settings.stop_seconds):
                await site.house.close(site.settings.restart_seconds * 1000)
        except TimeoutError as error:
            note_failure("stop_took_too_long", error)
        for line in site.lines:
            if line.kind == "stream":  # uvicorn closes sockets, but would wait for streams
                line.hang_up()
        await super().shutdown(sockets)


async def _reap(site: Site) -> None:
    while True:
        await asyncio.sleep(site.settings.reap_seconds / 10)
        site.lines.reap(site.settings.reap_seconds)
