// Package check runs checks: it compares the submissions of a contest and stores
// ranked pairs. The command line and the web both run checks through it. While a
// contest runs, a [Scorer] compares each program as it arrives.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
)

// Store is the archive. postgres.DB, which implements it, documents the methods.
type Store interface {
	search.Archive

	Contests(ctx context.Context) ([]contest.Contest, error)
	Contest(ctx context.Context, id int64) (contest.Contest, error)
	ContestByName(ctx context.Context, name string) (contest.Contest, error)
	Import(ctx context.Context, by review.Person, as review.Action, in contest.Import) (contestID int64, added int, err error)
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
	ParticipantCounts(ctx context.Context, submissions []int64) (map[int64]int, error)
	StoredSubmissions(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error)
	FilesOf(ctx context.Context, submissions []int64) (map[int64][]contest.File, error)
	KnownPrograms(ctx context.Context, filter contest.SourceFilter) ([]contest.KnownSource, error)
	AddSources(ctx context.Context, by review.Person, sampleVersion int, added []contest.KnownSource) (ids []int64, err error)

	// Lexed files and the archive's index do not depend on a check.

	Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error)
	SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error
	NotIndexed(ctx context.Context, contestID int64, version int) (submissionIDs []int64, err error)
	MarkIndexed(ctx context.Context, contestID int64, version int, submissionIDs []int64) error
	SaveIndex(ctx context.Context, contestID int64, version int, entries []contest.IndexEntry) error

	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	Base(ctx context.Context, checkID int64) ([]contest.File, error)
	BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (contest.Run, error)
}

// Request describes a check.
type Request struct {
	Contest      string // the name under which the contest is stored
	ContestID    int64  // as in contest.Import
	Origin       string // where the submissions come from, as text for people
	Submissions  []contest.Submission
	AddsToStored bool                  // also compare the submissions of the contest that are stored already
	Participants []contest.Participant // affiliations, places and IDs, by name; nil if unknown
	Metadata     contest.Metadata      // what the judge system says about the contest
	Solutions    []contest.KnownSource // of the organisers; they become known sources of the contest
	Skipped      []contest.SkippedItem // items of the input that could not be read
	Incomplete   []i18n.Text           // inputs read only in part, with the reason
	Base         []contest.File        // base code
	Parameters   contest.Parameters
	By           review.Person // who starts the check; the zero value is the command line
	AuditAs      review.Action // the action in the audit log; "" is review.ActionUpload
	Job          string        // ID of the job that asks for the check; "" for none. A job has one check that did not fail
	Corrected    func(n int)   // as contest.Import.Corrected
	// NamesSecret lists contests whose hidden names the person who starts the check must not learn. There, a hidden participant
	// with the name of a checked one counts as another person: else a missing pair would confirm a guess of a name.
	NamesSecret []int64

	lexed *lexedFiles // see Checker.StartLexing
}

// Stage is a step of a check, for progress reports.
type Stage = i18n.Key

// The stages of a check, the first stage first. A check indexes a pool and compares it with
// itself and with earlier contests before it indexes the next pool.
const (
	Waiting          Stage = "waiting for another check" // if Checker.Turn is set
	Storing          Stage = "storing submissions"
	Lexing           Stage = "reading programs"
	Searching        Stage = "searching earlier contests" // if Parameters.Against is set
	ReadingEarlier   Stage = "reading earlier programs"   // if Parameters.Against is set
	Indexing         Stage = "indexing programs"          // of one pool
	Comparing        Stage = "comparing programs"
	ComparingEarlier Stage = "comparing with earlier contests" // if Parameters.Against is set
	Matching         Stage = "matching pairs"
	Saving           Stage = "storing pairs"
)

// Stages lists all stages.
var Stages = []Stage{Waiting, Storing, Lexing, Searching, ReadingEarlier, Indexing, Comparing, ComparingEarlier, Matching, Saving}

// Progress receives the progress of a stage. Calls never overlap.
type Progress func(stage Stage, done, total int)

// serial returns a progress function that many goroutines may call. It drops calls that
// would go back within a stage, unless the total differs: a check in parts reads each part again.
func serial(progress Progress) Progress {
	if progress == nil {
		return func(Stage, int, int) {}
	}
	var mu sync.Mutex
	var stage Stage
	var most, of int
	return func(s Stage, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if s != stage || total != of || done >= most {
			stage, most, of = s, done, total
			progress(s, done, total)
		}
	}
}

// Checker runs checks.
type Checker struct {
	Store       Store
	ToolVersion string
	// Memory is the number of bytes that the programs of a check may need. If all need more, the check compares problems in
	// parts that fit, where it can. The longest programs of a part are left out until the others fit. 0 is no bound.
	Memory int64
	Turn   Turn    // nil for none
	lex    lexFunc // nil for program.Lex
}

// Turn lets the Checkers that share it run only one check at a time: each check uses all processors and up to Memory
// bytes.
type Turn chan struct{}

// NewTurn returns a Turn.
func NewTurn() Turn { return make(Turn, 1) }

// Take waits for the turn, which lasts until release is called. progress may be nil.
func (t Turn) Take(ctx context.Context, progress Progress) (release func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	serial(progress)(Waiting, 0, 0)
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Check stores the submissions of a contest, compares them and stores the ranked
// pairs. It returns the ID of the check. If an error occurs, or ctx ends, after the check
// has begun, the check is stored as failed with the reason. Check also lexes submissions
// that the parameters exclude, but only for the archive's index.
//
// Check releases each submission's Files after lexing. Callers should release them too,
// so that the comparison can use the memory.
//
// Parameters.Against may hold names as people type them. Check returns an
// *UnknownContestError if a name is unknown, and a *NameConflictError if a different
// contest has the name of this contest. In both cases it stores nothing.
func (c *Checker) Check(ctx context.Context, req Request, progress Progress) (int64, error) {
	progress = serial(progress)
	if err := validate(req.Parameters); err != nil {
		return 0, err
	}
	release, err := c.Turn.Take(ctx, progress)
	if err != nil {
		return 0, err
	}
	defer release()
	scope, err := c.resolveAgainst(ctx, &req.Parameters, 0, req.Contest)
	if err != nil {
		return 0, err
	}
	contestID, lexed, err := c.storeAndLex(ctx, req, progress)
	if err != nil {
		return 0, err
	}
	if req.AddsToStored {
		if err := c.addStored(ctx, contestID, &req); err != nil {
			return 0, fmt.Errorf("read what is stored of contest %q: %w", req.Contest, err)
		}
	}
	sources, base, err := c.knownSources(ctx, contestID)
	if err != nil {
		return 0, err
	}
	req.addBase(base)
	selected, excluded, skipped := selectSubmissions(req.Submissions, req.Parameters)
	skipped = append(skipped, req.Skipped...)
	req.Submissions = nil // so that lexing releases their files

	scope.Except = []int64{contestID}
	a := analysis{checker: c, req: req, scope: scope, sources: sources, lexed: lexed, progress: progress}
	a.digest = digestWithSources(digest(selected, req.Base, req.Parameters), sources)
	if a.numbers, err = numbersOf(ctx, c.Store, contestID); err != nil {
		return 0, fmt.Errorf("number participants of contest %q: %w", req.Contest, err)
	}
	a.numbers.sort(selected)
	problems, participants := make(map[string]int64), make(map[string]int64)
	for i := range selected {
		problems[selected[i].Problem], participants[selected[i].Participant] = selected[i].ID, selected[i].ID
	}
	a.begin(ctx, contest.Check{
		ContestID:        contestID,
		Digest:           a.digest,
		Matching:         matchingDigest(req.Base, req.Parameters),
		Parameters:       req.Parameters,
		ToolVersion:      c.ToolVersion,
		AlgorithmVersion: AlgorithmVersion,
		StartedAt:        time.Now(),
		Job:              req.Job,
		Problems:         problems,
		Participants:     participants,
	}, ids(selected))
	err = a.analyse(ctx, contestID, selected, excluded, skipped)
	if beginErr := a.beginning.Wait(); beginErr != nil {
		return 0, fmt.Errorf("begin check of contest %q: %w", req.Contest, beginErr)
	}
	defer a.run.Close()
	if err != nil {
		reason := i18n.TextOf(err)
		if ctx.Err() != nil { // then err may say only that a connection was closed
			reason, err = i18n.Textf("interrupted before it was done; start it again"), ctx.Err()
		}
		err = errors.Join(err, a.run.Fail(ctx, reason))
	}
	return a.run.ID(), err
}

// analysis is a running check.
type analysis struct {
	checker   *Checker
	beginning errgroup.Group // runs BeginCheck, which sets run; wait for it before using run
	run       contest.Run
	req       Request
	scope     contest.Scope // of the earlier contests
	digest    string        // without earlier submissions
	sources   []contest.CheckSource
	numbers   numbers // of the contest's participants
	lexed     *lexedFiles
	progress  Progress
}

// begin stores the check as running while programs are read.
func (a *analysis) begin(ctx context.Context, check contest.Check, submissionIDs []int64) {
	a.beginning.Go(func() (err error) {
		a.run, err = a.checker.Store.BeginCheck(ctx, a.req.By, check, submissionIDs, a.req.Base)
		return err
	})
}

// analyse reads and compares the selected submissions, and stores the result.
func (a *analysis) analyse(ctx context.Context, contestID int64, selected, excluded []contest.Submission, skipped []contest.SkippedItem) error {
	p := a.req.Parameters
	reader, unreadable := newReader(a.checker.Store, contestID, a.lexed.withFallback(a.checker.lex), a.req.Base, p)
	skipped = append(skipped, unreadable...)
	defer reader.waitForSaves()
	all := slices.Concat(ids(selected), ids(excluded))
	bound := newMemoryBound(a.checker.Memory)
	var withFiles []contest.Submission // a check in parts reads them again
	if bound != nil && canSplit(p) {
		withFiles = slices.Clone(selected)
	}
	submissions, unreadable, err := reader.read(ctx, selected, excluded, bound, a.progress)
	a.lexed.release()
	if err = cmp.Or(a.beginning.Wait(), err); err != nil {
		return err
	}
	known, unreadableSources, err := readSources(ctx, reader, a.sources)
	if err != nil {
		return err
	}
	skipped = append(skipped, unreadableSources...)
	var earlier *earlierSet
	if len(p.Against) > 0 {
		if earlier, err = a.findEarlier(ctx, reader, submissions); err != nil {
			return err
		}
	}
	reusable, err := loadMeasures(ctx, a.run, reader.timedOut.Load())
	if err != nil {
		return err
	}

	c := &comparer{p, earlier, known, reusable, sampleAbove, a.progress}
	parts := bound.split(withFiles)
	var found comparison
	if parts == nil {
		found, err = a.compare(ctx, c, submissions)
	} else { // compareParts reads all programs again
		submissions, unreadable, found, err = a.compareParts(ctx, reader, parts, c)
	}
	if err != nil {
		return err
	}
	found.rank(p)
	skipped = append(skipped, unreadable...)
	if found.coarse > 0 || reader.timedOut.Load() {
		// Stored measures do not say which pairs are coarse or incomplete, so no later check may reuse them.
		if err := a.run.PreventReuse(ctx); err != nil {
			return err
		}
	}
	if err := save(ctx, a.run, found.pairs, a.progress); err != nil {
		return err
	}
	if err := a.run.SaveClusters(ctx, found.clusters); err != nil {
		return err
	}
	if known != nil {
		if err := a.run.SaveSources(ctx, a.sources); err != nil {
			return err
		}
		if err := a.run.SaveNear(ctx, known.near); err != nil {
			return err
		}
	}
	if err := a.run.SaveFrequencies(ctx, found.frequencies); err != nil {
		return err
	}
	sortSkipped(skipped)
	summary := summarise(submissions, found, len(skipped))
	summary.Incomplete, summary.Parts = a.req.Incomplete, len(parts)
	if known != nil {
		summary.Sources = known.pools
	}
	if earlier != nil {
		summary.Earlier = earlier.summarise(found.pairs)
	}
	if err := reader.finish(ctx, all, nil); err != nil {
		return err
	}
	return a.run.Complete(ctx, summary, found.histograms, skipped)
}

// compare compares submissions, and stores their own templates.
func (a *analysis) compare(ctx context.Context, c *comparer, submissions []*submission) (comparison, error) {
	var templates []contest.Template
	for _, sub := range submissions {
		sub.number = a.numbers[sub.Participant]
		if len(sub.template) > 0 {
			templates = append(templates, contest.Template{SubmissionID: sub.ID, Passages: sub.template})
		}
	}
	// The page of a pair needs the templates. To find a template again would take all programs of the contest.
	if err := a.run.SaveTemplates(ctx, templates); err != nil {
		return comparison{}, err
	}
	return c.compare(ctx, submissions)
}

// compareParts reads and compares one part after another. It releases the programs of a part before it reads the next part.
func (a *analysis) compareParts(ctx context.Context, reader *reader, parts [][]contest.Submission, c *comparer) (
	submissions []*submission, skipped []contest.SkippedItem, found comparison, err error) {
	for _, part := range parts {
		read, unreadable, err := reader.read(ctx, part, nil, newMemoryBound(a.checker.Memory), a.progress)
		if err != nil {
			return nil, nil, found, err
		}
		foundInPart, err := a.compare(ctx, c, read)
		if err != nil {
			return nil, nil, found, err
		}
		foundInPart.release(read)
		submissions = append(submissions, read...)
		skipped = append(skipped, unreadable...)
		found.add(foundInPart)
	}
	return submissions, skipped, found, nil
}
