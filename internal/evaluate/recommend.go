package evaluate

// ShownPairs counts the pairs from a suspicion on.
type ShownPairs struct {
	Threshold Number `json:"threshold"`
	Copies    int    `json:"copies"`
	Honest    int    `json:"honest"`
	// WrongProblems is the number of problems that an honest pair is shown of.
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

// Recommendation is the suspicion from which to look at pairs, chosen by the
// labels.
type Recommendation struct {
	ShownPairs
	F15    Number `json:"f1_5"`
	Reason string `json:"chosen"` // how, in one sentence
}

// recommendThreshold chooses a threshold; nil without copies or without honest pairs to
// choose it by.
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
