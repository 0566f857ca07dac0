// Package program reads a submission as the analysis sees it: its files one
// after another in one text, and the normalised tokens of all of them with
// their places in that text. The check, the pages and the reports all read
// submissions through it, so they all speak of the same tokens.
//
// # Fingerprints
//
// [Fingerprint] condenses a whole program for the archive. It is good for
// finding near-duplicates among millions: a program handed in again, with other
// names, comments and layout. It is not good for copied functions inside other
// code, nor for code in another order: a few changed statements often turn over
// more bits than can be searched for, and so does a large template of one's own.
// Within a contest nothing rests on it; all pairs are compared exactly.
//
// Its features were chosen by measurement, over shingles of 3 to 10 tokens and
// seven weights (internal/evaluate/testdata/fingerprints.golden has all of
// them). One hash function is partly luck, so each figure is a mean over several:
// the ROC-AUC of the Hamming distance, and how many other programs of 13,101 for
// one problem a search of the block index for k = 3 has to look at. The sets are
// testdata/submissions, ConPlag raw and template-free, and VK Cup 2015.
//
//	shingles, weight          own    raw   free     VK  looked at
//	3, equal                 .908   .798   .905  .9970        421
//	5, log count             .927   .806   .918  .9993        201
//	5, telling               .920   .826   .911  .9993        104
//	8, equal                 .931   .815   .897  .9999         47
//	8, log count             .938   .809   .911  .9999         68
//	8, telling               .933   .849   .922  .9999         56
//	8, telling, uncommon     .933   .854   .924  .9996         40
//	10, telling              .934   .856   .921  .9998         37
//
// Short shingles outlive more changes, but honest programs share them too, and
// so crowd together in the index; beyond eight tokens there is recall to lose
// and little to gain. How often a shingle stands in a program tells hardly
// anything more; how many of its tokens tell something, which names, types and
// punctuation do not, tells copies from honest work where templates abound. To
// leave out as well what over a quarter of this project's own programs in the
// language have (uncommon) adds too little to keep a table of shingles for.
//
// # What the index finds
//
// A search of the block index for distance k finds every fingerprint within k,
// which tests of package simhash prove. What it misses of the copies, it misses
// because their fingerprints are farther apart. These are the pairs that it
// finds in testdata/submissions, by level of disguise (testdata/README.md); the
// honest pairs are those most alike. Ranked are the pairs, and exact is the
// line, of what the exact search of package pairs shows: suspicion of .5 or
// more.
//
//	level   1  2  3  4  5  6  7  8  9  copies  honest  ranked
//	pairs   3  4  5  5  5  3  5  3  3      36     105      35
//	k = 0   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 1   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 2   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 3   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 4   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 5   3  4  5  0  1  0  0  0  2      15       1      15
//	k = 6   3  4  5  0  1  0  0  0  3      16       1      16
//	k = 7   3  4  5  2  2  0  0  0  3      19       2      19
//	k = 8   3  4  5  2  3  0  0  0  3      20       2      20
//	k = 9   3  4  5  2  3  0  0  0  3      20       3      20
//	k = 10  3  4  5  2  3  0  0  0  3      20       3      20
//	k = 11  3  4  5  3  3  0  1  0  3      22       3      22
//	exact   3  4  5  5  5  1  5  3  3      34       1      35
//
// Up to level 3 a copy has the very fingerprint of its source, so k = 3 finds it
// with four look-ups; beyond, the exact search is needed. The same in published
// sets: ConPlag raw, ConPlag template-free, VK Cup 2015.
//
//	set     copies  honest  ranked  copies  honest  ranked  copies  honest  ranked
//	pairs       65     165      41      65     165      44      75    9585      76
//	k = 0       17       0      17      14       0      14      24       0      24
//	k = 1       18       0      18      15       0      15      29       0      29
//	k = 2       18       0      18      15       0      15      32       0      32
//	k = 3       18       0      18      17       0      17      33       0      33
//	k = 4       18       0      18      18       0      18      43       0      43
//	k = 5       20       0      20      20       0      20      51       0      51
//	k = 6       22       0      22      22       0      22      57       0      57
//	k = 7       23       0      23      26       0      25      59       0      59
//	k = 8       25       0      25      30       0      28      65       0      65
//	k = 9       27       0      27      30       0      28      71       0      71
//	k = 10      28       0      27      37       0      34      71       0      71
//	k = 11      32       1      29      40       0      35      71       0      71
//	exact       40       1      41      43       1      44      75       1      76
package program
