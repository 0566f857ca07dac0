package postgres

import (
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	id := people[0].ContestID
	by := users[0]
	if !people[0].Hidden {
		t.Error("a new contest is not blind")
	}
	if err := errors.Join(db.Reveal(ctx, by, id, 1), db.SetAgreement(ctx, by, id, 3)); err != nil {
		t.Fatal(err)
	}
	one, err := db.Participant(ctx, id, 1)
	two, err2 := db.Participant(ctx, id, 2)
	if errors.Join(err, err2) != nil || one.Hidden || !two.Hidden || one.Number != 1 || two.Number != 2 {
		t.Errorf("one is uncovered: %+v, %v; %+v, %v", one, err, two, err2)
	}
	if err := errors.Join(db.Hide(ctx, by, id, 1), db.SetBlind(ctx, by, id, false)); err != nil {
		t.Fatal(err)
	}
	if one, err = db.Participant(ctx, id, 1); err != nil || one.Hidden {
		t.Errorf("not blind: %+v, %v", one, err)
	}
	if err := db.SetBlind(ctx, by, id, true); err != nil {
		t.Fatal(err)
	}
	if one, err = db.Participant(ctx, id, 1); err != nil || !one.Hidden {
		t.Errorf("blind again: %+v, %v", one, err)
	}
	if c, err := db.Contest(ctx, id); err != nil || !c.Blind || c.Agreement != 3 {
		t.Errorf("contest is %+v, %v", c, err)
	}
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"no such participant", db.Reveal(ctx, by, id, 99), contest.ErrNotFound},
		{"nobody's number", func() error { _, err := db.Participant(ctx, id, 0); return err }(), contest.ErrNotFound},
		{"another contest's participant", db.Hide(ctx, by, id+1, 1), contest.ErrNotFound},
		{"blindness of no contest", db.SetBlind(ctx, by, id+1, false), contest.ErrNotFound},
		{"agreement of no contest", db.SetAgreement(ctx, by, id+1, 2), contest.ErrNotFound},
		{"agreement of nobody", db.SetAgreement(ctx, by, id, 0), review.ErrRefused},
		{"agreement of too many", db.SetAgreement(ctx, by, id, MaxAgreement+1), review.ErrRefused},
	}
	for _, tt := range tests {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: got error %v, want %v", tt.name, tt.err, tt.want)
		}
	}
}
