// Package check is the one use case of ojcheck: the submissions of a contest
// go in, ranked pairs come out and are stored, and progress is told on the
// way. The command line and the web both run checks through it. While a contest
// runs, a [Live] compares its programs as they come.
package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Store keeps what goes into a check and what comes out of it.
type Store interface {
	// Import stores the submissions of a contest and sets their IDs. What is
	// stored already is found again.
	Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
		skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, added int, err error)
	// SaveParticipants keeps what is known of a contest's participants, who are
	// told by their names.
	SaveParticipants(ctx context.Context, contestID int64, participants []contest.Participant) error
	// About returns what SaveAbout has kept of the contest of a name, but for its
	// problems; zero where there is none.
	About(ctx context.Context, contestName string) (contest.About, error)
	// SaveAbout keeps what the judge system says of a contest.
	SaveAbout(ctx context.Context, contestID int64, about contest.About) error
	// LexCache keeps what is read of a contest's submissions where no check runs.
	LexCache(contestID int64) LexCache
	// Participants returns all participants of a contest, with their numbers.
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
	// BeginCheck inserts a running check of the given submissions.
	BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (Run, error)
}

// Run is a check being stored. Nothing of it is visible before Complete.
type Run interface {
	ID() int64
	measureCache
	LexCache
	SaveTemplates(ctx context.Context, templates []contest.Template) error
	// SaveEarlier adds submissions of earlier contests to those of the check, and
	// gives it another digest.
	SaveEarlier(ctx context.Context, digest string, submissionIDs []int64) error
	SaveFrequencies(ctx context.Context, frequencies []contest.Frequencies) error
	SavePairs(ctx context.Context, pairs []contest.Pair) error
	SaveClusters(ctx context.Context, clusters []contest.Cluster) error
	Complete(ctx context.Context, summary contest.Summary, histograms []contest.Histogram, skipped []contest.SkippedItem) error
	// Fail marks the check as failed, and why.
	Fail(ctx context.Context, reason string) error
	Close() error
}

// Request is what to check.
type Request struct {
	Contest      string // the name under which the contest is kept
	Origin       string // where the submissions come from, for people to read
	Submissions  []contest.Submission
	Participants []contest.Participant // what is known of them beside their names, for some
	About        contest.About         // what the judge system says of the contest
	Skipped      []contest.SkippedItem // what could not be read from the input
	Incomplete   []string              // inputs that were not read to their end, and why
	Base         []contest.File        // base code
	Parameters   contest.Parameters
	By           review.Person // who asks for it; the zero value is the command line
	AuditAs      review.Action // what the audit log calls the import; "" is review.ActionUpload
}

// Stage is a step of a check, as progress tells it.
type Stage string

// The stages of a check, in their order; each pool is indexed and compared, with
// itself and with earlier contests, before the next.
const (
	Storing          Stage = "storing submissions"
	Lexing           Stage = "reading programs"
	Searching        Stage = "searching earlier contests" // where Parameters.Against asks for it
	ReadingEarlier   Stage = "reading earlier programs"   // and this
	Indexing         Stage = "indexing programs"          // of one pool, which is compared then
	Comparing        Stage = "comparing programs"
	ComparingEarlier Stage = "comparing with earlier contests" // where Parameters.Against asks for it
	Matching         Stage = "matching pairs"
	Saving           Stage = "storing pairs"
)

// Progress is told how far a stage has come. It is called from one goroutine
// at a time.
type Progress func(stage Stage, done, total int)

// Checker runs checks.
type Checker struct {
	Store       Store
	Earlier     EarlierContests // may be nil where no Parameters.Against is asked for
	ToolVersion string
	lex         lexFunc // nil for program.Lex
}

// Check stores the submissions of a contest, compares them and stores the
// ranked pairs. It returns the id of the check. If it fails, or ctx ends, after
// the check has begun, the check is kept as failed with its reason. What the
// parameters leave out is not compared, but it is read, so that the archive knows
// it. The check holds the sources until they are read, no longer: where the
// caller does not either, their memory is free for the comparison.
// Parameters.Against may hold texts as people write them; where they name what
// there is not, nothing is stored and the error is an *UnknownContestError; where another
// contest has the name, a *NameConflictError.
func (c *Checker) Check(ctx context.Context, req Request, progress Progress) (int64, error) {
	progress = serial(progress)
	if err := validate(req.Parameters); err != nil {
		return 0, err
	}
	var scope contest.Scope
	if len(req.Parameters.Against) > 0 {
		kept, err := c.Earlier.Contests(ctx)
		if err != nil {
			return 0, fmt.Errorf("look for earlier contests: %w", err)
		}
		req.Parameters.Against, scope, err = resolveAgainst(req.Parameters.Against, req.Contest, kept)
		if err != nil {
			return 0, err
		}
	}
	contestID, err := c.store(ctx, req, progress)
	if err != nil {
		return 0, err
	}
	selected, others, skipped := selectSubmissions(req.Submissions, req.Parameters)
	skipped = append(skipped, req.Skipped...)
	req.Submissions = nil // all of them let go of their files once they are read

	scope.Without = []int64{contestID}
	a := analysis{checker: c, req: req, scope: scope, digest: digest(selected, req.Base, req.Parameters), progress: progress}
	if a.numbers, err = numbersOf(ctx, c.Store, contestID); err != nil {
		return 0, fmt.Errorf("number participants of contest %q: %w", req.Contest, err)
	}
	a.numbers.sort(selected)
	run, err := c.Store.BeginCheck(ctx, req.By, contest.Check{
		ContestID:        contestID,
		Digest:           a.digest,
		Matching:         matchingDigest(req.Base, req.Parameters),
		Parameters:       req.Parameters,
		ToolVersion:      c.ToolVersion,
		AlgorithmVersion: AlgorithmVersion,
		StartedAt:        time.Now(),
	}, ids(selected), req.Base)
	if err != nil {
		return 0, fmt.Errorf("begin check of contest %q: %w", req.Contest, err)
	}
	defer run.Close()

	a.run = run
	if err := a.analyse(ctx, selected, others, skipped); err != nil {
		// The check is marked even where ctx is what ended it.
		reason := err.Error()
		if ctx.Err() != nil {
			reason = "interrupted before it was done; start it again"
		}
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return run.ID(), errors.Join(err, run.Fail(late, reason))
	}
	return run.ID(), nil
}

// analysis is a check under way.
type analysis struct {
	checker  *Checker
	run      Run
	req      Request
	scope    contest.Scope // of the earlier contests
	digest   string        // without these
	numbers  numbers       // of its participants
	progress Progress
}

func (a *analysis) analyse(ctx context.Context, selected, others []contest.Submission, skipped []contest.SkippedItem) error {
	p := a.req.Parameters
	reader, unread := newReader(a.run, a.checker.lex, a.req.Base, p)
	skipped = append(skipped, unread...)
	solutions, unread, err := reader.read(ctx, selected, others, a.progress)
	if err != nil {
		return err
	}
	skipped = append(skipped, unread...)
	for _, sol := range solutions {
		sol.number = a.numbers[sol.submission.Participant]
	}
	if err := saveTemplates(ctx, a.run, solutions); err != nil {
		return err
	}
	var earlier *earlierSet
	if len(p.Against) > 0 {
		if earlier, err = a.findEarlier(ctx, reader, solutions); err != nil {
			return err
		}
	}

	known, err := loadMeasures(ctx, a.run, reader.timedOut.Load())
	if err != nil {
		return err
	}
	found, err := compare(ctx, solutions, earlier, known, p, a.progress)
	if err != nil {
		return err
	}
	if err := save(ctx, a.run, found.pairs, a.progress); err != nil {
		return err
	}
	if err := a.run.SaveClusters(ctx, found.clusters); err != nil {
		return fmt.Errorf("store clusters: %w", err)
	}
	if err := a.run.SaveFrequencies(ctx, found.frequencies); err != nil {
		return fmt.Errorf("store shingle frequencies: %w", err)
	}
	sortSkipped(skipped)
	summary := summarise(solutions, found, len(skipped))
	summary.Incomplete = a.req.Incomplete
	if earlier != nil {
		summary.Earlier = earlier.summarise(found.pairs)
	}
	if err := a.run.Complete(ctx, summary, found.histograms, skipped); err != nil {
		return fmt.Errorf("complete check: %w", err)
	}
	return nil
}
