"""HTTP endpoints for learning the games. They need no guest, and nothing about learners is kept."""

from .. import lessons as learning
from ..protocol.lessons import Attempt, Lessons, LessonSight, Tried
from .http import Call, Endpoint
from .site import Site


async def lessons(_: Site, call: Call) -> Lessons:
    """Which lessons there are."""
    return learning.listed()


async def lesson(_: Site, call: Call) -> LessonSight:
    """A lesson: its positions and their aims."""
    return learning.lesson_sight(call.path["lesson"])


async def try_step(_: Site, call: Call) -> Tried:
    """What becomes of a step by some moves, what they score and whether its aim is reached."""
    return learning.attempt(call.path["lesson"], call.path["step"], call.body.moves)


LESSONS = (
    Endpoint("GET", "/api/lessons", lessons, Lessons, who="anyone"),
    Endpoint("GET", "/api/lessons/{lesson}", lesson, LessonSight, who="anyone"),
    Endpoint("POST", "/api/lessons/{lesson}/{step}", try_step, Tried, Attempt, who="anyone"),
)
