"""The hex game's other ways to play, for those who know the game."""

from .hex import LATE, MIDDLE
from .lesson import Aim, Lesson, Step, laid

_TEAM = laid(
    "yy o2 n3, rr b10 b9, gp g4 g3, oo m9 l9, oo m7 m6, yp l3 l4, gp d12 d11, oo k8 k9, oy n9 m10, "
    "ro j11 k10, bo h14 i13, gy e12 e13, op j9 j10, gy n1 n2, pp i3 h4, rb c9 d8, pp j3 i4, rg b8 a8, "
    "pp f4 f3, by h15 i14"
)
"""The middle of a game on the largest board."""

HEX_SOLO = Lesson(
    "hex-solo",
    (
        Step(
            name="single",
            tiles=LATE[:8],
            rack="rg",
            aim=Aim(points=2),
            example=("rg c8 b9",),
        ),
        Step(
            name="sheets",
            tiles=MIDDLE,
            rack="rb",
            tracks=("12 9 15 10 11 8",),
            aim=Aim(reaches=18, colour="b"),
            example=("rb f5 f6",),
        ),
        Step(
            name="order",
            tiles=MIDDLE,
            rack="bb",
            tracks=("12 9 15 10 11 8",),
            aim=Aim(reaches=23, colour="b"),
            example=("bb g9 g8",),
        ),
        Step(
            name="goal",
            tiles=MIDDLE,
            rack="yp",
            tracks=("20 19 25 21 17 16",),
            aim=Aim(weakest=17),
            example=("yp j3 i4",),
        ),
    ),
)

HEX_TEAM = Lesson(
    "hex-team",
    (
        Step(
            name="shared",
            tiles=_TEAM,
            rack="yp oo rb gp by ro",
            tracks=("8 7 8 7 7 4", "8 7 6 9 6 8"),
            aim=Aim(weakest=7),
            example=("yp l2 k3",),
        ),
        Step(
            name="crossing",
            tiles=_TEAM,
            rack="oy bo rr gp yp gb",
            tracks=("12 13 9 14 11 12", "12 13 11 14 10 12"),
            aim=Aim(bonus=1),
            moves=2,
            example=("oy l8 l7", "gp k4 k3"),
        ),
        Step(
            name="order",
            tiles=_TEAM,
            rack="oo rg yy gp yp gb",
            tracks=("12 13 9 14 11 12", "12 13 11 14 10 12"),
            aim=Aim(reaches=23, colour="o"),
            example=("oo l7 l8",),
        ),
        Step(
            name="exchange",
            tiles=_TEAM,
            rack="oy ro rr gp yp go",
            tracks=("9 8 3 9 8 8", "8 7 6 9 6 8"),
            aim=Aim(says="exchange"),
            moves=2,
            example=("gp k4 k3", "exchange"),
        ),
    ),
)

HEX_DUEL = Lesson(
    "hex-duel",
    (
        Step(
            name="pull",
            tiles=MIDDLE,
            rack="rb oy gp yy ro go",
            tracks=("0 2 0 3 0 0", "4 0 3 0 3 3"),
            aim=Aim(ahead=3),
            example=("rb f5 f6",),
        ),
        Step(
            name="token",
            tiles=MIDDLE,
            rack="rb oy gp yy ro go",
            tracks=("0 2 4 3 0 0", "4 0 0 0 3 3"),
            aim=Aim(bonus=1),
            moves=2,
            example=("rb f5 f6", "gp b9 b8"),
        ),
        Step(
            name="steal",
            tiles=MIDDLE,
            rack="ro bb gp oy gb yp",
            tracks=("0 2 3 0 0 2", "4 0 0 5 3 0"),
            tokens="--2---",
            aim=Aim(bonus=1),
            example=("bb f5 f6",),
        ),
        Step(
            name="exchange",
            tiles=MIDDLE,
            rack="rb bo gb by go ry",
            tracks=("0 2 9 3 0 0", "4 0 0 0 3 3"),
            tokens="--1---",
            aim=Aim(says="exchange"),
            moves=2,
            example=("go b9 b8", "exchange"),
        ),
        Step(
            name="end",
            tiles=LATE,
            rack="go oy yp rr oo rp",
            tracks=("0 3 9 0 0 0", "2 0 0 4 5 0"),
            tokens="--1---",
            aim=Aim(wins=True),
            example=("rr g8 g9",),
        ),
    ),
)
