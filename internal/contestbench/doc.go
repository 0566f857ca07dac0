// Package contestbench measures what a check of a contest takes: seconds of each
// step, processor time and memory, and how they grow with the contest. It is
// what "ojcheck bench contest" runs.
//
// # What is measured
//
// Each size runs in a process of its own ([Run] starts it, [Measure] is what it
// does), in which nothing else has happened yet: from reading the input to the
// ranking in PostgreSQL, as "ojcheck check" does it, into a scratch database
// (package scratch) that is dropped afterwards. Its peak memory and its
// processor time are those that the operating system has counted when the
// process ends, as /usr/bin/time tells them. Neither the PostgreSQL server nor
// the process that waits are part of them.
//
// The steps divide the time up between them:
//
//	reading   the input is opened, unpacked and laid out
//	storing   all that is written to PostgreSQL, and waiting for it
//	lexing    programs are made tokens, shingles and fingerprints; templates are found
//	indexing  a pool is indexed, until its first programs have been compared
//	scoring   the other programs of the pool are compared
//	matching  the pairs that are kept are matched token by token, and ranked
//
// Then one more process reads the input again and checks it with one submission
// more, a program that is new: what was read before is kept. In the end the
// contest is deleted as users delete one. Both are measured in seconds only, and
// are no part of the figures of the check before.
//
// # Growth
//
// A smaller size is a sample of the contest: the submissions whose paths have
// the smallest hashes, so that the same ones come each time and each problem
// keeps its share. The whole input is read all the same. The exponent between
// two sizes is log(t2/t1) / log(n2/n1): 1 where time grows as the contest does,
// 2 where it grows as its pairs do. There is one for the time that passes, out of
// which reading is left, and one for processor time, which has it.
package contestbench
