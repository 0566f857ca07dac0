package contest

// HistogramBins is the number of equal bins of a Histogram.
const HistogramBins = 50

// Histogram counts all pairs of participants of one problem and language
// family by suspicion: bin i holds those from i/HistogramBins up to, not
// including, (i+1)/HistogramBins; the last holds 1 too. Where problems were
// compared across, Problem is "" and all of them are counted together.
//
// Beside the counts stands what is usual there. Checks of before it was
// counted have 0 Participants.
type Histogram struct {
	Problem  string
	Language string
	Programs int
	Bins     [HistogramBins]int64
	// Sampled says that the pairs below Parameters.Keep were counted by a
	// sample, and Median and MAD with them: there were millions.
	Sampled bool

	// Highest counts the participants by their most suspicious pair, in bins like
	// those of Bins; only pairs within the contest count. Who has none of
	// Parameters.Keep or more is not among them: see BelowKeep. It is nil in
	// checks of before it was counted.
	Highest []int64

	Participants int
	RarityPool   int     // participants of the contest in Language, among whom the rarity of code was counted; 0 if not known
	Median       float64 // suspicion of the typical pair, 0 to 1
	MAD          float64 // median distance of suspicions from Median, 0 to 1
	TypicalSize  int     // of the participants' programs: distinct shingles of own code
	Simplicity   float64 // of the problem, 0 to 1
	// TooSimple says that different people solve the problem with the same few
	// lines, so that two programs that are alike say little.
	TooSimple bool
}

// Pairs returns the number of pairs counted.
func (h Histogram) Pairs() int64 {
	sum := int64(0)
	for _, n := range h.Bins {
		sum += n
	}
	return sum
}

// BelowKeep returns how many participants have no pair that reaches
// Parameters.Keep. Without Highest, it is not known.
func (h Histogram) BelowStored() int64 {
	n := int64(h.Participants)
	for _, above := range h.Highest {
		n -= above
	}
	return n
}

// HistogramOf returns the histogram that counts a pair.
func HistogramFor(p Pair, histograms []Histogram) (h Histogram, ok bool) {
	for _, h := range histograms {
		if h.Language == p.Language && (h.Problem == p.Problem || h.Problem == "") {
			return h, true
		}
	}
	return Histogram{}, false
}
