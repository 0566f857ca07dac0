package evaluate

// Recommendation is the suspicion from which to look at pairs, chosen by the
// labels.
type Recommendation struct {
	Threshold Number `json:"threshold"`
	F15       Number `json:"f1_5"`
	Copies    int    `json:"copies_at_or_above"`
	Honest    int    `json:"honest_at_or_above"`
	Chosen    string `json:"chosen"` // how, in one sentence
}

// recommend chooses a threshold; nil without copies or without honest pairs to
// choose it by.
func recommend(rows []Row) *Recommendation {
	suspicion := Measures()[0]
	curve := suspicion.curve(rows)
	if curve.copies == 0 || curve.honest == 0 {
		return nil
	}
	f, threshold := curve.Best(beta15)
	r := &Recommendation{
		Threshold: Number(threshold), F15: Number(f),
		Chosen: "Of all thresholds it has the best F1.5 on these labels, where a missed copy weighs more than a look in vain, and it lies midway between the pairs that it parts.",
	}
	for _, row := range rows {
		switch {
		case row.Suspicion < threshold:
		case row.Copied:
			r.Copies++
		default:
			r.Honest++
		}
	}
	return r
}
