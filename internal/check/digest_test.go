package check

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Whatever changes the result changes the digest; what does not, does not.
func TestDigest(t *testing.T) {
	t.Parallel()
	base := func() ([]contest.Submission, []contest.File, contest.Parameters) {
		return primes(), []contest.File{{Path: "lib.cpp", Content: []byte("int x;")}}, Defaults()
	}
	original := digest(base())
	tests := []struct {
		name   string
		change func(s []contest.Submission, b []contest.File, p *contest.Parameters)
		same   bool
	}{
		{"nothing", func([]contest.Submission, []contest.File, *contest.Parameters) {}, true},
		{"an id of the archive", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].ID = 77 }, true},
		{"a path", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Path += "x" }, false},
		{"a problem", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Problem = "Z" }, false},
		{"a participant", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Participant = "zoe" }, false},
		{"a language", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Language = "c" }, false},
		{"a source", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) {
			s[0].Files[0].Content = append(s[0].Files[0].Content, ' ')
		}, false},
		{"base code", func(_ []contest.Submission, b []contest.File, _ *contest.Parameters) { b[0].Content = nil }, false},
		{"a parameter", func(_ []contest.Submission, _ []contest.File, p *contest.Parameters) { p.MinMatch++ }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, b, p := base()
			test.change(s, b, &p)
			if got := digest(s, b, p); (got == original) != test.same {
				t.Errorf("digest %s, originally %s; want the same: %v", got, original, test.same)
			}
		})
	}
}
