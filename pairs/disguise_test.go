package pairs

import (
	"encoding/csv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/lexer"
)

// minMatch is the default length of the shortest match of a check, in tokens.
const minMatch = 9

// sample is a program of the labelled contest.
type sample struct {
	path     string // problem/participant/file
	language *lexer.Language
	tokens   []lexer.Token
}

func (s sample) problem() string     { return strings.Split(s.path, "/")[0] }
func (s sample) participant() string { return strings.Split(s.path, "/")[1] }

const contest = "../testdata/submissions"

// samples reads the labelled contest.
func samples(t testing.TB) []sample {
	t.Helper()
	var list []sample
	err := fs.WalkDir(os.DirFS(contest), ".", func(name string, entry fs.DirEntry, err error) error {
		language, ok := lexer.ByPath(name)
		if err != nil || entry.IsDir() || !ok {
			return err
		}
		text, err := os.ReadFile(filepath.Join(contest, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		tokens, err := language.Lex(text)
		list = append(list, sample{name, language, tokens})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// deadCode has statements that do nothing, valid in C++ and in Java.
var deadCode = []string{"int spare = 17;", "int spare = 3 * 4 + 1;", "if (spare > 5) { spare = spare - 1; }"}

// disguise inserts dead code after the statements and braces of a program, and
// shuffles its functions if reorder is set.
func disguise(t *testing.T, s sample, reorder bool, random *rand.Rand) []lexer.Symbol {
	t.Helper()
	var dead [][]lexer.Symbol
	for _, text := range deadCode {
		tokens, err := s.language.Lex([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		dead = append(dead, lexer.Symbols(tokens))
	}
	outermost := 0 // number of open braces around a function
	if s.language.Name == "Java" {
		outermost = 1
	}
	var units [][]lexer.Symbol // functions and the code between them
	var unit []lexer.Symbol
	braces, brackets := 0, 0
	for _, token := range s.tokens {
		unit = append(unit, token.Symbol)
		switch token.Text {
		case "(":
			brackets++
		case ")":
			brackets--
		case "{":
			braces++
		case "}":
			braces--
		}
		if brackets > 0 || !slices.Contains([]string{";", "{", "}"}, token.Text) {
			continue
		}
		if braces > outermost {
			unit = append(unit, dead[random.IntN(len(dead))]...)
		} else if braces == outermost {
			units = append(units, unit)
			unit = nil
		}
	}
	if reorder {
		random.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	}
	return append(slices.Concat(units...), unit...)
}

// tiledTokens counts the tokens that greedy string tiling matches without merging.
func tiledTokens(left, right []lexer.Symbol) int {
	sum := 0
	if len(left) > len(right) {
		left, right = right, left
	}
	for _, tile := range tilesOf(left, right, minMatch) {
		sum += tile.Length
	}
	return sum
}

func mergedTokens(left, right []lexer.Symbol) int {
	return Measure(Matches(left, right, minMatch), len(left), len(right)).MatchedTokens
}

// quantile returns the q-quantile of the values, which it sorts.
func quantile(values []float64, q float64) float64 {
	slices.Sort(values)
	return values[int(q*float64(len(values)-1))]
}

// If dead code is inserted after every statement of a program, and its functions are shuffled, Matches
// still finds most of the program in the copy, and more than without merging.
func TestMatchesFindDisguisedCopies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		reorder bool
		median  float64 // half of the copies match at least this share of the original
		tenth   float64 // nine of ten copies match at least this share
	}{
		{"dead code", false, .90, .78},
		{"dead code, shuffled functions", true, .86, .74},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, 12))
			var tiledShares, mergedShares []float64 // of the original
			for _, s := range samples(t) {
				if extension := path.Ext(s.path); len(s.tokens) < 100 || extension != ".cpp" && extension != ".java" {
					continue
				}
				original, copied := lexer.Symbols(s.tokens), disguise(t, s, test.reorder, random)
				tiled, merged := share(tiledTokens(original, copied), len(original)), share(mergedTokens(original, copied), len(original))
				if merged < tiled {
					t.Errorf("%s: with merging, %.3f of the original match, without %.3f", s.path, merged, tiled)
				}
				tiledShares, mergedShares = append(tiledShares, tiled), append(mergedShares, merged)
			}
			for _, least := range []struct{ quantile, share float64 }{{.5, test.median}, {.1, test.tenth}} {
				tiled, merged := quantile(tiledShares, least.quantile), quantile(mergedShares, least.quantile)
				if merged < least.share || merged < tiled+.08 {
					t.Errorf("%d copies: the %.0f%% quantile of the matched share is %.3f, without merging %.3f; want %.2f or more, and .08 more than without",
						len(mergedShares), 100*least.quantile, merged, tiled, least.share)
				}
			}
		})
	}
}

// Merging does not make honest pairs similar: it raises the median and the upper quantiles of their
// similarity by at most two hundredths.
func TestHonestPairsStayApart(t *testing.T) {
	t.Parallel()
	copies := copiesOf(t)
	var tiledShares, mergedShares []float64
	list := samples(t)
	for i, a := range list {
		for _, b := range list[:i] {
			if a.problem() != b.problem() || a.language.Family != b.language.Family || a.participant() == b.participant() ||
				copies[keyOf(a, b)] {
				continue
			}
			left, right := lexer.Symbols(a.tokens), lexer.Symbols(b.tokens)
			tiledShares = append(tiledShares, share(2*tiledTokens(left, right), len(left)+len(right)))
			mergedShares = append(mergedShares, share(2*mergedTokens(left, right), len(left)+len(right)))
		}
	}
	for _, most := range []struct{ quantile, rise float64 }{{.5, .01}, {.9, .02}, {.95, .02}, {.99, .01}, {1, 0}} {
		tiled, merged := quantile(tiledShares, most.quantile), quantile(mergedShares, most.quantile)
		if merged > tiled+most.rise {
			t.Errorf("the %v quantile of the similarity of %d honest pairs is %.3f without merging and %.3f with it, which is too much more",
				most.quantile, len(mergedShares), tiled, merged)
		}
	}
}

// pairKey is a problem and two participants, in order.
type pairKey [3]string

func keyOf(a, b sample) pairKey {
	return pairKey{a.problem(), min(a.participant(), b.participant()), max(a.participant(), b.participant())}
}

// copiesOf reads the pairs that are labelled as copies.
func copiesOf(t *testing.T) map[pairKey]bool {
	t.Helper()
	file, err := os.Open(filepath.Join(contest, "pairs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	copies := make(map[pairKey]bool)
	for _, row := range rows[1:] {
		if row[2] == "1" {
			copies[keyOf(sample{path: row[0]}, sample{path: row[1]})] = true
		}
	}
	return copies
}
