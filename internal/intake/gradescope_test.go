package intake

import (
	"strings"
	"testing"
)

// Gradescope's metadata is read in all forms that it has, and what cannot be read is listed.
func TestGradescopeMetadata(t *testing.T) {
	t.Parallel()
	const entry = "submission_1:\n  :submitters:\n  - :name: %s\n    :sid: '7'\n"
	named := func(name string) string { return strings.Replace(entry, "%s", name, 1) }
	for _, test := range []struct{ name, content, want, note string }{ // the name of the first submitter of submission_1
		{"plain", named("Ann Lee"), "Ann Lee", ""},
		{"Windows", strings.ReplaceAll(named("Ann"), "\n", "\r\n"), "Ann", ""},
		{"quoted", named(`"\u0141ucja: Z"`), "Łucja: Z", ""},
		{"a word of YAML", named("'Yes'"), "Yes", ""},
		{"folded", named("A very long\n      name"), "A very long name", ""},
		{"a null", named(""), "7", ""},
		{"two documents", "--- {}\n...\n---\n" + named("Ann"), "Ann", ""},
		{"other fields first", "submission_1:\n  :score: 1\n  :results:\n    output: |\n      :submitters:\n" + strings.TrimPrefix(named("Ann"), "submission_1:\n"), "Ann", ""},
		{"history last", named("Ann") + "  :history:\n  - :submitters:\n    - :name: Bob\n", "Ann", ""},
		{"no submitters", "submission_1:\n  :submitters: []\n", "submission_1", ""},
		{"no entry", "submission_2:\n  :submitters: []\n", "submission_1", ""},
		{"a second entry", named("Ann") + named("Bob"), "Ann", "the entry of submission_1 was not read: it is the second one"},
		{"an anchor", named("&a Ann"), "", "it has anchors or aliases"},
		{"a text for the list", "submission_1:\n  :submitters: Ann\n", "", "its submitters are not a list"},
		{"very many", "submission_2:\n  :submitters: []\n" + named("Ann"+strings.Repeat("\n  - :name: Bob", 2000)), "submission_1", "its submitters are too many"},
		{"nothing", "x: y\n", "", "it names no submission"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			input := inputWriters["zip"](t, t.TempDir(), "hw", []testFile{{gradescopeMetadata, test.content}, {"submission_1/a.py", "print(1)"}})
			result, err := Read(t.Context(), []string{input}, Options{Format: "gradescope"})
			got := ""
			if err == nil && len(result.Submissions) == 1 {
				got = result.Submissions[0].Participant
			}
			if got != test.want || !strings.Contains(strings.Join(skipLines(result), "\n"), test.note) || (test.note == "") != (len(result.Skipped) == 0) {
				t.Errorf("participant %q, skipped %q, error %v; want %q and a note with %q", got, skipLines(result), err, test.want, test.note)
			}
		})
	}
}
