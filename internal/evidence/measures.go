package evidence

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// measure is one score of a pair with its meaning.
type measure struct {
	Name    string
	Value   string
	Share   float64 // from 0 to 1, or -1 if it is not a share
	Meaning string
}

// measures lists the scores of a pair in order of importance. The percentile is a share of
// the given number of other pairs, see OtherPairs.
func measures(s contest.Scores, others int64, left, right string) []measure {
	hamming, nearness := "none", "No distance: a program this short has no fingerprint."
	if s.Hamming != nil {
		hamming = text.Count(*s.Hamming, "bit")
		nearness = "Bits of 64 in which the fingerprints of the two differ; 3 or fewer mean near-duplicates."
	}
	percentile, z, above := "–", "–", -1.
	const few = "Not told: there are too few pairs to say what is usual, or the check is of an older version."
	ofPercentile, ofZ := few, few
	if s.Percentile != nil {
		percentile, above = Percentile(*s.Percentile, others), *s.Percentile
		ofPercentile = "The share of the other pairs of this problem and language that are less suspicious."
	}
	if s.ZScore != nil {
		z = ZScore(*s.ZScore)
		ofZ = "How far the suspicion is from that of the typical pair, measured by how far pairs usually are (modified z-score); from 3.5 on, values are called outliers."
	}
	list := []measure{
		{"Suspicion", text.Score(s.Suspicion), s.Suspicion,
			"What the ranking sorts by: how much of both programs' own code is found in both, with or without the names in it, mostly of the one that is covered more. Code that few others have counts most; short programs, the more so of simple problems, count less."},
		{"Percentile", percentile, above, ofPercentile},
		{"z-score", z, -1, ofZ},
		{"Similarity", text.Percent(s.Similarity), s.Similarity,
			"The share of both programs' own tokens that lie in matches."},
		{"Coverage of " + text.Visible(left), text.Percent(s.CoverageLeft), s.CoverageLeft,
			"The share of the left program's own tokens that the right one has too. The larger of the two coverages is the maximum similarity: it finds a small program inside a large one."},
		{"Coverage of " + text.Visible(right), text.Percent(s.CoverageRight), s.CoverageRight,
			"The share of the right program's own tokens that the left one has too."},
		{"Longest match", text.Count(s.LongestMatch, "token"), -1,
			"The tokens that are the same in both, of the match that has most. What stands in its gaps does not count."},
		{"Matched tokens", text.Thousands(int64(s.MatchedTokens)), -1,
			"The tokens of all matches together, counted once."},
		{"Hamming distance", hamming, -1, nearness},
	}
	if s.SharedTemplate > 0 {
		list = append(list, measure{"Template of both", text.Count(s.SharedTemplate, "token"), s.SharedTemplateScore,
			"What both repeat in their other problems, and " + templateOwners(s.SharedTemplateOthers) +
				": it may be a library that somebody published, or code that went from one to the other. It is no part of the suspicion; its own score is " + text.Score(s.SharedTemplateScore) + ", from 0 to 1, high where it is long and few others have it."})
	}
	return list
}

// barWidth formats a share in units of 100.
func barWidth(share float64) string {
	return units(100 * min(max(share, 0), 1))
}
