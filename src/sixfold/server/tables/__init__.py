"""One table: the fold of its log, who may do what, and what each eye sees. No clock, no disk."""
