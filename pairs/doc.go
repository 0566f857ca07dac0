// Package pairs compares programs: it finds, scores and ranks the pairs of a
// pool that share more rare code than honest work does, and shows where two
// programs are equal.
//
// A pool is all programs of one problem in one family of languages. [Find]
// takes a pool as sets of shingles (k consecutive tokens, hashed) and returns
// every pair of participants whose suspicion reaches a bound, scored through
// an inverted index and equal to what a comparison of all pairs would find. It
// also tells what is usual in the pool: [Distribution], how suspicious its pairs
// are, and [Simplicity], whether its problem is too simple to judge them by.
// [Matches] takes two programs as tokens and returns the code that they share,
// also where a copy was broken up by code put in or changed, and [Measure] sums
// it up as the measures that other tools know.
//
// The package does no I/O and knows no contest, file or database.
//
// # Suspicion
//
// The suspicion of a pair is the largest of three shares, each from 0 to 1:
//
//   - structure: how much of the two programs' code is found in the other, in
//     shingles of normalised tokens, eight tenths by the program of which more
//     is found. What few participants of the contest have counts more, by the
//     square of its inverse document frequency (Spärck Jones 1972); what others
//     have for other problems, and so is no solution of this one, counts less.
//     The pair itself is left out of all these counts, so that in a pool of two
//     it is as it is in one of a thousand.
//   - wording: the same, in shorter shingles with the names that stand in the
//     source. Who rewrites a program often leaves its names.
//   - plain coverage: how much of the program of which less is found is found,
//     rare or not, from one half up. Rings of copies as large as the pool have
//     no rare code; and identical programs that are long enough have 0.99 or
//     more, wherever they stand.
//
// Each share is multiplied by a factor below 1 for programs that share little
// code, the more so where the problem is simple: a dozen lines are alike by
// chance. All of them grow with the code that is shared.
//
// Own template, code that a participant repeats in other problems, counts where
// the other side has it as code of their own, and is left out where it has not;
// what is template of both counts for nothing, and is told apart.
//
// # What each part is worth
//
// ROC-AUC and average precision of the suspicion on four labelled sets, in
// thousandths, and how they change when a rule of the normalisation (package
// lexer) or a part of the suspicion is left out; a point is less than half a
// thousandth. The sets are ConPlag (Slobodkin and Sadovnikov 2023; Java, its
// train split, hard negatives), raw and with templates taken out by hand, the
// wild-card round of VK Cup 2015 (four languages, closed), and the submissions
// in testdata. "ojcheck eval --without" measures the same on other sets.
//
//	                 ConPlag raw template-free VK Cup 2015 submissions
//	left out           AUC    AP     AUC    AP   AUC    AP   AUC    AP
//	nothing            973   950     984   969  1000  1000   997   993
//	macros               .     .       .     .     .     .     .    +1
//	imports              .    -1       .     .     .     .     .     .
//	own-types            .    -1       .     .     .     .     .     .
//	closing-angles       .     .       .     .     .     .     .    +1
//	annotations          .     .       .    -1     .     .     .     .
//	modifiers            .    -2      -1    -2     .     .     .     .
//	receivers            .     .       .     .     .     .    -3    -6
//	type-arguments      -1    -1      -1    -1     .     .     .    +1
//	array-marks         +1    +1       .    +1     .     .     .     .
//	declared-types       .    -1       .     .     .     .     .    +1
//	parentheses         +1    +2      +1    +2     .     .     .     .
//	increments           .    -1      +1     .     .     .     .     .
//	loops               -1    -1      -1    -1     .     .     .     .
//	braces             -10   -20     -16   -24     .     .     .     .
//	optional-marks       .    +1       .     .     .     .     .     .
//	declarations         .    -1      -1    -1     .     .     .     .
//	rarity              +1    -1       .     .     .     .    -7   -16
//	elsewhere           -8   -23      -5    -9     .     .     .    +1
//	names               -4   -10      -5   -10     .     .     .     .
//	amount              -1    -2       .     .     .     .   -31  -126
//	simplicity           .     .       .     .     .     .    -1    -2
//
// The other rules and parts (soft-keywords, doc-strings, trailing-commas,
// neighbours, type-aliases, ascriptions, casts, references, bounds,
// counted-loops, begin-end, streams, indentation and plain-coverage) move no
// figure of these sets by half a thousandth: no program there is disguised so,
// or in such a language, or copied by so many. Each has its own tests.
package pairs

// Version names how pairs are scored. It is stored with every check; raise it
// whenever a change makes any score another.
const Version = 2
