package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// FormatAPI is the format of what was read from a contest system itself, over the
// ICPC Contest API. Options.From does not take it.
const FormatAPI = "api"

// System is a contest as the system that runs it gives it; ccsclient.Contest is one.
type System interface {
	// Load reads all that there is at this moment, but the files of submissions.
	Load(ctx context.Context, m *ccs.Model) error
	// Files gets the files of a submission, and tells what of them was left out. It
	// is called for several at a time. An error is of this submission alone, unless it
	// is ErrAccount, or many others fail too.
	Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error)
}

// ErrAccountRefused is an error of a System that no longer knows the account that reads:
// nothing else could be read with it.
var ErrAccountRefused = errors.New("the account is refused")

// APIOptions say how to read from a system.
type APIOptions struct {
	// StoredSubmissions are submissions, by path, whose files are not fetched again: those that
	// have the system's ID and time. They are read as they stand now, and given to
	// Store like the others.
	StoredSubmissions map[string]contest.Submission
	// Store, if it is not nil, is given what was read, some submissions at a time:
	// a Set of these alone, with what was left out beside them. The files are gone
	// when it returns. Where reading ends before its time, it is still given what
	// had come, with a context of its own.
	Store func(ctx context.Context, part *Result) error
	// Progress, if it is not nil, is told how many submissions have their files. It
	// is called from several goroutines.
	Progress func(done, total int)
	// SkipFiles leaves the files out: what is returned tells what there is to read.
	SkipFiles bool
}

const (
	// fetchers is how many files are fetched at a time: the system has a contest to
	// run.
	fetchers = 4
	// maxFailures is how many submissions may fail one after the other: then it is not
	// they that are broken.
	maxFailures = 20
	// partSize is how many are given to Store at a time.
	partSize = 200
	// lateStoreTimeout is how long Store may take once the reading was called off.
	lateStoreTimeout = 30 * time.Second
)

// ReadAPI reads a contest from the system that runs it. The submissions are those that
// a contest package of the same contest has, with the same paths. Those that were
// given to Store have no files in the Set that is returned.
//
// A submission whose files cannot be fetched is left out and listed; as it is not
// among those that were stored, the next reading asks for it again. An error comes
// with what was read before it.
func ReadAPI(ctx context.Context, system System, opts APIOptions) (*Result, error) {
	m := ccs.NewModel()
	if err := system.Load(ctx, m); err != nil {
		return nil, err
	}
	m.FillDefaults()
	r := apiReader{system: system, opts: opts, people: m.Participants()}
	r.set = Result{Format: FormatAPI, Layout: FormatAPI, About: m.About(), FormatReason: "it is read from the system itself"}
	r.set.Name = cmp.Or(r.set.About.Title, r.set.About.SystemID)
	r.pending = append(r.pending, m.Missing()...)
	var wanted []ccs.Submission
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		if s.IgnoreReason != "" {
			r.pending = append(r.pending, contest.SkippedItem{Path: s.Path, Reason: s.IgnoreReason})
			continue
		}
		wanted = append(wanted, s)
	}
	r.total = len(wanted)
	err := r.read(ctx, wanted)
	r.set.Skipped = append(r.set.Skipped, r.pending...)
	if err == nil && len(r.set.Submissions) == 0 && len(r.set.Skipped) == len(m.Missing()) {
		err = errors.New("the contest has no submissions yet: read it again later")
	}
	r.set.Participants = r.participantsIn(r.set.Submissions)
	slices.SortFunc(r.set.Submissions, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	sortSkips(r.set.Skipped)
	return &r.set, err
}

// apiReader reads from a system.
type apiReader struct {
	system              System
	opts                APIOptions
	people              []contest.Participant
	set                 Result
	pending             []contest.SkippedItem // that Store has not been told of yet
	total               int
	done                atomic.Int64
	consecutiveFailures atomic.Int64 // submissions that failed since one did not
}

// read reads submissions, some at a time.
func (r *apiReader) read(ctx context.Context, wanted []ccs.Submission) error {
	for part := range slices.Chunk(wanted, partSize) {
		if err := r.readPart(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// outcome is what came of one submission.
type outcome struct {
	fetched bool
	files   []contest.File
	skipped []contest.SkippedItem
}

// readPart reads some submissions and stores what came, also where not all did.
func (r *apiReader) readPart(ctx context.Context, part []ccs.Submission) error {
	outcomes := make([]outcome, len(part))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for i, s := range part {
		group.Go(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			o, err := r.fetch(inner, s)
			outcomes[i] = o
			if err != nil {
				return err
			}
			if done := r.done.Add(1); r.opts.Progress != nil {
				r.opts.Progress(int(done), r.total)
			}
			return nil
		})
	}
	failed := group.Wait()
	var read []contest.Submission
	for i, o := range outcomes {
		r.pending = append(r.pending, o.skipped...)
		if !o.fetched || len(o.files) == 0 && !r.opts.SkipFiles {
			continue
		}
		s := part[i].Submission
		s.Files = o.files
		s.Language = LanguageOf(s)
		read = append(read, s)
	}
	return errors.Join(failed, r.store(ctx, read))
}

// fetch gets the files of a submission. The error is of the whole contest; of the
// submission alone, it is among what was left out.
func (r *apiReader) fetch(ctx context.Context, s ccs.Submission) (o outcome, err error) {
	if o.files = r.storedFiles(s); o.files != nil || r.opts.SkipFiles {
		return outcome{fetched: true, files: o.files}, nil
	}
	o.files, o.skipped, err = r.system.Files(ctx, s)
	if err == nil {
		r.consecutiveFailures.Store(0)
		o.fetched = true
		return o, nil
	}
	if ctx.Err() != nil || errors.Is(err, ErrAccountRefused) {
		return outcome{}, err
	}
	o = outcome{skipped: []contest.SkippedItem{{Path: s.Path, Reason: fmt.Sprintf("%v; importing the contest again asks for it again", err)}}}
	if r.consecutiveFailures.Add(1) >= maxFailures {
		return o, fmt.Errorf("%d submissions could not be fetched, one after the other; the last: %w", maxFailures, err)
	}
	return o, nil
}

// storedFiles gives the files of a submission that is kept. One of another contest can
// have the same path.
func (r *apiReader) storedFiles(s ccs.Submission) []contest.File {
	k := r.opts.StoredSubmissions[s.Path]
	if k.SystemID != s.SystemID || !k.Time.Truncate(time.Microsecond).Equal(s.Time.Truncate(time.Microsecond)) {
		return nil
	}
	return k.Files
}

// store adds what was read to the set, after storing it, and what was left out: by
// itself too, unless nothing was read at all.
func (r *apiReader) store(ctx context.Context, read []contest.Submission) error {
	if len(read) == 0 && (len(r.pending) == 0 || len(r.set.Submissions) == 0) {
		return nil
	}
	skipped := r.pending
	sortSkips(skipped)
	if r.opts.Store != nil {
		if ctx.Err() != nil {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lateStoreTimeout)
			defer cancel()
		}
		part := r.set
		part.Submissions, part.Skipped, part.Participants = read, skipped, r.participantsIn(read)
		if err := r.opts.Store(ctx, &part); err != nil {
			return err
		}
		for i := range read {
			read[i].Files = nil
		}
	}
	r.set.Submissions = append(r.set.Submissions, read...)
	r.set.Skipped = append(r.set.Skipped, skipped...)
	r.pending = nil
	return nil
}

// participantsIn gives those participants that handed in any of the submissions.
func (r *apiReader) participantsIn(submissions []contest.Submission) []contest.Participant {
	named := map[string]bool{}
	for _, s := range submissions {
		named[s.Participant] = true
	}
	return slices.DeleteFunc(slices.Clone(r.people), func(p contest.Participant) bool { return !named[p.Name] })
}

func sortSkips(skipped []contest.SkippedItem) {
	slices.SortFunc(skipped, func(a, b contest.SkippedItem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
}
