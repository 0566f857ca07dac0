// Package postgres keeps the archive in PostgreSQL: contests with their
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
// Each program that a check has read, to compare it or only to know it, has a row
// in the table fingerprints, for good: the 64-bit SimHash, the submission, the version of the algorithm, and
// three blocks of the fingerprint's bits as columns. [DB.Near] finds all that
// are within a Hamming distance of 0 to 11 of one, and [DB.NearAll] those of a
// whole contest in one statement. Both are exact: package simhash tells which
// block values have to be looked up for that. The answers are grouped by
// fingerprint, the nearest first, and limited, since one popular program may be
// there ten thousand times. Only fingerprints are read for it, from their
// indexes alone; [Run.SaveFingerprints] sees to it that only submissions of
// complete imports have any.
//
// Bytes per fingerprint (PostgreSQL 15; the layout that was chosen, and those
// that were not, are in migrations/00011_three_blocks.sql):
//
//	                         loaded at once  grown by contests
//	table                              60.3               60.3
//	primary key                        31.5               31.5
//	index on b0                        40.5               54.0
//	indexes on b1 and b2, each         31.5               42.0
//	together                          195.3              229.8
//
// A contest's fingerprints go to random places of the block indexes, whose pages
// settle at about 70% full; REINDEX TABLE CONCURRENTLY fingerprints makes them
// anew. COPY loads 1.7 million rows a second, and the indexes of 10 million are
// built in 20 s ("ojcheck bench archive").
//
// Times through pgx on two shared cores, the quickest of thousands of queries
// over random fingerprints, so that others on the machine count least; the last
// line is one statement for 10,000 queries.
//
//	              1 million  10 million
//	k = 3           0.07 ms     0.10 ms
//	k = 5           0.13        0.27
//	k = 6           0.34        0.68
//	k = 8           0.82        1.69
//	k = 11          4.08        9.40
//	10,000, k = 3   0.37 s      0.55 s
//
// What a search reads beside the probes themselves grows with the archive: for
// k = 3 some 6.4 rows of each million, for k = 6 some 82. Real programs crowd
// more: of 13,033 Java programs for one problem, 8,191 have distinct
// fingerprints, a search for k = 3 reads 34 rows rather than 0.1, and one in a
// hundred reads more than 434. Where a program stands there 10,000 times, the
// search reads as many rows, and takes 2.7 ms.
//
// # How much one machine holds
//
// A search is as quick as above while the block indexes, 104 to 138 bytes per
// fingerprint, stay in memory; what does not costs a read of the disk for nearly
// every probe, 25 of them for k = 3. With 138 bytes, and half of the memory left
// for all else (the programs themselves are kept elsewhere in the database, and
// are hardly ever read):
//
//	fingerprints   disk     memory
//	10 million     2.3 GB   3 GB
//	100 million    23 GB    28 GB
//	230 million    53 GB    64 GB
//	900 million    207 GB   256 GB
//
// So one machine holds some hundred million. A billion wants 280 GB of memory, or
// quick disks and patience: at 0.1 ms a read, 25 reads take 2.5 ms. After a
// REINDEX, as when loaded at once, it is 195 GB of disk, 104 of them the block
// indexes, rather than 230 and 138.
//
// # Past one machine
//
// For those who shard there are postings: [DB.CreatePostings] and
// [DB.RebuildPostings] derive from the fingerprints a table with a row for each
// block, keyed by a bucket that says all that a probe knows. Distributed by
// bucket (Citus, or partitions by hash to try it), each probe is answered by one
// machine, and [DB.NearPostings] gives the answers of [DB.Near]. A fingerprint
// takes 279 bytes, of which the index, 122, is what has to stay in memory.
//
//	fingerprints   postings   disk     in memory   workers of 64 GB  of 256 GB
//	1 billion      3 * 10^9   279 GB   122 GB      4                 1
//	10 billion     3 * 10^10  2.8 TB   1.2 TB      39                10
//
// with half of the workers' memory for the indexes. A search for k = 3 reads
// 6,400 rows of a billion, and 64,000 of ten billion, from 25 buckets on as many
// machines as there are for them. This is a design, tested against the archive on
// one machine; no command makes postings or asks them. The coordinator keeps the fingerprints
// themselves, 230 GB for each billion, whose indexes need not stay in memory.
//
// # Files
//
// One file for each thing that is stored: contest.go (contestlist.go lists many, with
// what waiting.go counts), import.go (with
// loader.go, which works off its batches), source.go, lexed.go, check.go, run.go
// (a check while it runs), template.go, earlier.go (what other contests have to do
// with it), measured.go (what an earlier check of it can spare it), pair.go,
// cluster.go (groups of participants), histogram.go, skipped.go, fingerprint.go (near.go and nearall.go search them,
// postings.go is for many machines, fill.go for measuring), sample.go and
// notIndexed.go; place.go tells where submissions stand, handedin.go what else two people handed in, participant.go who took
// part. What a jury does stands in case.go, decide.go and assign.go (caseTx.go holds
// the cases meanwhile), settings.go and uncover.go, and audit.go writes it down;
// programhash.go says which programs a decision was made on. What comes while a
// contest runs stands in alert.go, closealerts.go and watch.go; follow.go sees that one
// alone follows it, delivery.go which alerts were sent. user.go, member.go and
// token.go tell who may use it, session.go is about the sign-ins to the pages.
// recover.go removes what failed, delete.go whole contests;
// lock.go keeps them and all who load apart. The schema is in package migrations.
package postgres
