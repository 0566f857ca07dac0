package evaluate

import (
	"cmp"
	"strings"
)

// Measure is a score of pairs to evaluate.
type Measure struct {
	Key             string // in JSON
	Name            string // for people
	LowerIsStronger bool   // lower values are more suspicious
	Baseline        bool   // not a score of ojcheck, and not in a file of scores
	value           func(Row) float64
}

// Measures returns all measures in the order of display.
func Measures() []Measure {
	return []Measure{
		{Key: "suspicion", Name: "suspicion", value: func(r Row) float64 { return r.Suspicion }},
		{Key: "similarity", Name: "similarity", value: func(r Row) float64 { return r.Similarity }},
		{Key: "max_similarity", Name: "max similarity", value: func(r Row) float64 { return r.MaxSimilarity }},
		{Key: "hamming", Name: "Hamming distance", LowerIsStronger: true, value: func(r Row) float64 { return float64(r.Hamming) }},
		{Key: "shingle_jaccard", Name: "shingle Jaccard", Baseline: true, value: func(r Row) float64 { return r.Jaccard }},
		{Key: "tfidf_cosine", Name: "TF-IDF cosine", Baseline: true, value: func(r Row) float64 { return r.Cosine }},
	}
}

// score returns the value of a row, negated if lower is more suspicious.
func (m Measure) score(row Row) float64 {
	if m.LowerIsStronger {
		return -m.value(row)
	}
	return m.value(row)
}

// threshold converts a threshold of scores to a threshold of values.
func (m Measure) threshold(score float64) float64 {
	if m.LowerIsStronger {
		return -score
	}
	return score
}

func (m Measure) curve(rows []Row) Curve {
	scores, copied := make([]float64, len(rows)), make([]bool, len(rows))
	for i, row := range rows {
		scores[i], copied[i] = m.score(row), row.Copied
	}
	return NewCurve(scores, copied)
}

// Row is a labelled pair with its scores. Shares are from 0 to 1.
type Row struct {
	Left, Right     string // paths
	Copied          bool
	Problem         string
	Level           string // of disguise; "" if unknown
	Suspicion       float64
	Similarity      float64
	MaxSimilarity   float64
	LongestMatch    int // tokens
	MatchedTokens   int
	Hamming         int     // bits; may be NoDistance
	Jaccard         float64 // the baselines
	Cosine          float64
	NotStoredReason string // why a check would not store the pair; "" if it would
}

// NoDistance is the Hamming distance, the greatest, of pairs in which a program was
// skipped or is too short for a fingerprint.
const NoDistance = 64

// comparePaths orders rows by left, then right.
func comparePaths(a, b Row) int {
	return cmp.Or(strings.Compare(a.Left, b.Left), strings.Compare(a.Right, b.Right))
}

// ShownPairs counts the pairs at or above a threshold of the suspicion.
type ShownPairs struct {
	Threshold Number `json:"threshold"`
	Copies    int    `json:"copies"`
	Honest    int    `json:"honest"`
	// WrongProblems counts the problems with an honest pair.
	WrongProblems int `json:"problems_with_honest"`
}

func countShown(threshold float64, rows []Row) ShownPairs {
	s := ShownPairs{Threshold: Number(threshold)}
	wrong := make(map[string]bool)
	for _, row := range rows {
		switch {
		case row.Suspicion < threshold:
		case row.Copied:
			s.Copies++
		default:
			s.Honest++
			wrong[row.Problem] = true
		}
	}
	s.WrongProblems = len(wrong)
	return s
}

// Recommendation is the threshold that fits the labels.
type Recommendation struct {
	ShownPairs
	F15    Number `json:"f1_5"`
	Reason string `json:"chosen"` // one sentence
}

// recommendThreshold chooses a threshold; nil without copies or without honest pairs.
func recommendThreshold(rows []Row) *Recommendation {
	suspicion := Measures()[0]
	curve := suspicion.curve(rows)
	if curve.copies == 0 || curve.honest == 0 {
		return nil
	}
	f, threshold := curve.Best(beta15)
	return &Recommendation{
		ShownPairs: countShown(threshold, rows), F15: Number(f),
		Reason: "It has the best F1.5 on these labels: a missed copy weighs more than a look in vain.",
	}
}
