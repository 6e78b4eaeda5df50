"""Garbage in cycles, collected in small portions.

Python looks through everything that it holds for garbage, again and again; with thousands of connections that
takes half a second in which nobody is answered. Here it is done all the time, for what has just come: what
is still in use then is put aside (`gc.freeze`) and not looked at again. Connections take care not to turn
into such garbage later (`wire`); should something else do so, it is found once very much has been put aside.
"""

import asyncio
import gc
from typing import Final

_SECONDS: Final = 0.2  # between two looks, each of which takes a millisecond or two
_LOOKS: Final = 150  # until what was put aside is counted, which takes some time, too
_MUCH: Final = 1_000_000  # objects beyond twice as many as there were: some 100 MB


async def collect_garbage() -> None:
    """Collect garbage for as long as the server runs, instead of Python."""
    gc.disable()
    try:
        most = 0
        while True:
            if gc.get_freeze_count() >= most:
                gc.unfreeze()
                gc.collect()
                gc.freeze()
                most = 2 * gc.get_freeze_count() + _MUCH
            for _ in range(_LOOKS):
                await asyncio.sleep(_SECONDS)
                gc.collect(1)  # all that is not put aside is young
                gc.freeze()
    finally:
        gc.unfreeze()
        gc.enable()
