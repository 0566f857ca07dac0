package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Import stores the submissions of a contest and reads them for the archive's index,
// without comparing them. It uses only the Language of the request's parameters. It
// returns the ID of the contest, and items that could not be read. Like [Checker.Check],
// it releases the submissions' files, and returns a *NameConflictError if a different
// contest has the name.
func (c *Checker) Import(ctx context.Context, req Request, progress Progress) (contestID int64, skipped []contest.SkippedItem, err error) {
	progress = serial(progress)
	contestID, lexed, err := c.storeAndLex(ctx, req, progress)
	if err != nil {
		return 0, nil, err
	}
	p := Defaults()
	p.Language = req.Parameters.Language
	reader, _ := newReader(c.Store, contestID, lexed.withFallback(c.lex), nil, p)
	if err = reader.loadNotIndexed(ctx); err == nil {
		progress(Lexing, 0, len(req.Submissions))
		skipped, err = reader.index(ctx, req.Submissions, func(done int) { progress(Lexing, done, len(req.Submissions)) })
	}
	if err = reader.finish(ctx, ids(req.Submissions), err); err != nil {
		return contestID, nil, fmt.Errorf("read what was stored of contest %q: %w", req.Contest, err)
	}
	sortSkipped(skipped)
	return contestID, skipped, nil
}

func (c *Checker) store(ctx context.Context, req Request, progress Progress) (contestID int64, err error) {
	if err := c.CheckName(ctx, req.Contest, req.Metadata); err != nil {
		return 0, err
	}
	contestID, _, err = c.Store.Import(ctx, req.By, req.AuditAs, contest.Import{
		Contest: req.Contest, ContestID: req.ContestID, Origin: req.Origin, Submissions: req.Submissions, Skipped: req.Skipped,
		About:     contest.About{Metadata: req.Metadata, Participants: req.Participants},
		Progress:  func(done, total int) { progress(Storing, done, total) },
		Corrected: req.Corrected,
	})
	if err == nil {
		err = c.addSolutions(ctx, req, contestID)
	}
	if err != nil {
		return 0, fmt.Errorf("store contest %q: %w", req.Contest, err)
	}
	return contestID, nil
}

// addStored replaces the submissions of a request by all submissions of the contest, if the contest has others. The request
// then has the base code of the last check, unless it has its own. It also names the inputs that the last check read only in
// part.
func (c *Checker) addStored(ctx context.Context, contestID int64, req *Request) error {
	stored, err := c.Store.Contest(ctx, contestID)
	if err != nil {
		return err
	}
	given := ids(req.Submissions)
	slices.Sort(given)
	if stored.Submissions == len(slices.Compact(given)) {
		return nil
	}
	all, err := StoredRequest(ctx, c.Store, contestID, req.Contest, req.Parameters)
	if err != nil {
		return err
	}
	for i := range req.Submissions {
		req.Submissions[i].Files = nil // to free the memory
	}
	req.Submissions, req.Skipped = all.Submissions, all.Skipped
	req.Incomplete = append(all.Incomplete, req.Incomplete...)
	if len(req.Base) == 0 {
		req.Base, req.Parameters.Base = all.Base, all.Parameters.Base
	}
	return nil
}

// ErrNoPrograms means that a contest has no program that can be checked.
var ErrNoPrograms = i18n.Errorf("no program of the contest is stored: its import was interrupted, or its programs were erased")

// StoredRequest returns the request for a check of a contest's stored submissions. It
// takes language, layout and base code from the [contest.NewestCheck], if there is one. The error is
// [ErrNoPrograms] if there are no submissions.
func StoredRequest(ctx context.Context, archive Store, contestID int64, name string, p contest.Parameters) (
	*Request, error) {
	submissions, skipped, err := archive.StoredSubmissions(ctx, contestID)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, ErrNoPrograms
	}
	if err != nil {
		return nil, err
	}
	p.Language, p.Layout, p.Base = "", "", nil
	req := &Request{Contest: name, Origin: "stored submissions", Submissions: submissions, Skipped: skipped, Parameters: p}
	checks, err := archive.Checks(ctx, contestID)
	if err != nil {
		return nil, err
	}
	last, found := contest.NewestCheck(checks)
	if !found {
		return req, nil
	}
	p.Language, p.Layout, p.Base = last.Parameters.Language, last.Parameters.Layout, last.Parameters.GivenBase()
	req.Parameters = p
	req.Incomplete = last.Summary.Incomplete
	base, err := archive.Base(ctx, last.ID)
	req.Base = slices.DeleteFunc(base, func(f contest.File) bool { return contest.IsPublished(f.Path) })
	return req, err
}

// NameConflictError says that a different contest is stored under the name. Judge systems
// number submissions from 1 in each contest, so the submissions of the new contest would
// replace those of the stored contest.
type NameConflictError struct {
	Contest      string // the name
	Stored, Read string // the judge system's names for the stored and the new contest
}

func (e *NameConflictError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the message.
func (e *NameConflictError) Unwrap() error {
	return i18n.Errorf("a different contest is already stored as %q: its system calls it %s, and this one %s",
		e.Contest, e.Stored, e.Read)
}

// CheckName returns a *NameConflictError if a different contest is stored under the
// name. It compares the judge system's IDs of both contests. Check and Import call CheckName;
// other callers call it before a download. A contest without such an ID never conflicts.
func (c *Checker) CheckName(ctx context.Context, name string, metadata contest.Metadata) error {
	if metadata.SystemID == "" {
		return nil
	}
	stored, err := c.Store.ContestByName(ctx, name)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return fmt.Errorf("look for contest %q: %w", name, err)
	}
	if stored.SystemID != "" && stored.SystemID != metadata.SystemID {
		return &NameConflictError{Contest: name, Stored: stored.SystemID, Read: metadata.SystemID}
	}
	return nil
}

// UnknownContestError says that a name in Parameters.Against is not that of an earlier contest.
type UnknownContestError struct{ Message error }

func (e *UnknownContestError) Error() string { return e.Message.Error() }
func (e *UnknownContestError) Unwrap() error { return e.Message }

// resolveAgainst replaces the texts in p.Against by names of stored contests, and
// returns the scope of a search in them. checkedID is the ID of the checked contest, or 0
// if it is not stored yet; checked is its name.
func (c *Checker) resolveAgainst(ctx context.Context, p *contest.Parameters, checkedID int64, checked string) (
	scope contest.Scope, err error) {
	if len(p.Against) == 0 {
		return scope, nil
	}
	stored, err := c.Store.Contests(ctx)
	if err != nil {
		return scope, err
	}
	for _, c := range stored {
		if c.ID == checkedID {
			checked = c.Name
		}
	}
	p.Against, scope, err = resolveNames(p.Against, checked, stored)
	return scope, err
}

// resolveNames finds the earlier contests to compare with among the stored contests.
// Each text is contest.AgainstArchive, the name of a contest, or several of these with
// commas between them; a text that equals a contest's name is one name, even with
// commas in it. It returns the names, sorted, and the scope of the search.
func resolveNames(texts []string, checked string, stored []contest.Contest) (names []string, scope contest.Scope, err error) {
	ids := make(map[string]int64, len(stored))
	for _, c := range stored {
		ids[c.Name] = c.ID
	}
	for _, text := range texts {
		parts := strings.Split(text, ",")
		if _, ok := ids[text]; ok {
			parts = []string{text}
		}
		for _, name := range parts {
			if _, ok := ids[name]; !ok {
				name = strings.TrimSpace(name)
			}
			_, ok := ids[name]
			var message error
			switch {
			case name == contest.AgainstArchive:
			case name == "":
				message = i18n.Errorf("%q names no contest: give %s, or names of contests with commas between them",
					text, contest.AgainstArchive)
			case name == checked:
				message = i18n.Errorf("contest %q cannot be compared with itself: "+
					"its own submissions are compared in any case", name)
			case !ok:
				message = i18n.Errorf("no earlier contest is called %q: %s; %q means all", name, namesExcept(checked, stored), contest.AgainstArchive)
			}
			if message != nil {
				return nil, scope, &UnknownContestError{message}
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.Contains(names, contest.AgainstArchive) {
		return []string{contest.AgainstArchive}, scope, nil
	}
	for _, name := range names {
		scope.Only = append(scope.Only, ids[name])
	}
	return names, scope, nil
}

// namesExcept lists the names of the stored contests, without the checked one, for an error.
func namesExcept(checked string, stored []contest.Contest) i18n.Text {
	var names []string
	for _, c := range stored {
		if c.Name != checked {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return i18n.Textf("no other contest is stored yet")
	}
	return contest.StoredNames(names)
}
