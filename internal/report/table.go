package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/text"
)

// listed is a pair in its document.
type listed struct {
	Document
	contest.Pair
}

var columns = []column[listed]{
	{name: "rank", value: func(p listed) string { return strconv.Itoa(p.Rank) }},
	{name: "problem", text: true, value: func(p listed) string { return p.Problem }},
	{name: "language", text: true, value: func(p listed) string { return p.Language }},
	{name: "left", text: true, value: func(p listed) string { return p.Left.Participant }},
	{name: "right", text: true, value: listed.right},
	{name: "suspicion", value: func(p listed) string { return text.Score(p.Suspicion) }},
	{name: "percentile", minor: true, value: func(p listed) string { return p.shortPercentile(p.Pair, "-") }},
	{name: "z_score", minor: true, value: func(p listed) string { return known(p.ZScore, evidence.ZScore, "-") }},
	{name: "similarity", value: func(p listed) string { return text.Percent(p.Similarity) }},
	{name: "max", value: func(p listed) string { return text.Percent(p.MaxSimilarity) }},
	{name: "longest", minor: true, value: func(p listed) string { return strconv.Itoa(p.LongestMatch) }},
	{name: "tokens", minor: true, value: func(p listed) string { return strconv.Itoa(p.MatchedTokens) }},
}

// right names the right participant, and the earlier contest if it is of one.
func (p listed) right() string {
	if earlier := evidence.EarlierContest(p.Right); earlier != "" {
		return p.Right.Participant + " (" + earlier + ")"
	}
	return p.Right.Participant
}

// known writes a figure, or a dash where it is not known.
func known(x *float64, write func(float64) string, dash string) string {
	if x == nil {
		return dash
	}
	return write(*x)
}

// Table writes the pairs as a table: max is the maximum similarity, longest and
// tokens are the tokens of the longest match and of all matches. It is made to
// fit a terminal of so many columns; a width of 0 cuts nothing.
func Table(w io.Writer, d Document, width int) error {
	out := bufio.NewWriter(w)
	if nothing := d.Check.Summary.EmptyReason(); nothing != "" {
		fmt.Fprintln(out, nothing)
		return out.Flush()
	}
	if len(d.Pairs) == 0 {
		// Below Keep nothing is stored, so nothing is known of it either.
		fmt.Fprintf(out, "No pair reaches a suspicion of %v.\n", max(d.Check.Parameters.Threshold, d.Check.Parameters.Keep))
		return out.Flush()
	}
	items := make([]listed, len(d.Pairs))
	for i, p := range d.Pairs {
		items[i] = listed{d, p}
	}
	writeTable(out, columns, items, width)
	if simple := evidence.TooSimple(d.Problems); simple != "" {
		fmt.Fprintf(out, "\n%s\n", simple)
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}
