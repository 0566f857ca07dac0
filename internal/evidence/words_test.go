package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The summary counts matches and tokens, and names the longest match.
func TestSummaryOfMatches(t *testing.T) {
	t.Parallel()
	for want, matches := range map[string][]Match{
		"no matches":                             nil,
		"1 match of 9 tokens":                    {{Tokens: 9}},
		"2 matches, 2,193 tokens, longest 1,193": {{Tokens: 1000}, {Tokens: 1193}},
	} {
		if got := (View{Matches: matches}).summary(i18n.English()); got != want {
			t.Errorf("summary = %q, want %q", got, want)
		}
	}
}

// FamilyName returns the name of a family of languages as pages show it.
func TestFamilyName(t *testing.T) {
	t.Parallel()
	for family, want := range map[string]string{"c++": "C++", "java": "Java", "javascript": "JavaScript", "no language": "no language"} {
		if got := FamilyName(i18n.English(), family); got != want {
			t.Errorf("FamilyName(i18n.English(), %q) = %q, want %q", family, got, want)
		}
	}
}

// A range is described by its lines, and by as much of the path as distinguishes the files.
func TestRangeTexts(t *testing.T) {
	t.Parallel()
	lines := Range{File: 0, First: 3, Last: 9}
	tests := []struct {
		name  string
		paths []string
		want  string // of the first file
	}{
		{"one file", []string{"A/ada/src/Main.java"}, "lines 3 to 9"},
		{"one folder", []string{"A/ada/Main.java", "A/ada/Input.java"}, "lines 3 to 9 of Main.java"},
		{"folders in folders", []string{"A/ada/src/x/Main.java", "A/ada/src/Main.java", "A/ada/src/xy/Main.java"}, "lines 3 to 9 of x/Main.java"},
		{"no folder in common", []string{"x/Main.java", "y/Main.java"}, "lines 3 to 9 of x/Main.java"},
		{"a file outside of any folder", []string{"Main.java", "y/Main.java"}, "lines 3 to 9 of Main.java"},
		{"a name with an escape sequence", []string{"a/\x1b[2J.java", "a/b.java"}, "lines 3 to 9 of ␛[2J.java"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var p Pane
			for _, path := range test.paths {
				p.addFile(File{Path: path}, nil)
			}
			if diff := cmp.Diff(test.want, p.rangeText(i18n.English(), lines)); diff != "" {
				t.Errorf("place (-want +got):\n%s", diff)
			}
		})
	}
}

// The Hamming distance is written with its unit.
func TestHammingMeasure(t *testing.T) {
	t.Parallel()
	for want, bits := range map[string]int{"0 bits": 0, "1 bit": 1, "64 bits": 64} {
		all := measures(i18n.English(), contest.Scores{Hamming: &bits}, 0, "a", "b")
		if got := all[len(all)-1].Value; got != want {
			t.Errorf("a distance of %d is written %q, want %q", bits, got, want)
		}
	}
}

// The sentences are joined as the language does.
func TestMeaning(t *testing.T) {
	t.Parallel()
	for tag, between := range map[string]string{"en": "reading both programs. Chance is not", "ja": "。", "zh-Hans": "。"} {
		got := Meaning(i18n.In(tag))
		if !strings.Contains(got, between) || strings.Contains(got, "。 ") {
			t.Errorf("%s: %q, want sentences joined by %q", tag, got, between)
		}
	}
}
