// Package dump writes everything in a database of ojcheck to one file, and loads the file into another
// database. Each database is on ojcheck's own PostgreSQL or on a user's. The package does not use pg_dump,
// because ojcheck's own PostgreSQL does not include it.
//
// # The file
//
// A dump is a tar archive, compressed by zstd, so that other tools can unpack the file:
//
//	ojcheck.json               format, schema, version of ojcheck, tables and their columns
//	tables/contests/000001     rows in the text format of PostgreSQL's COPY, sorted by key
//	tables/...                 a table is cut between rows into parts of approximately 4 MB
//	manifest.json              rows, bytes and SHA-256 of every part; values of sequences
//
// Dump reads the names of the tables from the catalogue of the database, see excludedTables for the
// exceptions. A restore computes generated columns again. A dump contains the programs, the names, and the
// hashes of passwords and tokens, so protect a dump like the database. Equal contents give equal bytes.
//
// # Snapshot
//
// Dump reads in one transaction (REPEATABLE READ), while other processes continue. An import or a check that
// runs during a dump appears interrupted after the restore, as after a crash.
//
// # All or nothing
//
// Restore needs a database without rows. It migrates the database to the schema of the dump, loads all rows
// in one transaction, and then migrates to the newest schema. The transaction first drops foreign keys and
// disables triggers. At its end it restores both, and so checks every foreign key. Restore must run as the
// owner of the tables. An error in the file rolls back the transaction.
//
// # Encryption
//
// Encrypt and Decrypt wrap a dump in the format of age, version 1. A changed file, or a wrong private key,
// gives an error.
//
// # Trust
//
// The SHA-256 sums find damage, but do not prove who wrote a file. A stranger's file may contain an account
// that lets the stranger sign in.
package dump

// Progress receives the current stage, and how much of it is done. done and total are rows for a dump, and
// bytes of the file for a restore. total is 0 if unknown.
type Progress func(stage string, done, total int64)

// Summary describes the content of a dump.
type Summary struct {
	Schema   int64  // version of the schema, see package migrations
	Tool     string // version of ojcheck that wrote it
	Tables   int
	Rows     int64 // of all tables
	Contests int64
}
