package intake

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// FormatAPI is the format of a contest read over the ICPC Contest API. Options.Format does not take it.
const FormatAPI = "api"

// RemoteContest is a contest on the judge system that runs it: a ccsclient.Contest.
type RemoteContest interface {
	// Load reads the contest as it is now, without the files of submissions.
	Load(ctx context.Context, m *ccs.Model) error
	// Files fetches the files of a submission, and returns the files that it omitted. If no file can be read, the
	// first skipped item says why. ReadAPI calls Files concurrently. An error concerns only this submission, unless it
	// is ErrAccountRefused or Files fails for maxFailures submissions in a row.
	Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error)
}

// ErrAccountRefused is an error of a RemoteContest that no longer accepts the account.
var ErrAccountRefused = i18n.Errorf("the account is refused")

// APIOptions say how to read from a system.
type APIOptions struct {
	// StoredSubmissions maps paths to stored submissions. ReadAPI does not fetch their files, if SystemID and
	// time are the same.
	StoredSubmissions map[string]contest.Submission
	// Store, if not nil, stores a part of the submissions with their skipped items. Then ReadAPI releases
	// their files. If ctx has ended, Store still gets the submissions read so far, with another context.
	Store func(ctx context.Context, part *Result) error
	// Progress, if not nil, gets the number of submissions that are read, in one call at a time.
	Progress func(done, total int)
	// SkipFiles says that ReadAPI fetches no files, for the preview of a contest.
	SkipFiles bool
}

const (
	fetchers = 4 // concurrent requests for files; few, because the judge system also runs the contest
	// After maxFailures failures in a row, ReadAPI assumes that the judge system is broken, not the submissions.
	maxFailures = 20
	// partSize is the number of submissions for each call of Store.
	partSize = 200
	// lateStoreTimeout bounds Store after ctx has ended.
	lateStoreTimeout = 30 * time.Second
)

// ReadAPI reads a contest from the judge system that runs it. It finds the same submissions and paths that
// Read finds in a contest package of the contest. Submissions that Store has stored have no files in the
// Result. A submission without its files is skipped and not stored, so the next ReadAPI fetches it again.
// With an error, ReadAPI also returns the submissions read before.
func ReadAPI(ctx context.Context, system RemoteContest, opts APIOptions) (*Result, error) {
	model := ccs.NewModel()
	if err := system.Load(ctx, model); err != nil {
		return nil, err
	}
	model.FillDefaults()
	r := apiReader{system: system, opts: opts, participants: model.Participants(), skipped: slices.Clone(model.Missing())}
	r.result = Result{
		Format: FormatAPI, Layout: FormatAPI, Metadata: model.Metadata(),
		FormatReason: i18n.Textf("it is read from the system itself"),
	}
	r.result.Name = cmp.Or(r.result.Metadata.Title, r.result.Metadata.SystemID)
	var wanted []ccs.Submission
	attempts := model.Attempts()
	for _, id := range model.Submissions() {
		if s, _ := model.Submission(id); s.IgnoreReason != "" {
			r.skipped = append(r.skipped, contest.SkippedItem{Path: s.Path, Reason: i18n.Textf(s.IgnoreReason)})
		} else {
			s.Attempt = attempts[id]
			wanted = append(wanted, s)
		}
	}
	for path, s := range opts.StoredSubmissions {
		if _, exists := model.Submission(s.SystemID); !exists && path == ccs.PathPrefix+s.SystemID {
			r.result.Deleted = append(r.result.Deleted, path)
		}
	}
	slices.Sort(r.result.Deleted)
	r.total = len(wanted)
	var err error
	for part := range slices.Chunk(wanted, partSize) {
		if err = r.readPart(ctx, part); err != nil {
			break
		}
	}
	if err == nil && len(r.result.Deleted) > 0 && len(wanted) > 0 && !r.hasFetched && !opts.SkipFiles {
		err = r.confirmDeleted(ctx, wanted[max(0, slices.IndexFunc(wanted, r.isStored))])
	}
	r.result.Skipped = append(r.result.Skipped, r.skipped...)
	hasNone := len(r.result.Submissions) == 0 && len(r.result.Skipped) == len(model.Missing()) // no submission was read or skipped
	if err == nil && hasNone {
		err = i18n.Errorf("the contest has no submissions yet: read it again later")
	}
	r.result.Participants = withSubmissions(r.participants, r.result.Submissions)
	slices.SortFunc(r.result.Submissions, compareSubmissions)
	sortSkips(r.result.Skipped)
	return &r.result, err
}

// confirmDeleted fetches a submission again, if possible a stored one. If this fails, the account may see less than before, so
// submissions that the system does not list may be hidden: then none counts as deleted.
func (r *apiReader) confirmDeleted(ctx context.Context, s ccs.Submission) error {
	files, skipped, err := r.system.Files(ctx, s)
	if len(files) > 0 {
		return nil
	}
	r.result.Deleted = nil
	if err != nil && !errors.Is(err, ccs.ErrRefused) {
		return err
	}
	if err == nil {
		err = i18n.Errorf("%s", skipped[0].Reason)
	}
	return i18n.Errorf("the system does not list all stored submissions any more, and the account cannot read sources, so they may be "+
		"hidden and are not left out: %s", err)
}

// apiReader is the state of ReadAPI.
type apiReader struct {
	system       RemoteContest
	opts         APIOptions
	participants []contest.Participant
	result       Result
	skipped      []contest.SkippedItem // not in result yet
	total        int

	mu                        sync.Mutex // for the fields below
	done, consecutiveFailures int
	hasFetched                bool // the account can read sources
}

// outcome is the result of reading one submission.
type outcome struct {
	files   []contest.File
	skipped []contest.SkippedItem
}

// readPart reads some submissions, and stores those that it could read.
func (r *apiReader) readPart(ctx context.Context, part []ccs.Submission) error {
	outcomes := make([]outcome, len(part))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for i, s := range part {
		group.Go(func() (err error) {
			if groupCtx.Err() != nil {
				return groupCtx.Err()
			}
			if outcomes[i], err = r.fetch(groupCtx, s); err != nil {
				return err
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.done++; r.opts.Progress != nil {
				r.opts.Progress(r.done, r.total)
			}
			return nil
		})
	}
	err := group.Wait()
	var submissions []contest.Submission
	for i, o := range outcomes {
		r.skipped = append(r.skipped, o.skipped...)
		if len(o.files) == 0 && !r.opts.SkipFiles {
			continue
		}
		s := part[i].Submission
		s.Files = o.files
		s.Language = LanguageOf(s)
		submissions = append(submissions, s)
	}
	return errors.Join(err, r.store(ctx, submissions))
}

// fetch returns the stored or fetched files of a submission. outcome.skipped has an error that concerns only
// this submission.
func (r *apiReader) fetch(ctx context.Context, s ccs.Submission) (o outcome, err error) {
	if o.files = r.storedFiles(s); o.files != nil || r.opts.SkipFiles {
		return o, nil
	}
	o.files, o.skipped, err = r.system.Files(ctx, s)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.consecutiveFailures, r.hasFetched = 0, r.hasFetched || len(o.files) > 0
		return o, nil
	}
	if ctx.Err() != nil || errors.Is(err, ErrAccountRefused) {
		return outcome{}, err
	}
	o = outcome{skipped: []contest.SkippedItem{{Path: s.Path, Reason: i18n.Textf("%s; import the contest again to retry", err)}}}
	if r.consecutiveFailures++; r.consecutiveFailures >= maxFailures {
		return o, i18n.Errorf("%d submissions in a row could not be fetched; the last: %s", maxFailures, err)
	}
	return o, nil
}

func (r *apiReader) isStored(s ccs.Submission) bool { return r.storedFiles(s) != nil }

// storedFiles returns the stored files of a submission; nil for none. A submission of another contest may
// have the same path, so storedFiles compares ID and time.
func (r *apiReader) storedFiles(s ccs.Submission) []contest.File {
	stored := r.opts.StoredSubmissions[s.Path]
	if stored.SystemID != s.SystemID || !stored.Time.Truncate(time.Microsecond).Equal(s.Time.Truncate(time.Microsecond)) {
		return nil
	}
	return stored.Files
}

// store stores submissions and the skipped items, and adds both to the result. It does nothing before any
// submission is read.
func (r *apiReader) store(ctx context.Context, submissions []contest.Submission) error {
	if len(submissions) == 0 && (len(r.skipped) == 0 || len(r.result.Submissions) == 0) {
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
		part.Submissions, part.Skipped = submissions, r.skipped
		part.Participants = withSubmissions(r.participants, submissions)
		if err := r.opts.Store(ctx, &part); err != nil {
			return err
		}
		for i := range submissions {
			submissions[i].Files = nil
		}
	}
	r.result.Submissions = append(r.result.Submissions, submissions...)
	r.result.Skipped = append(r.result.Skipped, r.skipped...)
	r.skipped = nil
	return nil
}

// withSubmissions returns the participants who have one of the submissions.
func withSubmissions(participants []contest.Participant, submissions []contest.Submission) []contest.Participant {
	names := namesOf(submissions)
	return slices.DeleteFunc(slices.Clone(participants), func(p contest.Participant) bool { return !names[p.Name] })
}

// namesOf returns the set of the participants' names.
func namesOf(submissions []contest.Submission) map[string]bool {
	names := map[string]bool{}
	for _, s := range submissions {
		names[s.Participant] = true
	}
	return names
}
