-- Games that are played before everyone's eyes. Those of an older file are listed from their next change on.

ALTER TABLE tables ADD COLUMN spectators INTEGER NOT NULL DEFAULT 0 CHECK (spectators IN (0, 1));

CREATE INDEX tables_to_watch ON tables (changed, id) WHERE public = 1 AND status = 'playing' AND spectators = 1;
