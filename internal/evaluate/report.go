package evaluate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Report is the result of an evaluation.
type Report struct {
	// ScoredPairs.Evaluate sets these.
	Files            int                      `json:"files"`
	AlgorithmVersion string                   `json:"algorithm_version"`
	Parameters       contest.Parameters       `json:"parameters"`
	Skipped          []contest.EnglishSkipped `json:"skipped"`
	Default          ListedPairs              `json:"default"`        // pairs that a check with these Parameters lists
	Contradictions   []Contradiction          `json:"contradictions"` // left out if LabelSet.Clean is set

	Problems        int              `json:"problems"`
	Pairs           int              `json:"pairs"`
	Copies          int              `json:"copies"`
	Honest          int              `json:"honest"`
	NotStored       []NotStoredPairs `json:"not_stored"`     // pairs that a check would not store, by reason
	SuspicionHalf   ListedPairs      `json:"suspicion_half"` // from a suspicion of 0.5
	OneByChance     ListedPairs      `json:"one_by_chance"`  // at most one honest pair of each problem is expected by chance
	ThresholdSource string           `json:"learned"`        // source of the learned thresholds
	Measures        []Figures        `json:"measures"`
	ByProblem       []Group          `json:"by_problem,omitempty"`
	ByLevel         []Group          `json:"by_level,omitempty"`
	Recommended     *Recommendation  `json:"recommended"` // nil without copies or without honest pairs
}

// NotStoredPairs counts the pairs that a check would not store for one reason.
type NotStoredPairs struct {
	Reason string `json:"reason"`
	Copies int    `json:"copies"`
	Honest int    `json:"honest"`
}

// Group has the figures of some of the pairs.
type Group struct {
	Name     string    `json:"name"` // of the problem, or of the level
	Copies   int       `json:"copies"`
	Honest   int       `json:"honest"`
	Measures []Figures `json:"measures"`
}

// Figures are the figures of one measure, which the package comment defines.
type Figures struct {
	Measure          string `json:"measure"`
	Baseline         bool   `json:"baseline"`
	AUC              Number `json:"roc_auc"`
	AP               Number `json:"average_precision"`
	BestF1           Number `json:"best_f1"`
	BestF1Threshold  Number `json:"best_f1_threshold"`
	BestF15          Number `json:"best_f1_5"`
	BestF15Threshold Number `json:"best_f1_5_threshold"`
	LearnedF1        Number `json:"learned_f1"`
	LearnedF15       Number `json:"learned_f1_5"`
	RecallAt1        Number `json:"recall_at_1_percent"`
	RecallAt01       Number `json:"recall_at_0_1_percent"`
	RPrecision       Number `json:"precision_at_positives"`
	name             string // for people
	lowerIsStronger  bool
}

// Number is a figure with six decimals in JSON. NaN and the infinities stand for an undefined figure, which
// is null in JSON and "-" for people.
type Number float64

func (n Number) defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.defined() {
		return []byte("null"), nil
	}
	return json.Marshal(math.Round(float64(n)*1e6) / 1e6)
}

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(r); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// countNotStored counts the pairs by reason, the most frequent one first.
func countNotStored(rows []Row) []NotStoredPairs {
	byReason := make(map[string]NotStoredPairs)
	for _, row := range rows {
		counts := byReason[row.NotStoredReason]
		counts.Reason = row.NotStoredReason
		if row.Copied {
			counts.Copies += row.pairs()
		} else {
			counts.Honest += row.pairs()
		}
		byReason[row.NotStoredReason] = counts
	}
	delete(byReason, "") // stored
	list := slices.AppendSeq([]NotStoredPairs{}, maps.Values(byReason))
	slices.SortFunc(list, func(a, b NotStoredPairs) int {
		return cmp.Or(cmp.Compare(b.Copies+b.Honest, a.Copies+a.Honest), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
