INSERT INTO guests VALUES ('ada', 'Ada', 1700000000000, 0), ('gone', '', 1700000000001, 1);
INSERT INTO tokens VALUES (x'01', 'ada');
INSERT INTO codes VALUES (x'02', 'ada', 1700000600000);
INSERT INTO tables VALUES
    ('quiet-lake', 'finished', 1, 'hex-solo', 1700000000000, 1700000900000, NULL, x'7b7d', 1),
    ('loud-lake', 'playing', 0, 'hex(players=2)', 1700000000000, 1700000900000, 1700000960000, x'', 0);
INSERT INTO entries (table_id, version, guest_id, key, at, body) VALUES
    ('quiet-lake', 0, 'ada', NULL, 1700000000000, x'6d616465'),
    ('quiet-lake', 1, 'ada', 'k1', 1700000001000, x'6d6f76656400ff'),
    ('loud-lake', 0, '', 'bot:0', 1700000000000, x'');
INSERT INTO links VALUES (x'03', 'loud-lake', 'sit', 1, 1700000000000), (x'04', 'loud-lake', 'watch', NULL, 1700000000000);
INSERT INTO members VALUES ('ada', 'quiet-lake');
INSERT INTO results VALUES ('ada', 'quiet-lake', 0, 0, 'hex-solo', 1, 1, 14, 1700000900000);
INSERT INTO chat (table_id, guest_id, channel, at, text) VALUES ('quiet-lake', 'ada', 'all', 1700000002000, 'hello');
INSERT INTO mutes VALUES ('ada', 'gone');
INSERT INTO reviews VALUES ('quiet-lake', 0, x'7b7d');
INSERT INTO moments VALUES ('alive', 1700000900000);
