package contestbench

import "math"

// Growth is how time grows from one size to the next.
type Growth struct {
	From int     `json:"from"` // submissions
	To   int     `json:"to"`
	Time float64 `json:"time"` // exponent of the time that passes, without reading
	CPU  float64 `json:"cpu"`  // exponent of the processor time
}

// growth compares the sizes, each with the one before, and, where there are
// more than two, the last with the first.
func growth(sizes []Size) []Growth {
	list := []Growth{}
	for i := 1; i < len(sizes); i++ {
		list = append(list, between(sizes[i-1], sizes[i]))
	}
	if len(sizes) > 2 {
		list = append(list, between(sizes[0], sizes[len(sizes)-1]))
	}
	return list
}

func between(a, b Size) Growth {
	n, m := float64(a.Submissions), float64(b.Submissions)
	return Growth{
		From: a.Submissions, To: b.Submissions,
		Time: exponent(n, m, a.Total-a.Reading, b.Total-b.Reading),
		CPU:  exponent(n, m, a.CPU, b.CPU),
	}
}

// exponent is e such that a time that goes from t1 to t2 while a number goes
// from n1 to n2 grows as its e-th power; 0 where that cannot be told.
func exponent(n1, n2, t1, t2 float64) float64 {
	if t1 <= 0 || t2 <= 0 || n1 <= 0 || n2 <= 0 || n1 == n2 {
		return 0
	}
	return math.Round(math.Log(t2/t1)/math.Log(n2/n1)*100) / 100
}
