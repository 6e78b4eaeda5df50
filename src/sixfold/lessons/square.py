"""The square game, from the first tile to the end; and alone, for those who know it."""

from .lesson import Aim, Lesson, Step, laid

_LATE = laid(
    "ro h6 i6, gp e3 e2, rg h7 g7, op i4 i3, gg c3 d3, rb h8 h9, gp i9 i8, bo e8 f8, bb g8 g9, gb f7 e7, "
    "go g5 h5, rr f5 f6, bp d7 d6, rp h2 h3, gg f4 g4, go d5 d4, oo b4 c4, gb f3 f2, rb a3 b3, go g2 g1, "
    "bb d8 d9, bo c7 c8, ro i2 i1, oo b8 b9, bb b6 b7, gb a8 a7, gb c5 c6, gg c2 d2, bp b1 c1"
)
"""A whole game but for its last tile."""
_EARLY = _LATE[:10]
_EARLY_PYRAMIDS = "f9 i7"
_MIDDLE = _LATE[:18]
_MIDDLE_PYRAMIDS = "e4 e6 f9 g6 h4 i7"

SQUARE = Lesson(
    "square(players=2)",
    (
        Step(
            name="first",
            rack="rg bo pp gb ro",
            aim=Aim(points=1),
            example=("rg d5 c5",),
        ),
        Step(
            name="lines",
            tiles=laid("gb c4 d4, bo d5 c5, bp d6 c6"),
            rack="rb go rp gp oo",
            aim=Aim(points=3, colour="b"),
            example=("rb e7 d7",),
        ),
        Step(
            name="weakest",
            tiles=_EARLY,
            pyramids=_EARLY_PYRAMIDS,
            rack="rr gg bp ro go",
            tracks=("7 9 8 6 3", "6 5 8 7 6"),
            aim=Aim(weakest=4),
            example=("bp d1 d2",),
        ),
        Step(
            name="pyramid",
            tiles=_LATE[:14],
            pyramids="e6 f9 g6 i7",
            rack="rb go bp rg oo",
            aim=Aim(pyramids=1),
            example=("rg f4 g4",),
        ),
        Step(
            name="beside",
            tiles=_MIDDLE,
            pyramids=_MIDDLE_PYRAMIDS,
            rack="rb go rg oo gb",
            tracks=("7 9 8 6 3", "6 5 8 7 6"),
            aim=Aim(weakest=5),
            example=("gb g1 g2",),
        ),
        Step(
            name="bonus",
            tiles=_MIDDLE,
            pyramids=_MIDDLE_PYRAMIDS,
            rack="gb op rr bo rp",
            tracks=("8 14 7 9 6", "7 8 9 6 8"),
            aim=Aim(bonus=1),
            moves=2,
            example=("gb g3 g2", "rr d1 d2"),
        ),
        Step(
            name="exchange",
            tiles=_MIDDLE,
            pyramids=_MIDDLE_PYRAMIDS,
            rack="rg bb gp rp rb",
            tracks=("8 10 7 3 6", "7 8 9 6 8"),
            aim=Aim(says="exchange"),
            moves=2,
            example=("bb d8 c8", "exchange"),
        ),
        Step(
            name="end",
            tiles=_LATE,
            pyramids="a4 a6 a9 b5 c9 d1 e4 e6 f1 f9 g3 g6 h1 h4 i7",
            rack="bp gb rg pp rb",
            tracks=("13 10 14 9 15", "14 12 13 9 14"),
            aim=Aim(wins=True),
            example=("rg a2 b2",),
        ),
    ),
)

SQUARE_SOLO = Lesson(
    "square-solo",
    (
        Step(
            name="single",
            tiles=_EARLY,
            pyramids=_EARLY_PYRAMIDS,
            rack="gb",
            aim=Aim(points=3),
            example=("gb f3 f4",),
        ),
        Step(
            name="sheets",
            tiles=_MIDDLE,
            pyramids=_MIDDLE_PYRAMIDS,
            rack="gb",
            tracks=("10 14 9 11 8",),
            aim=Aim(reaches=18, colour="g"),
            example=("gb g3 g2",),
        ),
        Step(
            name="goal",
            tiles=_MIDDLE,
            pyramids=_MIDDLE_PYRAMIDS,
            rack="bp",
            tracks=("20 22 18 19 16",),
            aim=Aim(weakest=17),
            example=("bp c2 d2",),
        ),
    ),
)
