package evaluate

// Measure is a score that is measured here.
type Measure struct {
	Key             string // in JSON
	Name            string // for people
	LowerIsStronger bool   // the lower the more suspicious
	Baseline        bool   // not of ojcheck, and not in a file of scores
	value           func(Row) float64
}

// Measures are all measures, in the order in which they are shown.
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

// score is the value of a row, turned so that more is more suspicious.
func (m Measure) score(row Row) float64 {
	if m.LowerIsStronger {
		return -m.value(row)
	}
	return m.value(row)
}

// threshold turns a threshold on scores into one on values.
func (m Measure) threshold(score float64) float64 {
	if m.LowerIsStronger {
		return -score
	}
	return score
}

// curve is the curve of the measure over rows.
func (m Measure) curve(rows []Row) Curve {
	scores, copied := make([]float64, len(rows)), make([]bool, len(rows))
	for i, row := range rows {
		scores[i], copied[i] = m.score(row), row.Copied
	}
	return NewCurve(scores, copied)
}
