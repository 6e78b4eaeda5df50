"""A bot that is a program of its own: it speaks the engine protocol and plays any legal move.

Try it: `sixfold arena greedy "cmd:python examples/external_bot.py" --game cards`. See docs/engine.md.
"""

import json
import random
import sys
from typing import Any

from sixfold.notation import parse_position

for line in sys.stdin:
    request = json.loads(line)
    answer: dict[str, Any] = {"id": request["id"]}
    if "position" in request:
        position = parse_position(request["position"])
        move = random.Random(request["seed"]).choice(position.legal_moves())
        answer["moves"] = [{"move": str(move)}]
    else:  # a greeting
        answer["name"] = "any legal move"
    print(json.dumps(answer), flush=True)
