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

// FormatAPI is the format of a contest read from a judge system over the ICPC
// Contest API. Options.Format does not take it.
const FormatAPI = "api"

// System is a contest on the system that runs it, such as a ccsclient.Contest.
type System interface {
	// Load reads the contest as it is now, without the files of submissions.
	Load(ctx context.Context, m *ccs.Model) error
	// Files fetches the files of a submission, and says what it left out. ReadAPI
	// calls it concurrently. An error concerns only this submission, unless it is
	// ErrAccountRefused or many others fail too.
	Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error)
}

// ErrAccountRefused is an error of a System that no longer accepts the account, so
// that nothing else can be read.
var ErrAccountRefused = errors.New("the account is refused")

// APIOptions say how to read from a system.
type APIOptions struct {
	// StoredSubmissions are submissions by path. ReadAPI takes their files from here
	// if their SystemID and time are those of the system, and the rest from the system.
	StoredSubmissions map[string]contest.Submission
	// Store, if not nil, is called with a part of the submissions at a time: a Result of
	// only these, and of skipped items. ReadAPI releases their files after it. If reading
	// ends early, Store still gets the submissions read so far, with a separate context.
	Store func(ctx context.Context, part *Result) error
	// Progress, if not nil, is called with the number of submissions that have their
	// files, from several goroutines.
	Progress func(done, total int)
	// SkipFiles reads no files, to preview a contest.
	SkipFiles bool
}

const (
	// fetchers is the number of concurrent requests for files. It is low because the
	// system has a contest to run.
	fetchers = 4
	// maxFailures is the number of consecutive failures that mean that the system,
	// not a submission, is broken.
	maxFailures = 20
	// partSize is the number of submissions for each call of Store.
	partSize = 200
	// lateStoreTimeout bounds Store after reading was cancelled.
	lateStoreTimeout = 30 * time.Second
)

// ReadAPI reads a contest from the system that runs it. The submissions and their
// paths are those of a contest package of the same contest. Submissions that went
// to Store have no files in the Result.
//
// ReadAPI lists a submission whose files cannot be fetched as skipped and does not
// store it, so the next ReadAPI fetches it again. With an error it also returns the
// submissions read before.
func ReadAPI(ctx context.Context, system System, opts APIOptions) (*Result, error) {
	m := ccs.NewModel()
	if err := system.Load(ctx, m); err != nil {
		return nil, err
	}
	m.FillDefaults()
	r := apiReader{system: system, opts: opts, participants: m.Participants(), skipped: slices.Clone(m.Missing())}
	r.result = Result{Format: FormatAPI, Layout: FormatAPI, About: m.About(), FormatReason: "it is read from the system itself"}
	r.result.Name = cmp.Or(r.result.About.Title, r.result.About.SystemID)
	var wanted []ccs.Submission
	for _, id := range m.Submissions() {
		if s, _ := m.Submission(id); s.IgnoreReason != "" {
			r.skipped = append(r.skipped, contest.SkippedItem{Path: s.Path, Reason: s.IgnoreReason})
		} else {
			wanted = append(wanted, s)
		}
	}
	r.total = len(wanted)
	var err error
	for part := range slices.Chunk(wanted, partSize) {
		if err = r.readPart(ctx, part); err != nil {
			break
		}
	}
	r.result.Skipped = append(r.result.Skipped, r.skipped...)
	if err == nil && len(r.result.Submissions) == 0 && len(r.result.Skipped) == len(m.Missing()) {
		err = errors.New("the contest has no submissions yet: read it again later")
	}
	r.result.Participants = r.participantsIn(r.result.Submissions)
	slices.SortFunc(r.result.Submissions, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	sortSkips(r.result.Skipped)
	return &r.result, err
}

// apiReader reads from a system.
type apiReader struct {
	system              System
	opts                APIOptions
	participants        []contest.Participant
	result              Result
	skipped             []contest.SkippedItem // not yet in result
	total               int
	done                atomic.Int64
	consecutiveFailures atomic.Int64
}

// outcome is the result of reading one submission.
type outcome struct {
	fetched bool
	files   []contest.File
	skipped []contest.SkippedItem
}

// readPart reads some submissions, and stores those it could read.
func (r *apiReader) readPart(ctx context.Context, part []ccs.Submission) error {
	outcomes := make([]outcome, len(part))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for i, s := range part {
		group.Go(func() (err error) {
			if inner.Err() != nil {
				return inner.Err()
			}
			if outcomes[i], err = r.fetch(inner, s); err != nil {
				return err
			}
			if done := r.done.Add(1); r.opts.Progress != nil {
				r.opts.Progress(int(done), r.total)
			}
			return nil
		})
	}
	err := group.Wait()
	var read []contest.Submission
	for i, o := range outcomes {
		r.skipped = append(r.skipped, o.skipped...)
		if !o.fetched || len(o.files) == 0 && !r.opts.SkipFiles {
			continue
		}
		s := part[i].Submission
		s.Files = o.files
		s.Language = LanguageOf(s)
		read = append(read, s)
	}
	return errors.Join(err, r.store(ctx, read))
}

// fetch fetches the files of a submission. An error concerns the whole contest; errors
// of only this submission are in outcome.skipped.
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
	o = outcome{skipped: []contest.SkippedItem{{Path: s.Path, Reason: fmt.Sprintf("%v; import the contest again to retry", err)}}}
	if r.consecutiveFailures.Add(1) >= maxFailures {
		return o, fmt.Errorf("%d submissions in a row could not be fetched; the last: %w", maxFailures, err)
	}
	return o, nil
}

// storedFiles returns the files of a stored submission. One of another contest can
// have the same path.
func (r *apiReader) storedFiles(s ccs.Submission) []contest.File {
	stored := r.opts.StoredSubmissions[s.Path]
	if stored.SystemID != s.SystemID || !stored.Time.Truncate(time.Microsecond).Equal(s.Time.Truncate(time.Microsecond)) {
		return nil
	}
	return stored.Files
}

// store stores submissions and the skipped items, then adds both to the result. It also
// stores skipped items without submissions, unless no submission was read at all.
func (r *apiReader) store(ctx context.Context, read []contest.Submission) error {
	if len(read) == 0 && (len(r.skipped) == 0 || len(r.result.Submissions) == 0) {
		return nil
	}
	sortSkips(r.skipped)
	if r.opts.Store != nil {
		if ctx.Err() != nil {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lateStoreTimeout)
			defer cancel()
		}
		part := r.result
		part.Submissions, part.Skipped, part.Participants = read, r.skipped, r.participantsIn(read)
		if err := r.opts.Store(ctx, &part); err != nil {
			return err
		}
		for i := range read {
			read[i].Files = nil
		}
	}
	r.result.Submissions = append(r.result.Submissions, read...)
	r.result.Skipped = append(r.result.Skipped, r.skipped...)
	r.skipped = nil
	return nil
}

// participantsIn returns the participants that have one of the submissions.
func (r *apiReader) participantsIn(submissions []contest.Submission) []contest.Participant {
	names := namesOf(submissions)
	return slices.DeleteFunc(slices.Clone(r.participants), func(p contest.Participant) bool { return !names[p.Name] })
}

// namesOf returns the names of the participants of submissions.
func namesOf(submissions []contest.Submission) map[string]bool {
	names := map[string]bool{}
	for _, s := range submissions {
		names[s.Participant] = true
	}
	return names
}
