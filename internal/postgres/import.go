package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Import stores the submissions of a contest and sets their IDs. The contest is
// the one with that name, or a new one. The origin tells in the user's words
// where the input came from; what was skipped is kept with the import.
//
// A submission that is stored already, with the same path, files and other
// fields, is not stored again but gets the ID that it has; what its judge system
// tells of it beside is brought up to date. Imports into one
// contest take turns. Those whose Attempt is contest.NextAttempt are numbered: like
// the one of the same path that is stored, or after the last of their participant
// at their problem.
//
// After each batch, progress is called, if it is not nil, with how many of the
// submissions are done. If Import fails nothing of it is visible, and the IDs
// are as they were.
func (db *DB) Import(ctx context.Context, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, err error) {
	if err := checkImport(contestName, origin, submissions, skipped); err != nil {
		return 0, fmt.Errorf("import contest %q: %w", contestName, err)
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, fmt.Errorf("import contest %q: %w", contestName, explain(err))
	}
	defer s.close()
	contestID, err = db.importInto(ctx, s, contestName, origin, submissions, skipped, progress)
	if err != nil {
		return 0, fmt.Errorf("import contest %q: %w", contestName, s.explain(err))
	}
	return contestID, nil
}

func (db *DB) importInto(ctx context.Context, s *session, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, err error) {
	contestID, err = s.lockContest(ctx, contestName)
	if err != nil {
		return 0, err
	}
	// Whoever held the lock before may have died on the way.
	if _, err := s.sweepImports(ctx, contestID, interrupted); err != nil {
		return 0, err
	}
	if err := s.numberAttempts(ctx, contestID, submissions); err != nil {
		return 0, err
	}
	l := &loader{db: db, session: s, contestName: contestName, contestID: contestID}
	err = s.QueryRow(ctx, "INSERT INTO imports (contest_id, origin) VALUES ($1, $2) RETURNING id",
		contestID, origin).Scan(&l.importID)
	if err != nil {
		return 0, err
	}
	ids, err := l.load(ctx, submissions, skipped, progress)
	if err != nil {
		// If this fails as well, the next import into the contest, or
		// RecoverInterrupted, does it.
		_ = db.abandonImports(ctx, s, contestID, s.explain(err).Error())
		return 0, err
	}
	if l.named {
		review.Follows(ctx).Store(true)
	}
	for i, id := range ids {
		submissions[i].ID = id
	}
	return contestID, nil
}

// checkImport tells what of an import cannot be stored.
func checkImport(contestName, origin string, submissions []contest.Submission, skipped []contest.SkippedItem) error {
	if err := checkName("the contest", contestName); err != nil {
		return err
	}
	if len(submissions) == 0 && len(skipped) == 0 {
		return errors.New("there are no submissions")
	}
	err := checkText("the origin", origin)
	for i := range submissions {
		s := &submissions[i]
		err = errors.Join(err,
			checkName(fmt.Sprintf("submission %q: the problem", s.Path), s.Problem),
			checkName(fmt.Sprintf("submission %q: the participant", s.Path), s.Participant),
			checkPath(s.Path),
			checkText("language", s.Language),
			checkText("verdict", string(s.Verdict)),
			checkText("system's id", s.SystemID),
			checkText("language's version", s.LanguageVersion))
		for _, j := range s.Judgements {
			err = errors.Join(err, checkText("judgement", string(j.Verdict)))
		}
		if len(s.Files) == 0 {
			err = errors.Join(err, fmt.Errorf("submission %q has no files", s.Path))
		}
		for _, f := range s.Files {
			err = errors.Join(err, checkPath(f.Path))
		}
		switch s.Kind {
		case contest.Official, contest.Virtual, contest.Staff:
		default:
			err = errors.Join(err, fmt.Errorf("submission %q: %q is no kind of participant", s.Path, s.Kind))
		}
		if err != nil {
			return err // one is enough to tell what is wrong
		}
	}
	return errors.Join(err, checkSkipped(skipped))
}
