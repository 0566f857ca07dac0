package postgres

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// An input gives participants who share a name their IDs, as in "Ann Lee (1002)". An earlier or a later one may have only one
// of them, without the ID.

// keepNamesakes changes names so that the participant of a stored path stays the same, with the ID once one of two imports had
// it, and so that another path for the problem, which is of a namesake, gets another participant. It changes only submissions
// with an ID.
func keepNamesakes(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission) error {
	if !slices.ContainsFunc(submissions, func(s contest.Submission) bool { return s.Numbered != "" }) {
		return nil
	}
	taken, err := mapOf[string, bool](ctx, tx, "SELECT name, true FROM participants WHERE contest_id = $1", contestID)
	if err != nil {
		return err
	}
	// Names are compared below. PostgreSQL would compare each with all, as long as the tables have no statistics.
	type row struct{ Participant, Problem, Path string }
	stored, err := list[row](ctx, tx, `
		SELECT a.name, b.name, s.path
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		WHERE s.contest_id = $1 AND NOT s.superseded
		ORDER BY 1, 2, 3`, contestID)
	if err != nil {
		return err
	}
	type place struct{ problem, path string }
	type part struct{ problem, participant string }
	owners := make(map[place]string)
	paths := make(map[part]string) // the last one
	for _, r := range stored {
		owners[place{r.Problem, r.Path}] = r.Participant
		paths[part{r.Problem, r.Participant}] = r.Path
	}
	changed := make(map[string]string)
	kept := make(map[part]bool)
	for i := range submissions {
		s := &submissions[i]
		if s.Numbered == "" {
			continue
		}
		name := s.Numbered[:strings.LastIndex(s.Numbered, " (")] // without the ID
		owner := owners[place{s.Problem, s.Path}]
		isStored := owner == name || strings.HasPrefix(owner, name+" (")
		other := paths[part{s.Problem, name}]
		switch {
		case isStored && !kept[part{s.Problem, owner}]:
			kept[part{s.Problem, owner}] = true
			if owner == name && s.Participant == s.Numbered && changed[owner] == "" && !taken[s.Numbered] {
				changed[owner] = s.Numbered
			}
			s.Participant = cmp.Or(changed[owner], owner)
		case !isStored && other != "" && path.Base(other) != path.Base(s.Path):
			s.Participant = s.Numbered
		}
	}
	return changeParticipants(ctx, tx, contestID, changed)
}
