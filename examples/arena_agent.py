"""An agent that learned with examples/train.py, as a program that plays in the arena.

sixfold arena greedy "cmd:python examples/arena_agent.py agent.zip" --game hex-solo --time-limit 60

It speaks the engine protocol of docs/engine.md; any agent that takes observations and masks can do the same.
"""

import json
import sys
from typing import Any

import torch
from learning import WaysPolicy  # noqa: F401  (what is loaded is made of it)
from sb3_contrib import MaskablePPO

from sixfold.envs import mask_of, move_of, observation_of
from sixfold.notation import parse_position

torch.set_num_threads(1)
model = MaskablePPO.load(sys.argv[1], device="cpu")
for line in sys.stdin:
    request = json.loads(line)
    answer: dict[str, Any] = {"id": request["id"]}
    if "position" in request:
        view = parse_position(request["position"])
        action, _ = model.predict(observation_of(view), action_masks=mask_of(view), deterministic=True)
        answer["moves"] = [{"move": str(move_of(view, int(action)))}]
    else:  # a greeting
        answer["name"] = "MaskablePPO"
    print(json.dumps(answer), flush=True)
