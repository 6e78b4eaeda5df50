"""A killed server comes back with everything that it acknowledged, and its clients by themselves.

`python -m bench.killing` does this twenty times under load, and measures how long it takes.
"""

from bench.killing import Options, torment


def test_a_server_killed_under_load_loses_nothing_and_its_clients_play_on() -> None:
    report = torment(Options(kills=2, tables=10, processes=1, pause=0.05, seed=1), lambda _: None)
    assert report.problems == []
    assert report.acknowledged > 50
    assert len(report.kills) == 2
