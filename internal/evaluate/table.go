package evaluate

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/text"
)

// figureColumns are the columns of a table of figures, after the measure.
var figureColumns = []struct {
	name  string
	value func(Figures) string
}{
	{"AUC", func(f Figures) string { return decimals(f.AUC, 4) }},
	{"AP", func(f Figures) string { return decimals(f.AP, 4) }},
	{"F1", func(f Figures) string { return decimals(f.BestF1, 3) }},
	{"from", func(f Figures) string { return threshold(f, f.BestF1Threshold) }},
	{"F1.5", func(f Figures) string { return decimals(f.BestF15, 3) }},
	{"from", func(f Figures) string { return threshold(f, f.BestF15Threshold) }},
	{"F1*", func(f Figures) string { return decimals(f.LearnedF1, 3) }},
	{"F1.5*", func(f Figures) string { return decimals(f.LearnedF15, 3) }},
	{"rec@1%", func(f Figures) string { return decimals(f.RecallAt1, 3) }},
	{"rec@.1%", func(f Figures) string { return decimals(f.RecallAt01, 3) }},
	{"prec@n", func(f Figures) string { return decimals(f.RPrecision, 3) }},
}

func decimals(n Number, places int) string {
	if !n.defined() {
		return "-"
	}
	return strconv.FormatFloat(float64(n), 'f', places, 64)
}

// threshold writes a threshold, with "<=" if lower values are more suspicious.
func threshold(f Figures, at Number) string {
	if !at.defined() {
		return "-"
	}
	short, _ := strconv.ParseFloat(decimals(at, 4), 64)
	if f.lowerIsStronger {
		return "<=" + text.Decimal(short)
	}
	return text.Decimal(short)
}

func countCopies(n int) string { return text.Thousands(n) + " " + text.Plural(n, "copy", "copies") }

// Table writes the report for a terminal.
func (r *Report) Table(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s of %s among %s: %s, %s honest\n",
		text.Count(r.Pairs, "labelled pair"), text.Count(r.Problems, "problem"), text.Count(r.Files, "file"), countCopies(r.Copies), text.Thousands(r.Honest))
	r.writeContradictions(out)
	r.writeNotStored(out)

	writeFigures(out, "All pairs", r.Measures)
	fmt.Fprintf(out, `
AUC is ROC-AUC, AP average precision; F1 and F1.5 are the best of all thresholds, with
the threshold; F1* and F1.5* are at thresholds learned from %s;
rec@ is the recall at so many false positives, prec@n the precision among the n highest
scores for n copies. Chance is the number of honest pairs of the problem that are expected
by chance to be like this one. Shingle Jaccard and TF-IDF cosine are baselines.
`, r.ThresholdSource)
	r.writeListed(out)
	r.writeRecommendation(out)
	for _, g := range r.ByProblem {
		title := fmt.Sprintf("Problem %s: %s, %s honest", text.Visible(g.Name), countCopies(g.Copies), text.Thousands(g.Honest))
		if g.Copies == 0 {
			fmt.Fprintf(out, "\n%s: nothing to measure\n", title)
			continue
		}
		writeFigures(out, title, g.Measures)
	}
	for _, g := range r.ByLevel {
		title := fmt.Sprintf("Level %s: its %s against all %s", text.Visible(g.Name), countCopies(g.Copies), text.Count(g.Honest, "honest pair"))
		writeFigures(out, title, g.Measures)
	}
	return out.Flush()
}

// writeContradictions names the first pairs that were left out.
func (r *Report) writeContradictions(out *bufio.Writer) {
	const maxNamed = 10
	if len(r.Contradictions) == 0 {
		return
	}
	fmt.Fprintf(out, "%s left out, since the labels contradict themselves:\n", text.Count(len(r.Contradictions), "honest pair"))
	for i, c := range r.Contradictions {
		if i == maxNamed {
			fmt.Fprintf(out, "  and %d more, which --format json lists\n", len(r.Contradictions)-maxNamed)
			break
		}
		fmt.Fprintf(out, "  %s and %s: %s\n", text.Visible(c.Left), text.Visible(c.Right), c.Reason)
	}
}

func (r *Report) writeNotStored(out *bufio.Writer) {
	if len(r.NotStored) == 0 {
		fmt.Fprintln(out, "check would store all of them")
		return
	}
	grid := [][]string{{"copies", "honest", "why"}}
	total := 0
	for _, pairs := range r.NotStored {
		total += pairs.Copies + pairs.Honest
		grid = append(grid, []string{strconv.Itoa(pairs.Copies), strconv.Itoa(pairs.Honest), pairs.Reason})
	}
	fmt.Fprintf(out, "check would not store %d of them:\n", total)
	writeGrid(out, "rrl", grid)
}

func (r *Report) writeListed(out *bufio.Writer) {
	fmt.Fprintf(out, "\nListed by check, of %s and %s\n", countCopies(r.Copies), text.Count(r.Honest, "honest pair"))
	grid := [][]string{{"", "copies", "recall", "honest", "in problems"}}
	add := func(name string, s ListedPairs) {
		grid = append(grid, []string{
			fmt.Sprintf("%s --threshold %v --max-chance %v", name, float64(s.Threshold), float64(s.MaxChance)),
			strconv.Itoa(s.Copies), decimals(Number(float64(s.Copies)/float64(r.Copies)), 3),
			strconv.Itoa(s.Honest), strconv.Itoa(s.ProblemsWithHonest),
		})
	}
	add("default:", r.Default)
	add("suspicion of 0.5:", r.SuspicionHalf)
	add("one by chance:", r.OneByChance)
	if r.Recommended != nil {
		add("recommended:", r.Recommended.ListedPairs)
	}
	writeGrid(out, "l", grid)
}

func (r *Report) writeRecommendation(out *bufio.Writer) {
	rec := r.Recommended
	if rec == nil {
		fmt.Fprintln(out, "No threshold is recommended: that takes labelled copies and honest pairs; --closed counts unlisted pairs as honest.")
		return
	}
	fmt.Fprintf(out, "Recommended: --threshold %v. %s\n", float64(rec.Threshold), rec.Reason)
	if float64(rec.Threshold) < r.Parameters.Keep {
		fmt.Fprintf(out, "check stores no pair below --keep %v: lower that too.\n", r.Parameters.Keep)
	}
}

// writeFigures writes the figures of some pairs below a title.
func writeFigures(out *bufio.Writer, title string, measures []Figures) {
	header := []string{""}
	for _, c := range figureColumns {
		header = append(header, c.name)
	}
	grid := [][]string{header}
	for _, f := range measures {
		row := []string{f.name}
		for _, c := range figureColumns {
			row = append(row, c.value(f))
		}
		grid = append(grid, row)
	}
	fmt.Fprintf(out, "\n%s\n", title)
	writeGrid(out, "l", grid)
}

// writeGrid writes rows in aligned columns. align has l (left) or r (right) for each column; further columns
// are aligned right.
func writeGrid(out *bufio.Writer, align string, grid [][]string) {
	widths := make([]int, len(grid[0]))
	for _, row := range grid {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range grid {
		var line string
		for i, cell := range row {
			width := widths[i]
			if i < len(align) && align[i] == 'l' {
				width = -width
			}
			line += fmt.Sprintf("%*s  ", width, cell) // pads by runes
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}
