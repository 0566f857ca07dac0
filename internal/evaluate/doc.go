// Package evaluate measures how well scores distinguish copies from honest work. Labels say which pairs are
// copies. "ojcheck eval" runs it:
//
//	labels (pairs.csv) -> problems of all files -> rows, one for each pair or count
//	    -> curves, one for each measure -> figures -> table, JSON, plot
//
// Package check computes the scores as a check does: it pairs the programs of one problem, within families of
// languages and across families. It matches only the pairs that a check stores. A pair that is not stored has its
// suspicion, rounded down to ten-thousandths. Its other scores have their weakest values: zeros, an infinite chance,
// and 64 bits of distance. Pairs that are never compared, or that have a skipped file, also have suspicion 0. So the
// figures include missed copies, and the measures of matched code count only what a check shows.
//
// A closed set is a set of labels in which every pair of one problem without a label is honest. Its pairs
// that a check does not store have no rows of their own: one row counts all pairs with equal scores. This
// does not change the figures of the suspicion. The baselines are zero for pairs that a check does not store.
// 7.6 million pairs take some seconds and 300 MB.
//
// Labels contradict each other if a chain of copies and identical programs joins the two programs of an
// honest pair. LabelSet.Clean leaves out such honest pairs. It leaves out no copy, because it does not know
// which of the labels is wrong.
//
// The package reads and writes only through its arguments, and has no state.
//
// # Figures
//
// A measure gives each pair a score. At a threshold, all pairs with at least this score are called copied. TP counts
// the copies called copied, FP the honest pairs called copied, and FN the missed copies. A lower chance or Hamming
// distance is more suspicious. So these two are negated, and their thresholds mean "this many or fewer".
//
//   - ROC-AUC: the probability that a copy scores above an honest pair; a tie counts
//     half (Hanley and McNeil 1982; Fawcett 2006).
//   - Average precision: the sum, over the thresholds from the highest down, of the precision times
//     the gain in recall. Pairs of equal score reach the same threshold, so they count together and
//     their order does not matter. For most measures, all pairs that a check does not store have
//     the lowest score. Nothing is interpolated.
//   - F-beta (van Rijsbergen 1979), with P = TP/(TP+FP) and R = TP/(TP+FN):
//     (1+b²)PR/(b²P+R) = (1+b²)TP / ((1+b²)TP + b²FN + FP). Recall weighs b times as much
//     as precision. 1 weighs both equally. 1.5 fits a tool with results that people review,
//     because a missed copy is worse than a useless review. F-beta is 0 if TP is 0.
//   - Best F: the highest F over all thresholds; of equal F, the highest threshold. The
//     threshold is chosen by the labels of the same pairs, so in practice expect F learned.
//   - F learned: the F at the threshold that is best on other pairs. These are the rows of
//     a file (--train), or, for each fold of the problems, the pairs of all other folds. TP,
//     FP and FN of all folds are summed before F is computed, because this is unbiased
//     (Forman and Scholz 2010). A fold consists of whole problems, and depends only on their
//     names.
//   - Recall at 1% and 0.1% false positives: the highest recall over the thresholds that
//     call at most that share of the honest pairs copied.
//   - Precision at the number of positives (R-precision): the share of copies among the
//     n highest scores, where n is the number of copies. Among pairs that tie for the last
//     places, the expected number of copies counts.
//
// The report also counts what a check lists in three cases: with default parameters; from a suspicion of 0.5;
// and with at most one honest pair of the problem expected by chance.
//
// A threshold is midway between the scores that it separates, with as few decimals as possible. A figure that
// is undefined, without copies or honest pairs, is "-" in the table and null in JSON.
//
// A level is a kind of disguise. The figures of a level compare its copies with all honest pairs.
//
// # Baselines
//
// The baselines are two simple measures over the same shingles within the same pools. One is the Jaccard
// index of the sets of shingles (Jaccard 1901; Broder 1997). The other is the cosine of the angle between
// their TF-IDF vectors (Salton and Buckley 1988). If d of n programs have a shingle, its weight is its count
// in the program times 1 + ln((1+n)/(1+d)).
package evaluate
