"""How the bots' weights are made: self-play, fitting, gating. Not shipped; see README.md."""
