package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/web"
)

// An upload is read by the importers that check and import have.
func TestUploadFrom(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "homework")
	for name, content := range map[string]string{
		"A/ann/01.py": "print(1)\n", "A/ann/02.py": "print(2)\n", "A/bob/x.py": "print(3)\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for from, want := range map[string][]string{
		"":      {"A/ann/01.py: ann at A", "A/ann/02.py: ann at A", "A/bob: bob at A"},
		"moss":  {"A/ann: ann at A", "A/bob: bob at A"},
		"jplag": {"A/ann: ann at homework", "A/bob: bob at homework"},
	} {
		req, err := uploaded(t.Context(), web.Upload{Contest: "c", From: from, Files: []web.UploadedFile{{Name: "homework", Path: dir}}})
		if err != nil {
			t.Errorf("%s: %v", from, err)
			continue
		}
		var got []string
		for _, s := range req.Submissions {
			got = append(got, fmt.Sprintf("%s: %s at %s", s.Path, s.Participant, s.Problem))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("from %q (-want +got):\n%s", from, diff)
		}
	}
	_, err := uploaded(t.Context(), web.Upload{Contest: "c", From: "klingon", Files: []web.UploadedFile{{Name: "homework", Path: dir}}})
	if option := new(intake.OptionError); !errors.As(err, &option) {
		t.Errorf("an unknown format: %v", err)
	}
}
