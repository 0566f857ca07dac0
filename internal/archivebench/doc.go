// Package archivebench measures how quickly the archive finds fingerprints near
// one, how much room it takes, and what other designs would cost. It is what
// "ojcheck bench archive" runs.
//
// # What is measured
//
// A design is loaded into a scratch database (package scratch), by COPY and
// without indexes; then it is indexed and vacuumed, so that queries can be
// answered by the indexes alone. Loading and indexing are timed apart.
//
// Then queries are asked one by one, through pgx, from one connection: the time
// of a query is that of the whole call, from the fingerprint to the answer.
// Before the clock runs, tables and indexes are read into the server's memory
// (pg_prewarm), as far as they fit, and other queries warm up the connection's
// plans. No query is measured twice. An answer is the nearest fingerprints, at most a hundred, with the number
// of programs that have each.
//
// Last, 10,000 queries for distance 3 are answered by one statement.
//
// # Exactness
//
// Every answer is compared with that of a scan in memory over the same
// fingerprints (simhash.Scan), for as many of the queries as some 20 billion
// distances allow, but 100 at least; the report says how many were. Every second
// query has planted neighbours, among them some just too far to be found.
//
// # Candidates
//
// The candidates of a query are the entries of indexes that it looks at, once
// for each lookup that comes upon them. They are counted by SQL, of queries
// without planted neighbours, and predicted for random bits: n/2^16 for each
// value of a 16-bit block that is looked up.
//
// # Real programs
//
// Random bits flatter an index: programs for one problem crowd together, and
// templates fix some of the bits. [ReadPrograms] takes the fingerprints of a
// contest, and they are multiplied up to the size that is asked for such that
// block values crowd as they do in the contest; fill.go tells how, and [Skew]
// how well that came out.
//
// # The literature
//
// Beside the block index stand the designs that it replaces: a linear scan; one
// probe for each of the 43,745 values within distance 3; a store expanded to all
// of them; and the tables of permuted blocks of Gurmeet Manku, Arvind Jain and
// Anish Das Sarma, "Detecting Near-Duplicates for Web Crawling" (WWW 2007), with
// 4, 10, 16 and 20 tables. They are measured at a smaller size, over random
// fingerprints, and the expanded store at a thousandth of it.
package archivebench
