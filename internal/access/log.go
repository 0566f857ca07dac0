package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// LogEntry is an entry of the audit log with the name of its contest.
type LogEntry struct {
	review.Entry
	Contest string // "" where it was deleted
}

// AuditLog returns a page of the log of a contest, for its chief judges, or with contest 0 of the installation, for
// administrators, and the number of all entries.
func (r *Reader) AuditLog(ctx context.Context, contestID int64, offset, limit int) ([]LogEntry, int, error) {
	err := r.requireAdministrator()
	if contestID != 0 {
		err = r.require(contestID, account.Chief)
	}
	if err != nil {
		return nil, 0, err
	}
	entries, total, err := r.store.AuditLog(ctx, contestID, offset, limit)
	if err != nil {
		return nil, 0, err
	}
	contests, err := r.Contests(ctx)
	if err != nil {
		return nil, 0, err
	}
	names := make(map[int64]string)
	for _, c := range contests {
		names[c.ID] = c.Name
	}
	list := make([]LogEntry, len(entries))
	for i, e := range entries {
		one := LogEntry{Entry: e, Contest: names[e.ContestID]}
		if !r.viewer.Administrator { // for whom contests without a name are deleted ones
			for _, n := range []*review.ParticipantRef{&one.First, &one.Second} {
				if n.ContestID != 0 && names[n.ContestID] == "" {
					*n, one.Note = review.ParticipantRef{}, ""
				}
			}
		}
		if err := r.maskEntry(ctx, &one.Entry); err != nil {
			return nil, 0, err
		}
		list[i] = one
	}
	return list, total, nil
}

// maskEntry masks the note of an entry, and removes the number of a participant hidden because of the other.
func (r *Reader) maskEntry(ctx context.Context, e *review.Entry) error {
	if e.Note == "" && (e.First.ContestID == 0 || e.First.ContestID == e.ContestID) && (e.Second.ContestID == 0 || e.Second.ContestID == e.ContestID) {
		return nil
	}
	var two [2]contest.Participant
	for i, n := range []review.ParticipantRef{e.First, e.Second} {
		if n.ContestID == 0 {
			continue
		}
		people, err := r.participants(ctx, n.ContestID)
		if err != nil {
			return err
		}
		if at := slices.IndexFunc(people, func(p contest.Participant) bool { return p.Number == n.Number }); at >= 0 {
			two[i] = people[at]
		}
	}
	if two[0].ID != 0 && two[1].ID != 0 {
		blind.HideCounterpart(&two[0], &two[1])
		e.First.Number, e.Second.Number = two[0].Number, two[1].Number
	}
	if e.Note == "" {
		return nil
	}
	key := maskerKey{contestID: e.ContestID, all: true}
	for _, p := range two {
		if p.ContestID != 0 && p.ContestID != e.ContestID {
			key.other = p.ContestID
		}
	}
	names, err := r.masker(ctx, key)
	for _, p := range two {
		if p.ID != 0 {
			names = names.ForParticipants(p)
		}
	}
	e.Note = names.Mask(e.Note)
	return err
}
