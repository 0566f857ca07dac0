// Package dump writes everything that a database of ojcheck holds into one file, and
// loads it into another database.
//
// It needs no pg_dump, which the private server's PostgreSQL does not bring, and
// reads and writes a server of the user's just as the private one.
//
// # The file
//
// A file is a tar archive, compressed by zstd, so that it can be unpacked and
// looked at without ojcheck:
//
//	ojcheck.json               format, schema, version of ojcheck, tables and their columns
//	tables/contests/000001     rows, as PostgreSQL's COPY writes them as text, sorted by key
//	tables/...                 a table is cut between rows into parts of some 4 MB
//	manifest.json              rows, bytes and SHA-256 of every part; values of sequences
//
// The tables are those that the catalogue of the database names, so what a new
// migration adds is in it without a word here. Columns that are generated are
// computed again. Sessions are left out: whoever is signed in to the pages signs
// in again. Nothing else is: a dump holds the programs, the names, and the
// hashes of passwords and tokens, and needs the protection of the database itself.
// The same contents give the same bytes.
//
// # One moment
//
// A dump is read in one transaction that sees the database as it was when it
// began (REPEATABLE READ), while others work on. An import or a check that runs
// at that moment is found interrupted after the restore, as after a crash.
//
// # All or nothing
//
// A restore takes a database without any rows, brings it to the schema of the
// dump, loads all in one transaction, and then brings it to the newest schema.
// The transaction sets foreign keys and triggers aside while it loads, and puts
// them back before it ends, which checks every key. That needs the owner of the
// tables, not a superuser. Whatever is wrong with a file undoes all of it.
//
// The sums find damage. They do not say who wrote a file: restore none
// from strangers, who could have put accounts of their own into it.
package dump

// Progress is called with what is done and how far it is: rows of all for a dump,
// bytes of the file for a restore. A total of 0 is not known.
type Progress func(stage string, done, total int64)

// Summary is what a dump holds.
type Summary struct {
	Schema   int64  // version of the schema, see package migrations
	Tool     string // version of ojcheck that wrote it
	Tables   int
	Rows     int64 // of all tables
	Contests int64
}
