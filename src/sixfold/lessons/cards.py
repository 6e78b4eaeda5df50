"""The card game, from the first card to the end."""

from .lesson import Aim, Lesson, Step

CARDS = Lesson(
    "cards(players=2)",
    (
        Step(
            name="match",
            open_cards=("bo gp", "ry gy"),
            rack="go by rp bp ro op",
            aim=Aim(points=3),
            example=("go",),
        ),
        Step(
            name="own",
            open_cards=("ro rp", "gy gb"),
            rack="rb op bo yp oy bp",
            aim=Aim(points=2, colour="r"),
            example=("rb",),
        ),
        Step(
            name="areas",
            open_cards=("ro by", "rp gy"),
            rack="ry bo gp rg oy op",
            tracks=("3 2 0 2 1 3", "2 1 1 2 3 0"),
            aim=Aim(weakest=1),
            example=("bo",),
        ),
        Step(
            name="order",
            open_cards=("ro by", "rp gy"),
            rack="rb op gp rg oy yp",
            tracks=("3 2 0 2 1 3", "2 1 1 2 3 0"),
            aim=Aim(reaches=5, colour="r"),
            example=("br",),
        ),
        Step(
            name="bonus",
            open_cards=("ro by", "rp gy"),
            rack="rb op gp go oy yp",
            tracks=("8 6 5 7 6 5", "6 5 5 6 4 6"),
            aim=Aim(bonus=1),
            moves=2,
            example=("rb", "oy"),
        ),
        Step(
            name="exchange",
            open_cards=("ro by", "rp gy"),
            rack="rb go rg oy by ro",
            tracks=("5 4 4 6 5 2", "3 3 2 3 3 1"),
            aim=Aim(says="exchange"),
            moves=2,
            example=("rb", "exchange"),
        ),
        Step(
            name="win",
            open_cards=("ro by", "rp gy"),
            rack="rb op gp go oy by",
            tracks=("7 8 9 7 7 6", "6 5 5 6 4 6"),
            aim=Aim(wins=True),
            example=("op",),
        ),
    ),
)
