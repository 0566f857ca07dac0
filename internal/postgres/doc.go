// Package postgres stores the archive in PostgreSQL: contests with their
// submissions, checks with their pairs.
//
// # Whole or not at all
//
// An import and a check are loaded in batches, each a transaction, and become
// visible by one change of the state on their own row. Readers look at complete
// imports and complete checks only.
//
// Whoever loads holds an advisory lock, on the very connection that it loads
// through: if the program dies, or its connection does, the lock is gone and so
// is the chance to write any more. A load that is not complete and whose lock
// is free is therefore dead, and [DB.RecoverInterrupted] sweeps what it left.
// See lock.go for the locks.
//
// # Once
//
// A submission is known by the SHA-256 of all that is said of it, a source file
// by that of its bytes. What is there already is used again, and reading an
// input twice adds nothing.
//
// # The archive of fingerprints
//
// Each program that a check has read has a row in the table fingerprints, for
// good: the 64-bit SimHash, the submission, the version of the algorithm, and
// three blocks of the fingerprint's bits. [DB.Near] finds all within a Hamming
// distance of 0 to 11 of one, and [DB.NearAll] those of a whole contest in one
// statement. Both are exact: package simhash says which block values to look up.
// Only the indexes are read; docs/decisions/fingerprint-index.md has the layout,
// its sizes and its times. [Run.SaveFingerprints] sees to it that only
// submissions of complete imports have fingerprints.
//
// For those who shard there are postings, see [DB.CreatePostings].
package postgres
