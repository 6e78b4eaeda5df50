"""What the games are: rules as data, geometry, state, moves, scoring, views, outcome, match."""
