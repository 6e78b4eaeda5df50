"""The hex game, from the first tile to the end."""

from .lesson import Aim, Lesson, Step, laid

LATE = laid(
    "op d3 e2, ro b5 c5, rg c10 b10, rg c9 d9, oy d4 e3, oy k5 k4, bb f10 g10, gy b11 c11, rb e11 e10, "
    "gb e9 d10, by i6 j5, bb f8 f9, bp f7 e8, yy k2 k3, bo g6 h5, bp g7 h6, pp i5 j4, rb d8 e7, go e4 d5, "
    "bb e6 f6, go d7 d6, by f5 e5, rb h8 h7, rp b6 c6, ry c8 b9, gp g1 f2, rp b8 c7, yp j2 i3, gp h4 i4, "
    "bp f4 f3, gp h3 i2, rr a8 b7, gp g4 g3, yp j1 i1, bp i7 j6, pp g2 h2, ry a9 a10, ro i8 j7"
)
"""A whole game but for its last tile."""
MIDDLE = LATE[:18]

HEX = Lesson(
    "hex(players=2)",
    (
        Step(
            name="first",
            rack="rg bb yp oy gp ro",
            aim=Aim(points=1),
            example=("rg a7 b6",),
        ),
        Step(
            name="lines",
            tiles=laid("rg e4 d4, ro e5 f5, ry e6 f6"),
            rack="rb gy op yp gb by",
            aim=Aim(points=3, colour="r"),
            example=("rb e7 d8",),
        ),
        Step(
            name="both",
            tiles=LATE[:12],
            rack="gb ro oy go bo rg",
            aim=Aim(points=3, colours=2),
            example=("gb e8 f7",),
        ),
        Step(
            name="double",
            tiles=laid("gb d5 d6, rb b6 c6, bo f5 g5, bp e8 d8"),
            rack="bb ry gp oy rg yp",
            aim=Aim(points=4, colour="b"),
            example=("bb e6 e7",),
        ),
        Step(
            name="weakest",
            tiles=MIDDLE,
            rack="bb rb yp go ry op",
            tracks=("9 7 8 6 8 3", "7 6 9 8 5 6"),
            aim=Aim(weakest=4),
            example=("yp j3 i4",),
        ),
        Step(
            name="bonus",
            tiles=MIDDLE,
            rack="rb oy gp yy ro go",
            tracks=("8 7 14 7 6 6", "7 6 9 8 5 6"),
            aim=Aim(bonus=1),
            moves=2,
            example=("rb f5 f6", "gp b9 b8"),
        ),
        Step(
            name="exchange",
            tiles=MIDDLE,
            rack="rg bo yy rb go ry",
            tracks=("9 7 8 6 8 3", "7 6 9 8 5 6"),
            aim=Aim(says="exchange"),
            moves=2,
            example=("go b9 b8", "exchange"),
        ),
        Step(
            name="end",
            tiles=LATE,
            rack="go oy yp rr oo rp",
            tracks=("10 9 18 14 14 15", "12 9 18 15 16 15"),
            aim=Aim(wins=True),
            example=("rr g8 g9",),
        ),
        Step(
            name="complete",
            tiles=LATE[:30],
            rack="yp gp op rb go yy",
            tracks=("18 18 18 18 18 16", "18 15 18 16 14 13"),
            aim=Aim(wins=True),
            example=("yp j1 i2",),
        ),
    ),
)
