package evaluate

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Curve has the counts at each threshold of a score, for the ROC curve and the precision-recall curve.
type Curve struct {
	points         []point
	copies, honest int
}

// point has the counts at the threshold score.
type point struct {
	score  float64
	tp, fp int // copies and honest pairs with at least this score
}

// NewCurve makes the curve of scores. Higher scores are more suspicious. Element i of scores, copied and pairs is one row:
// it stands for pairs[i] pairs, or for one pair if pairs is nil. The order of the rows does not matter.
func NewCurve(scores []float64, copied []bool, pairs []int) Curve {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var c Curve
	for n, i := range order {
		if n == 0 || scores[i] != c.points[len(c.points)-1].score {
			c.points = append(c.points, point{scores[i], c.copies, c.honest})
		}
		count := 1
		if pairs != nil {
			count = pairs[i]
		}
		if copied[i] {
			c.copies += count
		} else {
			c.honest += count
		}
		last := &c.points[len(c.points)-1]
		last.tp, last.fp = c.copies, c.honest
	}
	return c
}

// AUC returns the area under the ROC curve, 0 to 1; NaN without copies or without honest pairs.
func (c Curve) AUC() float64 {
	if c.copies == 0 || c.honest == 0 {
		return math.NaN()
	}
	var copiesAbove float64 // the sum, over all honest pairs, of the copies above each; a tie counts half
	var previous point
	for _, p := range c.points {
		copies, honest := p.tp-previous.tp, p.fp-previous.fp
		copiesAbove += float64(honest) * (float64(previous.tp) + float64(copies)/2)
		previous = p
	}
	return copiesAbove / (float64(c.copies) * float64(c.honest))
}

// AveragePrecision returns the area under the precision-recall curve as steps, 0 to 1; NaN without copies.
func (c Curve) AveragePrecision() float64 {
	if c.copies == 0 {
		return math.NaN()
	}
	sum, tpBefore := 0.0, 0
	for _, p := range c.points {
		sum += float64(p.tp-tpBefore) * float64(p.tp) / float64(p.tp+p.fp)
		tpBefore = p.tp
	}
	return sum / float64(c.copies)
}

// RecallAt returns the highest recall, 0 to 1, over the thresholds with at most the given rate of false
// positives. It returns NaN without copies or without honest pairs.
func (c Curve) RecallAt(falsePositives float64) float64 {
	if c.copies == 0 || c.honest == 0 {
		return math.NaN()
	}
	found := 0
	for _, p := range c.points {
		if float64(p.fp) > falsePositives*float64(c.honest) {
			break
		}
		found = p.tp
	}
	return float64(found) / float64(c.copies)
}

// RPrecision returns the share of copies among the n highest scores, 0 to 1, where n is the number of copies;
// NaN without copies.
func (c Curve) RPrecision() float64 {
	if c.copies == 0 {
		return math.NaN()
	}
	var previous point
	for _, p := range c.points {
		reached := p.tp + p.fp
		if reached < c.copies {
			previous = p
			continue
		}
		tied := reached - previous.tp - previous.fp
		counted := c.copies - previous.tp - previous.fp // of the tied pairs
		return (float64(previous.tp) + float64(counted)*float64(p.tp-previous.tp)/float64(tied)) / float64(c.copies)
	}
	return math.NaN() // unreachable: the last point includes all pairs
}

// BestF returns the highest F-beta and its threshold. Without copies, F is NaN and the threshold infinite.
func (c Curve) BestF(beta float64) (f, threshold float64) {
	if c.copies == 0 {
		return math.NaN(), math.Inf(1)
	}
	best := -1
	for i, p := range c.points {
		if value := (outcome{p.tp, p.fp, c.copies - p.tp}).f(beta); best < 0 || value > f {
			best, f = i, value
		}
	}
	if best == len(c.points)-1 {
		return f, c.points[best].score
	}
	return f, thresholdBetween(c.points[best+1].score, c.points[best].score)
}

// thresholdBetween returns the middle of two scores, rounded to as few decimals as possible, but at least
// two. The result is above lower, and not above upper.
func thresholdBetween(lower, upper float64) float64 {
	if math.IsInf(lower, -1) {
		return upper
	}
	middle := lower + (upper-lower)/2
	for decimals := 2; decimals < 9; decimals++ {
		short, err := strconv.ParseFloat(strconv.FormatFloat(middle, 'f', decimals, 64), 64)
		if err == nil && lower < short && short <= upper {
			return short
		}
	}
	return upper
}

// outcome counts the pairs that are rightly or wrongly called copied, and the copies that are not.
type outcome struct {
	TP int // copies called copied
	FP int // honest pairs called copied
	FN int // copies missed
}

// add counts some pairs that all have the label copied. called says whether they are called copied.
func (o *outcome) add(pairs int, copied, called bool) {
	switch {
	case copied && called:
		o.TP += pairs
	case called:
		o.FP += pairs
	case copied:
		o.FN += pairs
	}
}

// f returns the F-beta score, 0 to 1: 0 if no copy was called copied.
func (o outcome) f(beta float64) float64 {
	if o.TP == 0 {
		return 0
	}
	b2 := beta * beta
	tp := (1 + b2) * float64(o.TP)
	return tp / (tp + b2*float64(o.FN) + float64(o.FP))
}
