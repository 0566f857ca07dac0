package evaluate_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/evaluate"
)

var (
	constants  = flag.String("constants", "", "measure the constants of package pairs whose names match this regular expression; all of them take an hour")
	figureFile = flag.String("figures", "", "write the figures of each set to this file, for -constants")
)

// constant is a constant of package pairs, with a lower and a higher value to measure.
type constant struct {
	name, file    string
	code          string // where file sets it, with %s for the value
	lower, higher string // "-" for none
	figure        string // what it is for: a key of setFigures
}

// tunedConstants are the constants whose figures are in docs/suspicion.md.
var tunedConstants = func() []constant {
	var list []constant
	add := func(figure, file string, rows ...string) {
		for _, row := range rows {
			code, values, _ := strings.Cut(row, " | ")
			lower, higher, _ := strings.Cut(values, " ")
			name := strings.Fields(code)[0]
			if variable, field, ok := strings.Cut(code, ": "); ok {
				name, code = variable, field
			}
			list = append(list, constant{name, file, code, lower, higher, figure})
		}
	}
	add("suspicion", "suspicion.go",
		"structureHigh = %s | 0.2 0.4", "wordingHigh = %s | 0.4 0.6",
		"structureHalf = %s | 28 56", "wordingHalf = %s | 28 56",
		"plainHalf = %s | 32 63", "plainFloor = %s | 0.35 0.65",
		"commonHalf = %s | 7 14", "commonFloor = %s | 0 0.1",
		"variableHalf = %s | 14 28", "fewVariables = %s | 2.5 10",
		"smallLowering = %s | 0.15 0.35", "maxRaise = %s | 0.35 0.7",
		"maxCommonFactor = %s | 0.5 0.7", "tinyPool = %s | 12 50", "alikeHalf = %s | 28 56", "alikeFloor = %s | 0.4 0.6", "alikeSlope = %s | 1 3", "smallPool = %s | 125 375", "simplicityScale = %s | 0.5 2",
		"highShare = %s | 0.6 0.8", "largeLowering = %s | 0.3 0.5", "largePool = %s | 375 1000",
		"acrossRaise = %s | 0.5 -")
	add("suspicion", "rarity.go",
		"maxRarity = %s << fractionBits | 5 7", "minRarity = (1 << fractionBits) / %s | 8 2",
		"manyParticipants = %s | 200 800", "maxElsewhere = %s | 5 20")
	add("suspicion", "index.go", "MaxTimes = %s | 5 11")
	add("suspicion", "simplicity.go", "simpleSize = %s | 40 80", "complexSize = %s | 90 160")
	add("chance", "chance.go",
		"tailFloor = %s | 0.70 0.90", "tailEnd = %s | 0.94 0.99",
		"floorPrior = %s | 15 60", "scalePrior = %s | 25 100", "tailAttempts = %s | 1 -",
		"MinTailPairs = %s | 50 200", "crowdBits = %s | 3 5", "crowdRare = %s | 10 40",
		"honestSuspicion.floor: honestTail{-3.5, %s, -1, | -3 -2", "honestSuspicion.scale: %s, 0.65} | 0.45 0.65",
		"honestRare.floor: honestTail{1, %s, 6, | 1.8 2.6", "honestRare.scale: %s, 0.35} | 0.24 0.32")
	add("similarity", "chain.go", "insertCost = %s | - 2", "replaceCost = %s | 2 8", "maxGapCost = %s | 20 80",
		"minChainTiles = %s | 4 9", "minPiece = %s | 2 4")
	return list
}()

// source returns the file of the constant, and the file's text before the value, the value, and the text after it.
func (c constant) source(t *testing.T) (path, before, value, after string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../pairs", c.file))
	must(t, err)
	text, err := os.ReadFile(path)
	must(t, err)
	quote := func(code string) string { return strings.ReplaceAll(regexp.QuoteMeta(code), " ", `\s+`) }
	start, end, _ := strings.Cut(c.code, "%s")
	found := regexp.MustCompile(quote(start)+`(-?[0-9.]+)`+quote(end)).FindAllSubmatchIndex(text, -1)
	if len(found) != 1 {
		t.Fatalf("%s sets %s %d times, want once", path, c.name, len(found))
	}
	from, to := found[0][2], found[0][3]
	return path, string(text[:from]), string(text[from:to]), string(text[to:])
}

// overlay returns a file for "go build -overlay" that gives the constant another value.
func (c constant) overlay(t *testing.T, value string) string {
	t.Helper()
	path, before, _, after := c.source(t)
	changed := filepath.Join(t.TempDir(), c.file)
	must(t, os.WriteFile(changed, []byte(before+value+after), 0o644))
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	must(t, err)
	file := filepath.Join(t.TempDir(), "overlay.json")
	must(t, os.WriteFile(file, list, 0o644))
	return file
}

// setFigures are the figures of each set: the average precision of suspicion and of similarity, and
// the F1 of the pairs with a chance of at most 1.
type setFigures map[string]map[string]float64

// measure builds this test with another value of the constant, and returns what it measures.
func (c constant) measure(t *testing.T, value string) (figures setFigures) {
	t.Helper()
	binary, out := filepath.Join(t.TempDir(), "evaluate.test"), filepath.Join(t.TempDir(), "figures.json")
	for _, command := range [][]string{
		{"go", "test", "-c", "-overlay", c.overlay(t, value), "-o", binary, "."},
		{binary, "-test.run", "^TestFiguresOfConstants$", "-figures", out},
	} {
		if text, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s = %s: %v\n%s", c.name, value, err, text)
		}
	}
	content, err := os.ReadFile(out)
	must(t, err)
	must(t, json.Unmarshal(content, &figures))
	return figures
}

// TestFiguresOfConstants writes the figures of all sets to a file. TestConstants runs it once for each value.
func TestFiguresOfConstants(t *testing.T) {
	if *figureFile == "" {
		t.Skip("run with -figures")
	}
	figures := setFigures{"suspicion": {}, "chance": {}, "similarity": {}}
	for _, set := range append(publishedSets(t, allSets...), ownSet, translatedSet(t)) {
		r := score(t, set).Evaluate(evaluate.Options{Folds: 5})
		for _, m := range r.Measures {
			if m.Measure == "suspicion" || m.Measure == "similarity" {
				figures[m.Measure][set.name] = float64(m.AP)
			}
		}
		listed := r.OneByChance
		figures["chance"][set.name] = float64(2*listed.Copies) / float64(listed.Copies+listed.Honest+r.Copies)
	}
	content, err := json.Marshal(figures)
	must(t, err)
	must(t, os.WriteFile(*figureFile, content, 0o644))
}

// translatedSet returns the labelled contest with the translations beside it. A translation is a copy of its
// original, of the copies of this original, and of other translations of it.
func translatedSet(t *testing.T) labelledSet {
	t.Helper()
	dir := t.TempDir()
	for _, source := range []string{submissions, "../../testdata/translations"} {
		must(t, os.CopyFS(filepath.Join(dir, filepath.Base(source)), os.DirFS(source)))
	}
	_, labels := ownSet.read(t)
	copies := make(map[string][]string) // by folder of the participant
	var table strings.Builder
	fmt.Fprintln(&table, "left,right,label,problem")
	write := func(left, right string, copied bool) {
		label := map[bool]int{true: 1}[copied]
		fmt.Fprintf(&table, "%s,%s,%d,%s\n", left, right, label, strings.Split(left, "/")[1])
	}
	for _, l := range labels {
		write("submissions/"+l.Left, "submissions/"+l.Right, l.Copied)
		if left, right := filepath.Dir(l.Left), filepath.Dir(l.Right); l.Copied {
			copies[left], copies[right] = append(copies[left], right), append(copies[right], left)
		}
	}
	glob := func(pattern string) []string {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files are called %s: %v", pattern, err)
		}
		for i := range files {
			files[i] = strings.TrimPrefix(filepath.ToSlash(files[i]), filepath.ToSlash(dir)+"/")
		}
		return files
	}
	translations := glob("translations/*/*/*")
	original := func(path string) string {
		folder := strings.Split(filepath.Dir(path), "/")
		name, _, _ := strings.Cut(folder[2], "-")
		return folder[1] + "/" + name
	}
	for i, left := range translations {
		for _, right := range append(glob("submissions/"+strings.Split(left, "/")[1]+"/*/*"), translations[i+1:]...) {
			if strings.Split(left, "/")[1] != strings.Split(right, "/")[1] || filepath.Ext(left) == filepath.Ext(right) {
				continue
			}
			write(left, right, original(left) == original(right) || slices.Contains(copies[original(left)], original(right)))
		}
	}
	pairs := filepath.Join(t.TempDir(), "pairs.csv")
	must(t, os.WriteFile(pairs, []byte(table.String()), 0o644))
	return labelledSet{name: "translations", files: dir, pairs: pairs}
}

// TestConstants prints how the figures change in thousandths if a constant has another value: their mean over the sets, how a set
// changes on average if the others choose the value, and each set. docs/suspicion.md quotes it.
func TestConstants(t *testing.T) {
	if *constants == "" {
		t.Skip("run with -v, -timeout 0 and -constants ., and with $OJCHECK_DATA as for the published sets")
	}
	publishedSets(t, allSets...)
	wanted := regexp.MustCompile(*constants)
	var now setFigures
	fmt.Printf("%-22s %-6s  %-14s  %-14s  %s\n", "constant", "value", "lower", "higher", "one set left out")
	for _, c := range tunedConstants {
		if !wanted.MatchString(c.name) {
			continue
		}
		_, _, value, _ := c.source(t)
		if now == nil {
			now = c.measure(t, value)
		}
		byValue := []map[string]float64{now[c.figure]}
		row := fmt.Sprintf("%-22s %-6s", c.name, value)
		for _, value := range []string{c.lower, c.higher} {
			if value == "-" {
				row += fmt.Sprintf("  %-14s", "")
				continue
			}
			figures := c.measure(t, value)[c.figure]
			byValue = append(byValue, figures)
			row += fmt.Sprintf("  %-6s %7s", value, thousandths(meanChange(byValue[0], figures, "")))
		}
		leftOut := 0.0
		for set := range byValue[0] {
			best := slices.MaxFunc(byValue, func(a, b map[string]float64) int {
				return compareMeans(meanChange(byValue[0], a, set), meanChange(byValue[0], b, set))
			})
			leftOut += best[set] - byValue[0][set]
		}
		fmt.Printf("%s  %16s", row, thousandths(leftOut/float64(len(byValue[0]))))
		for _, figures := range byValue[1:] {
			for _, set := range slices.Sorted(maps.Keys(figures)) {
				if change := thousandths(figures[set] - byValue[0][set]); change != "." {
					fmt.Printf("  %s %s", set, change)
				}
			}
			fmt.Print("  |")
		}
		fmt.Println()
	}
}

// meanChange returns the mean change of the sets' figures, without the set that is left out.
func meanChange(from, to map[string]float64, leftOut string) float64 {
	sum, n := 0.0, 0
	for _, set := range slices.Sorted(maps.Keys(from)) {
		if set != leftOut {
			sum += to[set] - from[set]
			n++
		}
	}
	return sum / float64(n)
}

// compareMeans compares two means, which are equal if rounding may explain their difference.
func compareMeans(a, b float64) int {
	switch {
	case a < b-1e-9:
		return -1
	case a > b+1e-9:
		return 1
	}
	return 0
}

// thousandths returns a change in thousandths with its sign, or a dot.
func thousandths(change float64) string {
	if text := fmt.Sprintf("%+.1f", change*1000); text != "+0.0" && text != "-0.0" {
		return text
	}
	return "."
}
