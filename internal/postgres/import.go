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
// If it added submissions, the audit log says so in one entry: that by took the
// action as, "" being [review.ActionUpload]; [review.ActionNone] adds none.
//
// After each batch, progress is called, if it is not nil, with how many of the
// submissions are done. Import returns how many of them it added. If it fails
// nothing of it is visible, and the IDs are as they were.
func (db *DB) Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, added int, err error) {
	if err := checkImport(contestName, origin, submissions, skipped); err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, err)
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, explain(err))
	}
	defer s.close()
	l := &loader{db: db, session: s, by: by, as: as, contestName: contestName}
	err = l.importAll(ctx, origin, submissions, skipped, progress)
	if err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, s.explain(err))
	}
	return l.contestID, l.added, nil
}

func (l *loader) importAll(ctx context.Context, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (err error) {
	if l.contestID, err = l.session.lockContest(ctx, l.contestName); err != nil {
		return err
	}
	// Whoever held the lock before may have died on the way.
	if _, err := l.session.sweepImports(ctx, l.contestID, interrupted); err != nil {
		return err
	}
	if err := l.session.numberAttempts(ctx, l.contestID, submissions); err != nil {
		return err
	}
	err = l.session.QueryRow(ctx, "INSERT INTO imports (contest_id, origin) VALUES ($1, $2) RETURNING id",
		l.contestID, origin).Scan(&l.importID)
	if err != nil {
		return err
	}
	ids, err := l.load(ctx, submissions, skipped, progress)
	if err != nil {
		// If this fails as well, the next import into the contest, or
		// RecoverInterrupted, does it.
		_ = l.db.abandonImports(ctx, l.session, l.contestID, l.session.explain(err).Error())
		return err
	}
	for i, id := range ids {
		submissions[i].ID = id
	}
	return nil
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
