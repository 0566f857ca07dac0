package watch

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// facts are what it matters for while the contest runs. All else, such as which
// attempt it was, may change with what is told late, and is put right at the
// closing.
type facts struct {
	problem, participant string
	kind                 contest.ParticipantKind
	verdict              contest.Verdict
}

func factsOf(s contest.Submission) facts {
	return facts{s.Problem, s.Participant, s.Kind, s.Verdict}
}

// kept is a submission that the archive has.
type kept struct {
	submission int64  // its ID
	facts      facts  // as the archive has them
	compared   bool   // the scorer holds it
	refs       string // of its files, see refsOf; "" where they are not known, as after a restart
}

// refsOf tells the files of a submission from those of one that was sent again
// under its ID: by their hashes, or by where they are where the system tells none.
func refsOf(s ccs.Submission) string {
	var refs []string
	for _, f := range s.Files {
		refs = append(refs, cmp.Or(f.Hash, f.Href))
	}
	return strings.Join(refs, "\n")
}

// filesChanged reports whether the judge system has other files of a submission than
// were fetched.
func (f *follower) filesChanged(id string, s ccs.Submission) bool {
	now, fetched := refsOf(s), ""
	if r, there := f.ready[id]; there && r.files != nil {
		fetched = r.refs
	} else if k := f.kept[id]; k != nil {
		k.refs = cmp.Or(k.refs, now)
		fetched = k.refs
	}
	return fetched != "" && now != "" && fetched != now
}

// folder of the paths of submissions that a judge system told of.
const folder = "submissions/"

// pathOf is the path of a submission.
func pathOf(id string) string { return folder + id }

// compares reports whether the submission is to be compared as it comes: it is
// accepted, and of somebody whom the parameters compare.
func (f *follower) compares(of facts) bool {
	return of.verdict == contest.VerdictAccepted &&
		(f.Parameters.Participants == check.ParticipantsAll || of.kind == contest.Official)
}

// begin reads what the archive has of the contest, compares what is to be
// compared of it, and asks the judge system how things stand.
func (f *follower) begin(ctx context.Context) error {
	contents, err := f.Store.Contents(ctx, f.Contest)
	switch {
	case errors.Is(err, contest.ErrNotFound):
	case err != nil:
		return err
	default:
		f.watch.ContestID = contents.ID
		if err := f.recallTold(ctx); err != nil {
			return err
		}
		if err := f.recall(ctx); err != nil {
			return err
		}
	}
	return f.lookAhead(ctx)
}

// recall reads what is stored.
func (f *follower) recall(ctx context.Context) error {
	defer f.alive(ctx)()
	stored, _, err := f.Store.StoredSubmissions(ctx, f.watch.ContestID)
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
			continue // read in from elsewhere
		}
		k := &kept{submission: s.ID, facts: factsOf(s)}
		f.kept[id] = k
		if f.compares(k.facts) {
			k.compared = true
			compared = append(compared, s)
		}
	}
	if len(f.kept) > 0 {
		f.log.Info("going on from what the archive has", "submissions", len(f.kept))
	}
	return f.load(ctx, compared)
}
