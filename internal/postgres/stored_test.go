package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestStored(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	first := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y"), submission("B", "ann", 1, "z")}
	first[1].Kind, first[1].Verdict, first[1].Time = contest.Staff, contest.VerdictCompileError, time.Time{}
	id, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "one.zip", first, []contest.SkippedItem{{Path: "A/x.exe", Reason: "binary"}, {Path: "A/cut.cpp", Reason: "cut off"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	later := []contest.Submission{submission("A", "ann", 1, "x, mended"), submission("C", "cy", 1, "v")}
	later[0].Path = first[0].Path
	later[1].Path = "A/cut.cpp"
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "two.zip", later, []contest.SkippedItem{{Path: "A/x.exe", Reason: "still binary"}}, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Another", "three.zip", []contest.Submission{submission("A", "dan", 1, "x")}, nil, nil); err != nil {
		t.Fatal(err)
	}

	got, skipped, err := db.StoredSubmissions(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]contest.Submission{later[0], first[1], first[2], later[1]}, inOrder(got, later[0], first[1], first[2], later[1])); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]contest.SkippedItem{{Path: "A/x.exe", Reason: "still binary"}}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	// What is imported again is found again.
	again := append([]contest.Submission(nil), got...)
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "stored", again, skipped, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("imported again (-stored +got):\n%s", diff)
	}
	if _, _, err := db.StoredSubmissions(ctx, id+1000); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a contest that is not there: %v", err)
	}
}

// inOrder sorts submissions as others, by ID.
func inOrder(list []contest.Submission, as ...contest.Submission) []contest.Submission {
	var sorted []contest.Submission
	for _, want := range as {
		for _, s := range list {
			if s.ID == want.ID {
				sorted = append(sorted, s)
			}
		}
	}
	return sorted
}
