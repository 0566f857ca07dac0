package contestbench

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/scratch"
)

func read(ctx context.Context) (*check.Request, error) {
	set, err := intake.Read(ctx, []string{"../../testdata/submissions"}, intake.Options{})
	if err != nil {
		return nil, err
	}
	return &check.Request{Contest: set.Name, Origin: "the labelled contest", Submissions: set.Submissions, Parameters: check.Defaults()}, nil
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	all, err := Measure(t.Context(), pgtest.New(t), read, Part{})
	if err != nil {
		t.Fatal(err)
	}
	if all.Submissions < 150 || all.Bytes < 100_000 || all.Compared < 400 {
		t.Errorf("%+v", all)
	}
	url := pgtest.New(t)
	some, err := Measure(t.Context(), url, read, Part{First: 60})
	if err != nil {
		t.Fatal(err)
	}
	if some.Submissions != 60 || some.Bytes >= all.Bytes || some.Compared >= all.Compared {
		t.Errorf("%+v of %+v", some, all)
	}
	again, err := Measure(t.Context(), url, read, Part{First: 60, OneMore: true})
	if err != nil {
		t.Fatal(err)
	}
	if again.Submissions != 61 || again.Bytes <= some.Bytes || again.Compared <= some.Compared {
		t.Errorf("one more: %+v of %+v", again, some)
	}
	if _, err := remove(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	if _, err := remove(t.Context(), url); err == nil || !strings.Contains(err.Error(), "there are 0") {
		t.Errorf("the contest is still there: %v", err)
	}
	if more, err := Measure(t.Context(), pgtest.New(t), read, Part{First: 1000}); err != nil || more.Submissions != all.Submissions {
		t.Errorf("1,000 of fewer are %+v, %v", more, err)
	}
	if _, err := Measure(t.Context(), "", func(context.Context) (*check.Request, error) { return nil, io.ErrUnexpectedEOF }, Part{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an input that cannot be read: %v", err)
	}
}

// A sample does not depend on the order of the input, and a smaller one is part
// of a larger one.
func TestSample(t *testing.T) {
	t.Parallel()
	var submissions []contest.Submission
	for _, path := range strings.Fields("A/ann A/ben A/cat A/dan B/ann B/ben B/cat B/dan C/ann C/ben C/cat C/dan") {
		submissions = append(submissions, contest.Submission{Path: path})
	}
	paths := func(n int) string {
		var list []string
		for _, s := range sample(submissions, n) {
			list = append(list, s.Path)
		}
		return strings.Join(list, " ")
	}
	if got := paths(12); got != "A/ann A/ben A/cat A/dan B/ann B/ben B/cat B/dan C/ann C/ben C/cat C/dan" {
		t.Errorf("all are %s", got)
	}
	few, more := paths(4), paths(8)
	if strings.Count(few, "A/") == 4 {
		t.Errorf("%s are the first, not a sample", few)
	}
	for _, path := range strings.Fields(few) {
		if !strings.Contains(more, path) {
			t.Errorf("%s, among %s, is not among %s", path, few, more)
		}
	}
}

// Whatever becomes of the process, its database goes.
func TestRun(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		command   string
		again     string // the command for one submission more
		interrupt bool
		want      string // error; "" for none
	}{
		"done":        {command: `echo '{"submissions": 7, "bytes": 3000000, "lexing_s": 2}'`, again: `echo '{"submissions": 8, "lexing_s": 1}'`},
		"no recheck":  {command: `echo '{"submissions": 7}'`, again: "exit 3", want: "exit status 3"},
		"no more":     {command: `echo '{"submissions": 7}'`, again: `echo '{"submissions": 7}'`, want: "7 submissions and one more are 7"},
		"failed":      {command: "echo no room >&2; exit 1", want: "exit status 1"},
		"killed":      {command: "kill -9 $$", want: "killed"},
		"nonsense":    {command: "echo hello", want: "invalid character"},
		"interrupted": {command: "sleep 600", interrupt: true, want: "canceled"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := pgtest.NewEmpty(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var stderr bytes.Buffer
			r, err := Run(ctx, base, Options{
				Command: func(ctx context.Context, url string, part Part) *exec.Cmd {
					if part.First != 0 || url == base {
						t.Errorf("%+v in %s is to be checked", part, url)
					}
					if part.OneMore {
						return exec.CommandContext(ctx, "sh", "-c", tt.again)
					}
					if name == "done" { // a contest that can be deleted
						if _, err := Measure(ctx, url, read, Part{First: 7}); err != nil {
							t.Error(err)
						}
					}
					if tt.interrupt {
						cancel()
					}
					return exec.CommandContext(ctx, "sh", "-c", tt.command)
				},
				Errors:   &stderr,
				Progress: func(string) {},
			})
			switch {
			case tt.want == "" && err != nil:
				t.Fatal(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			case tt.want == "" && (r.Sizes[0].Submissions != 7 || r.Sizes[0].Speed != 1.5 || r.Sizes[0].PeakMB <= 0):
				t.Errorf("%+v", r)
			}
			if name == "failed" && stderr.String() != "no room\n" {
				t.Errorf("what it complains of is lost: %q", stderr.String())
			}
			if left, err := scratch.Left(context.WithoutCancel(ctx), base); err != nil || len(left) > 0 {
				t.Errorf("%q are left behind, %v", left, err)
			}
		})
	}
}
