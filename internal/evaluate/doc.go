// Package evaluate measures how well scores tell copies from honest work,
// against labels that somebody gave. It is what "ojcheck eval" computes:
//
//	labels (pairs.csv) -> problems of all files -> rows, one for each pair
//	    -> curves, one for each measure -> figures -> table, JSON, plot
//
// The scores are those of package check, which pairs the programs of one
// problem and one family of languages. A labelled pair that it never pairs, or
// of which a file was skipped, counts with zeros and 64 bits apart, so that a
// copy does not leave the figures by being missed. The package reads and writes
// through what it is given, and keeps nothing.
//
// # Figures
//
// A measure gives each pair a score; a threshold calls copied all pairs whose
// score reaches it. TP, FP and FN count the copies called so, the honest pairs
// called so, and the copies that were missed. Hamming distance runs the other
// way, so it is negated first, and its thresholds read "this many bits or
// fewer".
//
//   - ROC-AUC: the chance that a copy scores above an honest pair, a tie
//     counting half (Hanley and McNeil 1982; Fawcett 2006).
//   - Average precision: the sum, over the thresholds from the highest down, of
//     the precision there times the recall gained there. Pairs of equal score
//     are reached by the same threshold, so they count together, and no order
//     among them is needed. Nothing is interpolated.
//   - F-beta (van Rijsbergen 1979), with P = TP/(TP+FP) and R = TP/(TP+FN):
//     (1+b²)PR/(b²P+R) = (1+b²)TP / ((1+b²)TP + b²FN + FP). Recall weighs b
//     times as much as precision: 1.5 fits a tool whose every find is looked
//     at by people, so that a missed copy is worse than a look in vain. It is
//     0 where TP is.
//   - Best F: the highest over all thresholds, of equal ones that with the
//     highest threshold. It is what hindsight would choose; the next figure is
//     what to expect.
//   - F learned: the threshold that is best on other pairs is used on these.
//     The others are either the rows of a file (--train), or, for each fold of
//     the problems, the pairs of all other folds. TP, FP and FN of all folds
//     are added up before F is computed, which is the unbiased way (Forman and
//     Scholz 2010). A problem is never split, and its fold depends on nothing
//     but the names of the problems.
//   - Recall at 1% and 0.1% false positives: the highest over the thresholds
//     that call at most so many of the honest pairs copied.
//   - Precision at the number of positives (R-precision): among as many of the
//     highest scores as there are copies, the share of copies. Of pairs that
//     tie for the last places, the expected number is taken.
//
// A threshold lies midway between the scores that it parts, with as few
// decimals as that allows. A figure that is not defined, for want of copies or
// of honest pairs, is "-" in the table and null in JSON.
//
// A level is a kind of disguise: its figures set the copies of that level
// against all honest pairs.
//
// # Baselines
//
// Two measures that anybody can build in an afternoon, over the same shingles
// and within the same pools: the Jaccard index of the sets of shingles (Jaccard
// 1901; Broder 1997), and the cosine of the angle between their TF-IDF vectors
// (Salton and Buckley 1988), with the count of a shingle in the program times
// 1 + ln((1+n)/(1+d)) for d of n programs that have it.
package evaluate
