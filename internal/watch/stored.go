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

// facts are the fields of a submission that a watch updates in the archive while the
// contest runs. The closing check updates the others, such as the attempt number.
type facts struct {
	problem, participant string
	kind                 contest.ParticipantKind
	verdict              contest.Verdict
}

func factsOf(s contest.Submission) facts {
	return facts{s.Problem, s.Participant, s.Kind, s.Verdict}
}

// storedSubmission is a submission that the archive has.
type storedSubmission struct {
	submission int64  // its ID
	facts      facts  // as the archive has them
	compared   bool   // the scorer has loaded it
	refs       string // of its files, see refsOf; "" if unknown, as after a restart
}

// refsOf identifies the files of a submission, by their hashes or else by their
// addresses, to notice when the judge system replaces them.
func refsOf(s ccs.Submission) string {
	var refs []string
	for _, f := range s.Files {
		refs = append(refs, cmp.Or(f.Hash, f.Href))
	}
	return strings.Join(refs, "\n")
}

// filesChanged reports whether the judge system has replaced files of a submission.
func (f *follower) filesChanged(id string, s ccs.Submission) bool {
	refs, oldRefs := refsOf(s), ""
	if r, ok := f.ready[id]; ok && r.files != nil {
		oldRefs = r.refs
	} else if k := f.stored[id]; k != nil {
		k.refs = cmp.Or(k.refs, refs)
		oldRefs = k.refs
	}
	return oldRefs != "" && refs != "" && oldRefs != refs
}

// folder begins the paths of submissions from a judge system.
const folder = "submissions/"

func pathOf(id string) string { return folder + id }

// isCompared reports whether a submission is compared during the contest: it is accepted,
// and the parameters include its kind of participant.
func (f *follower) isCompared(s facts) bool {
	return s.verdict == contest.VerdictAccepted &&
		(f.Parameters.Participants == settings.All || s.kind == contest.Official)
}

// begin loads the contest from the archive, and its present state from the judge
// system.
func (f *follower) begin(ctx context.Context) error {
	contents, err := retryValue(ctx, f, func() (contest.Contents, error) { return f.Store.Contents(ctx, f.Contest) })
	switch {
	case errors.Is(err, contest.ErrNotFound):
	case err != nil:
		return err
	default:
		f.watch.ContestID = contents.ID
		if err := f.loadLastAlert(ctx); err != nil {
			return err
		}
		if err := f.loadStored(ctx); err != nil {
			return err
		}
	}
	return f.loadSnapshot(ctx)
}

// storedSubmissions reads the contest's submissions from the archive.
func (f *follower) storedSubmissions(ctx context.Context) (submissions []contest.Submission, skipped []contest.SkippedItem, err error) {
	err = f.retry(ctx, func() (err error) {
		submissions, skipped, err = f.Store.StoredSubmissions(ctx, f.watch.ContestID)
		return err
	})
	return submissions, skipped, err
}

// loadStored loads the contest's submissions from the archive, to compare them again.
func (f *follower) loadStored(ctx context.Context) error {
	defer f.heartbeat(ctx)()
	stored, _, err := f.storedSubmissions(ctx)
	if errors.Is(err, contest.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var compared []contest.Submission
	for _, s := range stored {
		id, ok := strings.CutPrefix(s.Path, folder)
		if !ok {
			continue // imported from elsewhere
		}
		one := &storedSubmission{submission: s.ID, facts: factsOf(s)}
		f.stored[id] = one
		if one.compared = f.isCompared(one.facts); one.compared {
			compared = append(compared, s)
		}
	}
	if len(f.stored) > 0 {
		f.log.Info("continuing from the submissions in the archive", "submissions", len(f.stored))
	}
	return f.load(ctx, compared)
}
