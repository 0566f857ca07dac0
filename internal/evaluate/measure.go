package evaluate

import (
	"cmp"
	"math"
	"strings"
)

// measure is a score of pairs to evaluate.
type measure struct {
	Key             string // in JSON
	Name            string // for people
	LowerIsStronger bool   // lower values are more suspicious
	Baseline        bool   // not a score of ojcheck, and not in a file of scores
	value           func(Row) float64
}

// measures returns all measures in the order of display.
func measures() []measure {
	return []measure{
		{Key: "suspicion", Name: "suspicion", value: func(r Row) float64 { return r.Suspicion }},
		{Key: "chance", Name: "chance", LowerIsStronger: true, value: func(r Row) float64 { return r.Chance }},
		{Key: "similarity", Name: "similarity", value: func(r Row) float64 { return r.Similarity }},
		{Key: "max_similarity", Name: "max similarity", value: func(r Row) float64 { return r.MaxSimilarity }},
		{Key: "hamming", Name: "Hamming distance", LowerIsStronger: true, value: func(r Row) float64 { return float64(r.Hamming) }},
		{Key: "shingle_jaccard", Name: "shingle Jaccard", Baseline: true, value: func(r Row) float64 { return r.Jaccard }},
		{Key: "tfidf_cosine", Name: "TF-IDF cosine", Baseline: true, value: func(r Row) float64 { return r.Cosine }},
	}
}

func (m measure) score(row Row) float64 { return m.flip(m.value(row)) }

// flip converts a value to a score and back: it negates both if lower values are more suspicious.
func (m measure) flip(x float64) float64 {
	if m.LowerIsStronger {
		return -x
	}
	return x
}

func (m measure) curve(rows []Row) Curve {
	scores, copied, pairs := make([]float64, len(rows)), make([]bool, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		scores[i], copied[i], pairs[i] = m.score(row), row.Copied, row.pairs()
	}
	return NewCurve(scores, copied, pairs)
}

// Row is a pair with its label and scores. It may also count several honest pairs of a closed set with equal
// scores. Shares are from 0 to 1.
type Row struct {
	Left, Right     string // paths; "" if the row counts pairs
	Pairs           int    // number of pairs that the row counts; 0 stands for 1
	Copied          bool
	Problem         string
	Level           string // of disguise; "" if unknown
	Suspicion       float64
	Chance          float64 // honest pairs expected by chance; may be weakestChance
	Similarity      float64
	MaxSimilarity   float64
	LongestMatch    int // tokens
	MatchedTokens   int
	Hamming         int     // bits; may be MaxDistance
	Jaccard         float64 // the baselines
	Cosine          float64
	NotStoredReason string // why a check would not store the pair; "" for a stored pair
}

func (r Row) pairs() int { return max(1, r.Pairs) }

// MaxDistance is the greatest Hamming distance, so the least suspicious one. Pairs have it if a check does not store them, or if a program
// is too short for a fingerprint.
const MaxDistance = 64

// weakestChance is the least suspicious chance. Pairs that a check does not store have it.
var weakestChance = math.Inf(1)

// compareRows orders rows by left, then right. It orders rows that count pairs by problem, reason and
// suspicion.
func compareRows(a, b Row) int {
	return cmp.Or(strings.Compare(a.Left, b.Left), strings.Compare(a.Right, b.Right), strings.Compare(a.Problem, b.Problem),
		strings.Compare(a.NotStoredReason, b.NotStoredReason), cmp.Compare(a.Suspicion, b.Suspicion), cmp.Compare(a.Pairs, b.Pairs))
}

// ListedPairs counts the pairs that a check with these two thresholds would list.
type ListedPairs struct {
	Threshold Number `json:"threshold"`
	MaxChance Number `json:"max_chance"` // 0 for no limit
	Copies    int    `json:"copies"`
	Honest    int    `json:"honest"`
	// ProblemsWithHonest counts the problems with an honest pair.
	ProblemsWithHonest int `json:"problems_with_honest"`
}

func countListed(threshold, maxChance float64, rows []Row) ListedPairs {
	s := ListedPairs{Threshold: Number(threshold), MaxChance: Number(maxChance)}
	wrong := make(map[string]bool)
	for _, row := range rows {
		switch {
		case row.Suspicion < threshold, maxChance > 0 && row.Chance > maxChance, row.NotStoredReason == reasonBeyondBound:
		case row.Copied:
			s.Copies += row.pairs()
		default:
			s.Honest += row.pairs()
			wrong[row.Problem] = true
		}
	}
	s.ProblemsWithHonest = len(wrong)
	return s
}

// Recommendation is the threshold that fits the labels.
type Recommendation struct {
	ListedPairs
	F15    Number `json:"f1_5"`
	Reason string `json:"chosen"` // one sentence
}

// recommendThreshold chooses a threshold; nil without copies or without honest pairs.
func recommendThreshold(rows []Row) *Recommendation {
	suspicion := measures()[0]
	curve := suspicion.curve(rows)
	if curve.copies == 0 || curve.honest == 0 {
		return nil
	}
	f, threshold := curve.BestF(betas[1])
	return &Recommendation{
		ListedPairs: countListed(threshold, 0, rows), F15: Number(f),
		Reason: "It has the best F1.5 on these labels: a missed copy is worse than a useless review.",
	}
}
