package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Import stores the submissions of a contest and reads them, so that the archive
// knows them, and compares nothing. Of the request's parameters it heeds Language.
// It returns the id of the contest, and what could not be read. As in Check, the
// submissions let go of their files. As there, a *NameConflictError tells that another
// contest has the name, and that nothing was stored.
func (c *Checker) Import(ctx context.Context, req Request, progress Progress) (contestID int64, skipped []contest.SkippedItem, err error) {
	progress = serial(progress)
	if contestID, err = c.store(ctx, req, progress); err != nil {
		return 0, nil, err
	}
	p := Defaults()
	p.Language = req.Parameters.Language
	reader, _ := newReader(c.Store.LexCache(contestID), c.lex, nil, p)
	_, skipped, err = reader.read(ctx, req.Submissions, nil, progress)
	if err != nil {
		return contestID, nil, fmt.Errorf("read what was stored of contest %q: %w", req.Contest, err)
	}
	sortSkipped(skipped)
	return contestID, skipped, nil
}

// store stores what a request brings of its contest.
func (c *Checker) store(ctx context.Context, req Request, progress Progress) (contestID int64, err error) {
	if err := c.CheckName(ctx, req.Contest, req.About); err != nil {
		return 0, err
	}
	contestID, _, err = c.Store.Import(ctx, req.By, req.AuditAs, req.Contest, req.Origin, req.Submissions, req.Skipped,
		func(done, total int) { progress(Storing, done, total) })
	if err == nil && len(req.Participants) > 0 {
		err = c.Store.SaveParticipants(ctx, contestID, req.Participants)
	}
	if err == nil {
		err = c.Store.SaveAbout(ctx, contestID, req.About)
	}
	if err != nil {
		return 0, fmt.Errorf("store contest %q: %w", req.Contest, err)
	}
	return contestID, nil
}
