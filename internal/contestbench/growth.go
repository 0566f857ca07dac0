package contestbench

import "math"

// Growth is how time grows from one size to the next.
type Growth struct {
	From int     `json:"from"` // submissions
	To   int     `json:"to"`
	Time float64 `json:"time"` // exponent of the time without reading
	CPU  float64 `json:"cpu"`  // exponent of the processor time
}

// growth compares the sizes, each with the one before.
func growth(sizes []Size) []Growth {
	var list []Growth
	for i := 1; i < len(sizes); i++ {
		a, b := sizes[i-1], sizes[i]
		n := func(s Size) float64 { return float64(s.Submissions) }
		list = append(list, Growth{
			From: a.Submissions, To: b.Submissions,
			Time: exponent(n(a), n(b), a.Total-a.Reading, b.Total-b.Reading),
			CPU:  exponent(n(a), n(b), a.CPU, b.CPU),
		})
	}
	return list
}

// exponent is e such that a time that goes from t1 to t2 while a number goes
// from n1 to n2 grows as its e-th power; 0 where that cannot be told.
func exponent(n1, n2, t1, t2 float64) float64 {
	if t1 <= 0 || t2 <= 0 || n1 <= 0 || n2 <= 0 || n1 == n2 {
		return 0
	}
	return math.Round(math.Log(t2/t1)/math.Log(n2/n1)*100) / 100
}
