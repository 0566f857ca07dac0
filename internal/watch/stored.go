package watch

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/settings"
)

// liveFields are the fields of a submission that a watch updates in the archive while the
// contest runs. The closing check updates the other fields, such as the attempt number.
type liveFields struct {
	problem, participant string
	kind                 contest.ParticipantKind
	verdict              contest.Verdict
}

func liveFieldsOf(s contest.Submission) liveFields {
	return liveFields{s.Problem, s.Participant, s.Kind, s.Verdict}
}

// storedSubmission is a submission that the archive has.
type storedSubmission struct {
	submissionID int64
	fields       liveFields // in the archive
	inScorer     bool       // the scorer has loaded the submission, or loads it next
	versions     string     // see fileVersions; "" if unknown, as after a restart
}

// addStored records a stored submission, and reports whether the scorer must load it.
func (f *follower) addStored(id string, s contest.Submission, versions string) (mustLoad bool) {
	mustLoad = f.comparesLive(liveFieldsOf(s))
	f.stored[id] = &storedSubmission{s.ID, liveFieldsOf(s), mustLoad, versions}
	return mustLoad
}

// fileVersions returns the hashes of the files of a submission. A file without a hash has its address instead. The
// result changes when the judge system replaces files.
func fileVersions(s ccs.Submission) string {
	var versions []string
	for _, f := range s.Files {
		versions = append(versions, cmp.Or(f.Hash, f.Href))
	}
	return strings.Join(versions, "\n")
}

// filesChanged reports whether the judge system has replaced files of a submission. It notes the versions of a stored submission
// whose versions are unknown.
func (f *follower) filesChanged(id string, s ccs.Submission) bool {
	versions, old := fileVersions(s), ""
	if r := f.ready[id]; r.files != nil {
		old = fileVersions(r.submission)
	} else if stored := f.stored[id]; stored != nil {
		stored.versions = cmp.Or(stored.versions, versions)
		old = stored.versions
	}
	return old != "" && versions != "" && old != versions
}

func pathOf(id string) string { return ccs.PathPrefix + id }

// comparesLive reports whether a submission is compared during the contest. It must be accepted, and the
// parameters must include its kind of participant.
func (f *follower) comparesLive(s liveFields) bool {
	return s.verdict == contest.VerdictAccepted &&
		(f.Parameters.Participants == settings.All || s.kind == contest.Official)
}

// begin loads the contest from the archive, and its current state from the judge system.
func (f *follower) begin(ctx context.Context) error {
	contents, err := retryValue(ctx, f, func() (contest.StoredCounts, error) { return f.Store.Contents(ctx, f.Contest) })
	if errors.Is(err, contest.ErrNotFound) {
		return f.loadSnapshot(ctx)
	}
	if err != nil {
		return err
	}
	f.watch.ContestID = contents.ID
	if err = f.startAlerts(ctx); err == nil {
		err = f.loadStored(ctx)
	}
	if err != nil {
		return err
	}
	return f.loadSnapshot(ctx)
}

func (f *follower) storedSubmissions(ctx context.Context) (submissions []contest.Submission, skipped []contest.SkippedItem, err error) {
	err = f.retry(ctx, func() (err error) {
		submissions, skipped, err = f.Store.StoredSubmissions(ctx, f.watch.ContestID)
		return err
	})
	return submissions, skipped, err
}

func (f *follower) loadStored(ctx context.Context) error {
	stored, _, err := f.storedSubmissions(ctx)
	if errors.Is(err, contest.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var compared []contest.Submission
	for _, s := range stored {
		// Submissions with other paths were imported from elsewhere.
		if id, ok := strings.CutPrefix(s.Path, ccs.PathPrefix); ok && f.addStored(id, s, "") {
			compared = append(compared, s)
		}
	}
	f.watch.Submissions, f.watch.Judged = len(f.stored), len(f.stored)
	defer f.heartbeat(ctx)()
	if len(f.stored) > 0 {
		f.log.Info("continuing from the submissions in the archive", "submissions", len(f.stored))
	}
	return f.loadIntoScorer(ctx, compared)
}
