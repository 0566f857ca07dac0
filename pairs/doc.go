// Package pairs compares programs: it finds, scores and ranks the pairs of a
// pool that share more rare code than honest work does, and shows where two
// programs are equal.
//
// A pool is all programs of one problem in one family of languages. Find
// takes a pool as sets of shingles (k consecutive tokens, hashed) and returns
// every pair of participants whose suspicion reaches a bound, scored through
// an inverted index and equal to what a comparison of all pairs would find. It
// also tells what is usual in the pool: Distribution, how suspicious its pairs
// are, and Simplicity, whether its problem is too simple to judge them by.
// Matches takes two programs as tokens and returns the code that they share,
// also where a copy was broken up by code put in or changed, and Measure sums
// it up as the measures that other tools know.
//
// The package does no I/O and knows no contest, file or database.
package pairs

// Version names how pairs are scored. It is stored with every check; raise it
// whenever a change makes any score another.
const Version = 2
