"""What the server writes to sockets by itself is what a library would write."""

import pytest
from websockets.frames import Frame, Opcode

from sixfold.server.web.wire import _text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_message_is_framed_as_a_library_does_it(size: int) -> None:
    message = b"x" * size
    assert _text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
