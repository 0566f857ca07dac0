package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// LogEntry is an entry of the audit log with the name of its contest.
type LogEntry struct {
	review.Entry
	Contest string // "" if the contest was deleted
}

// AuditLog returns one page of the entries in the log of a contest that pass a filter, and counts all such entries. Only chief
// judges may see the log. Contest ID 0 means the log of the whole installation, which only administrators may see.
func (r *Reader) AuditLog(ctx context.Context, contestID int64, filter review.LogFilter, offset, limit int) ([]LogEntry, int, error) {
	if err := r.requireChief(contestID); err != nil {
		return nil, 0, err
	}
	filter.Visible = r.visible()
	entries, total, err := r.store.AuditLog(ctx, contestID, filter, offset, limit)
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
		entry := LogEntry{Entry: e, Contest: names[e.ContestID]}
		if !r.viewer.Administrator { // administrators see all contests: a contest without a name was deleted
			for _, ref := range []*review.ParticipantRef{&entry.First, &entry.Second} {
				if ref.ContestID != 0 && names[ref.ContestID] == "" {
					*ref, entry.Note = review.ParticipantRef{}, ""
				}
			}
		}
		if err := r.maskEntry(ctx, &entry.Entry); err != nil {
			return nil, 0, err
		}
		list[i] = entry
	}
	return list, total, nil
}

// LogActors lists who has entries in the log that AuditLog reads.
func (r *Reader) LogActors(ctx context.Context, contestID int64) ([]review.Person, error) {
	if err := r.requireChief(contestID); err != nil {
		return nil, err
	}
	return r.store.LogActors(ctx, contestID)
}

// maskEntry masks the note of an entry. If one of two participants of different contests is hidden, it also removes the
// number of the visible one, because that number would tell who the hidden one is.
func (r *Reader) maskEntry(ctx context.Context, e *review.Entry) error {
	isLocal := func(ref review.ParticipantRef) bool { return ref.ContestID == 0 || ref.ContestID == e.ContestID }
	if e.Note == "" && isLocal(e.First) && isLocal(e.Second) {
		return nil
	}
	var pair [2]contest.Participant
	for i, ref := range []review.ParticipantRef{e.First, e.Second} {
		if ref.ContestID == 0 {
			continue
		}
		people, err := r.participants(ctx, ref.ContestID)
		if err != nil {
			return err
		}
		if j := slices.IndexFunc(people, func(p contest.Participant) bool { return p.Number == ref.Number }); j >= 0 {
			pair[i] = people[j]
		}
	}
	if pair[0].ID != 0 && pair[1].ID != 0 {
		blind.HideCounterpart(&pair[0], &pair[1])
		e.First.Number, e.Second.Number = pair[0].Number, pair[1].Number
	}
	if e.Note == "" {
		return nil
	}
	if e.Action == review.ActionAddSource || e.Action == review.ActionDeleteSource {
		masker, err := r.sourceMasker(ctx, e.ContestID)
		e.Note = masker.Mask(e.Note)
		return err
	}
	key := maskerKey{contestID: e.ContestID, evenIfNotBlind: true}
	for _, p := range pair {
		if p.ContestID != 0 && p.ContestID != e.ContestID {
			key.otherID = p.ContestID
		}
	}
	masker, err := r.masker(ctx, key)
	e.Note = masker.ForNotes().Mask(e.Note)
	return err
}
