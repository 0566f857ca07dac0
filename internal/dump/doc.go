// Package dump writes everything in a database of ojcheck to one file, and loads it
// into another database.
//
// It needs no pg_dump, which the private server's PostgreSQL does not include. It works
// with the private server and with a user's own server.
//
// # The file
//
// A file is a tar archive, compressed by zstd, so that other tools can unpack and show
// it:
//
//	ojcheck.json               format, schema, version of ojcheck, tables and their columns
//	tables/contests/000001     rows in the text format of PostgreSQL's COPY, sorted by key
//	tables/...                 a table is cut between rows into parts of about 4 MB
//	manifest.json              rows, bytes and SHA-256 of every part; values of sequences
//
// A dump takes the tables from the catalogue of the database, so it includes the tables of
// new migrations. It leaves out sessions, so users sign in again after a restore, the jobs of
// uploads, and what the server follows. A restore computes generated columns again. A dump contains the programs, the names, and
// the hashes of passwords and tokens, so protect it like the database. The same contents
// give the same bytes.
//
// # Snapshot
//
// Dump reads in one transaction that sees the database as it was when the transaction
// began (REPEATABLE READ), while others continue to work. An import or a check that
// runs at that moment appears interrupted after the restore, as after a crash.
//
// # All or nothing
//
// Restore needs a database without any rows. It migrates the database to the schema of
// the dump, loads all rows in one transaction, and then migrates to the newest schema.
// The transaction drops foreign keys and disables triggers while it loads, and puts them
// back before it ends, which checks every key. Restore must run as the owner of the
// tables, who need not be a superuser. An error in the file rolls back the transaction.
//
// # Encryption
//
// Encrypt and Decrypt wrap a dump in the format of age, version 1. The file may then be stored
// where others can read it. A changed file, or a wrong private key, gives an error.
//
// # Trust
//
// The SHA-256 sums find damage, but do not prove who wrote a file. Do not restore a file from
// somebody whom you do not trust: it could contain accounts of theirs.
package dump

// Progress receives the current stage and how much of it is done: rows for a dump,
// bytes of the file for a restore. A total of 0 means that it is unknown.
type Progress func(stage string, done, total int64)

// Summary describes the content of a dump.
type Summary struct {
	Schema   int64  // version of the schema, see package migrations
	Tool     string // version of ojcheck that wrote it
	Tables   int
	Rows     int64 // of all tables
	Contests int64
}
