// Package postgres stores the archive in PostgreSQL: contests with their
// submissions, and checks with their pairs.
//
// # All or nothing
//
// An import and a check are stored in batches, each in a transaction, and become visible
// when the state of their row changes. Readers see only complete imports and checks.
//
// Each import and check holds an advisory lock on the connection that it writes through. If
// the program or the connection ends, PostgreSQL frees the lock, and nothing more can be
// written. So an incomplete import or check with a free lock is dead, and
// [DB.RecoverInterrupted] removes its data. lock.go lists the locks.
//
// # Only once
//
// The identity of a submission is the SHA-256 of its fields and files, without the judge metadata. The key
// of a source file is the SHA-256 of the file's bytes. Imports use existing rows again, so a second
// import of one input adds nothing.
//
// # The archive's index
//
// Each program that a check has read has a row in the table index_entries: the 64-bit SimHash, a
// sample of the shingles, and the version of the algorithm. [DB.NearAll] finds all fingerprints within
// a Hamming distance of 0 to 11 of given fingerprints: of one, or of all programs of a contest. It is
// exact: package simhash computes which block values to look up. It reads only indexes;
// docs/decisions/fingerprint-index.md has the layout, sizes and times.
// [DB.FindSamples] finds programs that share passages. [DB.SaveIndex] accepts only submissions
// of complete imports.
//
// [DB.Distribute] moves sources and index entries to several machines. Then postings replace the indexes.
package postgres
