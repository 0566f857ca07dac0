-- Files as they are once they are lexed, so that the next check of a contest
-- lexes only what is new. They are kept by content and language: whoever hands
-- in the same file, in whichever contest, it is lexed once. Rows of an older
-- version are of no use and are replaced when the file is lexed anew.
--
-- What stands in them is written by internal/program (Encode): 1.7 bytes for
-- each token. The 13,100 programs of one problem, 11,997 distinct files with 5.2
-- million tokens, take 8.8 MB, and 10 MB with the index. To lex them takes 3.1 s
-- of CPU; to store what comes of it, 0.4 s; to load it again and make of it what
-- is compared, 0.25 s of CPU. Few rows are over 2 kB, from where PostgreSQL
-- compresses by itself, so nothing else does.

-- +goose Up
CREATE TABLE lexed_files (
    source   bytea NOT NULL REFERENCES sources ON DELETE CASCADE,
    language text NOT NULL, -- ID of the lexer's language that the file was read in
    version  integer NOT NULL CHECK (version >= 1),
    content  bytea NOT NULL,
    PRIMARY KEY (source, language)
);
