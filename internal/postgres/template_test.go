package postgres

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestTemplates(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(3)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	want := []contest.Passage{
		{First: 0, Tokens: 300, Problems: []string{"A", `B "{}", <easy>`}, Earlier: true},
		{First: 412, Tokens: 24, Problems: []string{"C"}},
	}
	if err := run.SaveTemplates(ctx, []contest.Template{
		{SubmissionID: submissions[0].ID, Passages: want},
		{SubmissionID: submissions[1].ID, Passages: want[1:]},
	}); err != nil {
		t.Fatal(err)
	}
	if err := run.SaveTemplates(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]contest.Passage{want, want[1:], {}} {
		got, err := db.Template(ctx, run.ID(), submissions[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("own template in submission %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestTemplatesOfAFailedCheck(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	contestID := imported(t, db, "c", submissions)
	run := begun(t, db, contestID, submissions[:1])
	template := []contest.Template{{SubmissionID: submissions[0].ID, Passages: []contest.Passage{{Tokens: 30, Problems: []string{"A"}}}}}
	if err := run.SaveTemplates(ctx, template); err != nil {
		t.Fatal(err)
	}
	if err := run.Fail(ctx, "broken on purpose"); err != nil {
		t.Fatal(err)
	}
	assertEmpty(t, db, "check_templates")

	other := begun(t, db, contestID, submissions[:1])
	template[0].SubmissionID = submissions[1].ID
	if err := other.SaveTemplates(ctx, template); err == nil {
		t.Error("a submission that the check was not given has a template")
	}
}
