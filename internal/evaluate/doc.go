// Package evaluate measures how well scores distinguish copies from honest work. Labels say
// which pairs are copies. "ojcheck eval" runs it:
//
//	labels (pairs.csv) -> problems of all files -> rows, one for each pair or count
//	    -> curves, one for each measure -> figures -> table, JSON, plot
//
// Package check computes the scores as a check does: it pairs the programs of one problem, within
// families of languages and across families. It matches only the pairs that a check stores. A pair that
// is not stored has its suspicion, rounded down to ten-thousandths, but the weakest value of all other
// scores: zeros, an infinite chance and 64 bits of distance. Pairs that are never compared or have a
// skipped file also have suspicion 0. So the figures include missed copies, and measures of matched code
// count only what a check shows.
//
// In a closed set every pair of one problem without a label is honest. Pairs that a check
// does not store have no rows of their own: a row counts all pairs with equal scores. The
// figures of the suspicion are as if each pair had a row. The baselines are zero for
// pairs that a check does not store. 7.6 million pairs take some seconds and 300 MB.
//
// Labels contradict each other if an honest pair has identical programs, or if copies and
// identical programs join it: a and c are copies of b, but a and c are honest.
// LabelSet.Clean leaves such honest pairs out, but never a copy, because it does not know
// which of the labels is wrong.
//
// The package reads and writes only through its arguments, and has no state.
//
// # Figures
//
// A measure gives each pair a score. All pairs that reach a threshold are called copied. TP, FP and
// FN count the copies called copied, the honest pairs called copied, and the missed copies. For the
// chance and the Hamming distance, lower is more suspicious. They are negated, and their thresholds
// mean "this many or fewer".
//
//   - ROC-AUC: the probability that a copy scores above an honest pair; a tie counts
//     half (Hanley and McNeil 1982; Fawcett 2006).
//   - Average precision: the sum, over the thresholds from the highest down, of the precision times
//     the gain in recall. Pairs of equal score reach the same threshold, so they count together and
//     their order does not matter. For most measures, all pairs that a check does not store have
//     equal scores, the lowest ones. Nothing is interpolated.
//   - F-beta (van Rijsbergen 1979), with P = TP/(TP+FP) and R = TP/(TP+FN):
//     (1+b²)PR/(b²P+R) = (1+b²)TP / ((1+b²)TP + b²FN + FP). Recall weighs b times as much
//     as precision: 1 weighs both equally, and 1.5 fits a tool with results that people
//     review: a missed copy is worse than a useless review. F-beta is 0 if TP is 0.
//   - Best F: the highest F over all thresholds; of equal F, the highest threshold. The
//     threshold needs the labels of the same pairs, so in practice expect F learned.
//   - F learned: uses the threshold that is best on other pairs: on the rows of a file
//     (--train), or, for each fold of the problems, on the pairs of all other folds. TP,
//     FP and FN of all folds are summed before F is computed, which is unbiased (Forman
//     and Scholz 2010). A fold consists of whole problems, and depends only on their
//     names.
//   - Recall at 1% and 0.1% false positives: the highest recall over the thresholds that
//     call at most that share of the honest pairs copied.
//   - Precision at the number of positives (R-precision): the share of copies among the
//     n highest scores, where n is the number of copies. Among pairs that tie for the last
//     places, the expected number of copies counts.
//
// The report also counts what a check lists: with default parameters, from a suspicion of 0.5,
// and with at most one honest pair of the problem expected by chance.
//
// A threshold is midway between the scores that it separates, with as few decimals as
// possible. A figure that is undefined, without copies or honest pairs, is "-" in the
// table and null in JSON.
//
// A level is a kind of disguise: its figures compare the copies of that level with all
// honest pairs.
//
// # Baselines
//
// Two simple measures over the same shingles within the same pools: the Jaccard index of
// the sets of shingles (Jaccard 1901; Broder 1997), and the cosine of the angle between
// their TF-IDF vectors (Salton and Buckley 1988), with the count of a shingle in the
// program times 1 + ln((1+n)/(1+d)) if d of n programs have it.
package evaluate
