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
// Within a contest nothing rests on it: every pair that can be kept is compared
// exactly.
//
// Its features were chosen by measurement, over shingles of 3 to 10 tokens and
// seven weights (internal/evaluate/testdata/fingerprints.golden has all of
// them). One hash function is partly luck, so each figure is a mean over several:
// the ROC-AUC of the Hamming distance, and how many other programs of 13,101 for
// one problem share one of four blocks of 16 bits with it (those of an earlier layout), which
// tells how they crowd in an index. The sets are testdata/submissions, ConPlag raw and
// template-free, and VK Cup 2015.
//
//	shingles, weight          own    raw   free     VK    crowding
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
//	k = 4   3  4  5  0  1  0  0  0  3      16       1      16
//	k = 5   3  4  5  0  1  0  0  0  3      16       1      16
//	k = 6   3  4  5  0  1  0  0  0  3      16       1      16
//	k = 7   3  4  5  3  1  0  0  0  3      19       2      19
//	k = 8   3  4  5  3  2  0  0  0  3      20       2      20
//	k = 9   3  4  5  3  2  0  0  0  3      20       2      20
//	k = 10  3  4  5  3  2  0  0  0  3      20       2      20
//	k = 11  3  4  5  4  3  0  1  0  3      23       2      23
//	exact   3  4  5  5  5  1  5  3  3      34       1      35
//
// Up to level 3 a copy has the very fingerprint of its source, so k = 0 finds it
// with one look-up; beyond, the exact search is needed. The same in published
// sets: ConPlag raw, ConPlag template-free, VK Cup 2015.
//
//	set     copies  honest  ranked  copies  honest  ranked  copies  honest  ranked
//	pairs       65     165      42      65     165      44      75    9585      76
//	k = 0       17       0      17      14       0      14      24       0      24
//	k = 1       17       0      17      14       0      14      30       0      30
//	k = 2       17       0      17      16       0      16      36       0      36
//	k = 3       17       0      17      16       0      16      36       0      36
//	k = 4       19       0      19      18       0      18      44       0      44
//	k = 5       20       0      20      19       0      19      51       0      51
//	k = 6       21       0      21      22       0      22      58       0      58
//	k = 7       23       0      23      28       0      28      60       0      60
//	k = 8       26       0      26      29       0      29      66       0      66
//	k = 9       26       0      26      30       0      30      71       0      71
//	k = 10      30       0      30      31       0      31      71       0      71
//	k = 11      31       0      30      31       0      31      71       0      71
//	exact       41       1      42      43       1      44      75       1      76
//
// # Samples
//
// [Sample] is what the archive knows of the parts of a program: a few of its
// shingles. A program that has a copied function, or a copy with changes all
// over, shares some of them with its source. How many of 100 made copies have
// their source, or another attempt of its author, among the first 50 of 50,000
// programs that share most with them, each shared shingle counted by its rarity
// and none that over 512 have; the queries are sampled as the programs are:
//
//	shingles of    sampled of each     a program  functions  loops    functions  dead code after    all of these,  copied parts of
//	               program                        reordered  changed  split      10, 50, 100%       dead after 20%  80, 40, 20%
//	12, all                      291   98         99         96       93         97   90   81       88              98   80   57
//	12, winnow 8                  65   97         98         97       93         97   85   73       86              98   78   51
//	12, winnow 16                 33   96         97         92       87         97   85   61       77              94   73   52
//	12, winnow 32                 16   94         94         86       75         96   75   52       60              93   69   39
//	12, every 8th hash            39   96         96         93       87         95   78   58       79              95   72   45
//	12, every 16th hash           18   95         94         87       82         91   73   55       76              89   56   40
//	12, lowest 32 hashes          32   56         55         55       29         51   27   17       37              40   17    4
//	8, winnow 16                  33   92         89         85       80         89   70   47       66              87   60   37
//	10, winnow 16                 33   95         96         89       85         96   77   54       78              89   74   46
//
// The 50,000 are 13,008 programs of 60 tokens and more for one problem, and
// others made of them by putting functions of one in place of functions of
// another; the copies were made of their tokens. That even the exact search
// misses some is because they are of what thousands have: short programs, and
// parts of templates. Winnowing (Schleimer, Wilkerson and Aiken 2003) finds more
// than taking the hashes that 8 or 16 divides (Manber 1994) does at the same
// size, and promises what it finds; the lowest hashes of a whole program (Broder
// 1997) tell how alike two are, but not that one is in the other. Shingles of 16
// tokens find about as many of these, for they are rarer; but of the labelled
// copies, which people made (see above: all levels, and both other sets), all
// share 4 sampled shingles of 12 tokens or more, and not of 14 or 16. To choose
// those first whose tokens tell something samples twice as many and finds no
// more.
//
// 32 bits of a hash are enough: a sampled shingle is taken for one of 50 million
// others, those of some 10 million programs, with a probability of .012, and what
// is found is compared with the query itself.
//
// # What both channels find
//
// Of 100 planted copies of each kind, how many have their source, or another
// attempt of its author, among the candidates: the 50 programs with the nearest
// fingerprints within k bits, and the 50 that share most of their samples. Exact
// is a search that knows every shingle of 10 tokens of every program, each counted
// by the square of its rarity, as pairs are scored: its first 50.
//
//	copies                              k = 3  k = 8  sample  either  exact
//	1-3: comments, layout, names          100    100     100     100    100
//	4: functions in another order          95     99      99     100    100
//	5: loops rewritten                      1     22      96      97    100
//	6: functions split                      3     58      96      97    100
//	7: 10% dead statements                 13     43      96      97    100
//	7: 50% dead statements                  0      2      92      92    100
//	7: dead after every statement           0      0      71      71     91
//	4 to 7 at once, 20% dead                0      0      86      86     98
//	8: below another whole program          0      6      90      90     95
//	a part, 80% of the program              3     31      99     100     99
//	a part, 40% of the program              0      0      76      76     83
//	a part, 20% of the program              0      0      63      63     61
//	the same, 20% dead statements           0      1      60      60     64
//
// The archive holds 50,000 programs: 12,971 that people wrote for one problem,
// and others that have members of one of these in place of members of another. So
// this is as crowded as an archive gets: much that was copied, templates above
// all, stands in dozens of programs besides the source, which is why the exact
// search loses parts too. The numbers are the levels of testdata/README.md; these
// copies were disguised by rules that work on their tokens. Of what people
// disguised, all 36 labelled copies in testdata/submissions are found, by their
// samples at every level; see the tests of internal/search, which measure both.
//
// What it costs: 33 sampled shingles for a program of 400 tokens, which take 462
// bytes in PostgreSQL with all indexes. Among 208,128 programs of 16 problems, to
// look up a program's shingles takes 1.4 ms (median; 4.5 in 99 of 100) through pgx;
// those of a whole contest of 13,008 programs, 28,752 shingles, take 0.6 s.
package program
