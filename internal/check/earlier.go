package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Earlier is what is kept of other contests.
type Earlier interface {
	search.Archive
	Contests(ctx context.Context) ([]contest.Contest, error)
	// Unread returns the names, sorted, of the contests in a scope that have
	// submissions, none of them with a sample of this version.
	Unread(ctx context.Context, sampleVersion int, scope contest.Scope) ([]string, error)
}

// How far a check looks for earlier submissions. Near-duplicates of what is too
// common to be found by its rare shingles have the same fingerprint, or nearly;
// all else shares sampled shingles (package program has the measurements), so
// the distance need not be as large as that of a search by hand.
const (
	earlierDistance = 5    // bits of fingerprints
	nearEarlier     = 8    // candidates by fingerprint for each program
	sharedEarlier   = 16   // candidates by sample for each program
	earlierForEach  = 24   // earlier submissions that a program is compared with, at most
	askedTogether   = 2000 // programs
)

// earlierSet is the earlier submissions that a contest is compared with.
type earlierSet struct {
	scope       contest.Scope
	submissions map[int64]*earlierSubmission
	candidates  map[*entrant][]int64 // submissions to compare a program with
	summary     contest.EarlierSummary
}

// earlierSubmission is a submission of another contest.
type earlierSubmission struct {
	contest string
	contest.Submission
	identity []byte   // nil until its files are loaded
	entrant  *entrant // nil where it cannot be compared
}

// findEarlier searches other contests for what may have code in common with the
// entrants, and reads it. What was found is part of what the check's result
// depends on, and noted with it under a digest of its own.
func (a *analysis) findEarlier(ctx context.Context, reader *reader, entrants []*entrant) (*earlierSet, error) {
	archive := a.checker.Earlier
	set := &earlierSet{scope: a.scope, submissions: make(map[int64]*earlierSubmission), candidates: make(map[*entrant][]int64)}
	a.progress(Searching, 0, len(entrants))
	done := 0
	for part := range slices.Chunk(entrants, askedTogether) {
		if err := set.search(ctx, archive, part); err != nil {
			return nil, fmt.Errorf("search earlier contests: %w", err)
		}
		done += len(part)
		a.progress(Searching, done, len(entrants))
	}
	found, err := set.read(ctx, archive, reader, a.progress)
	if err != nil {
		return nil, err
	}
	if err := a.run.SaveEarlier(ctx, set.digest(a.digest, entrants), found); err != nil {
		if errors.Is(err, contest.ErrNotFound) {
			err = fmt.Errorf("an earlier contest was deleted meanwhile, start the check again: %w", err)
		}
		return nil, err
	}
	return set, set.count(ctx, archive, len(found))
}

// search adds the candidates of some programs.
func (s *earlierSet) search(ctx context.Context, archive Earlier, entrants []*entrant) error {
	queries := make([]search.Query, len(entrants))
	for i, e := range entrants {
		queries[i] = search.Query{Fingerprint: uint64(e.fingerprint), HasFingerprint: e.hasFingerprint, Sample: e.ownSample}
	}
	finder := search.Finder{Archive: archive}
	proposed, err := finder.Candidates(ctx, queries, s.scope, search.Limits{Distance: earlierDistance, Near: nearEarlier, Shared: sharedEarlier})
	if err != nil {
		return err
	}
	var unknown []int64
	for _, each := range proposed {
		for _, candidate := range each.Candidates {
			for _, id := range candidate.Submissions {
				if s.submissions[id] == nil {
					unknown = append(unknown, id)
				}
			}
		}
	}
	slices.Sort(unknown)
	places, err := archive.Places(ctx, slices.Compact(unknown))
	if err != nil {
		return err
	}
	for id, place := range places {
		s.submissions[id] = &earlierSubmission{contest: place.Contest, Submission: contest.Submission{
			ID: id, Problem: place.Problem, Participant: place.Participant, Path: place.Path, Language: place.Language,
			Verdict: place.Verdict, Attempt: place.Attempt, Time: place.Time,
		}}
	}
	for i, e := range entrants {
		if chosen := s.choose(e, proposed[i].Candidates); len(chosen) > 0 {
			s.candidates[e] = chosen
		}
	}
	return nil
}

// choose returns the submissions that an entrant is compared with: the first of
// each candidate, then the second ones, and so on, without those of the same
// participant and those in other families of languages.
func (s *earlierSet) choose(e *entrant, candidates []search.Candidate) []int64 {
	var chosen []int64
	lists := make([][]int64, len(candidates))
	for i, candidate := range candidates {
		for _, id := range candidate.Submissions {
			earlier := s.submissions[id]
			if earlier == nil || earlier.Participant == e.submission.Participant {
				continue // deleted a moment ago, or their own
			}
			if language, ok := lexer.ByName(earlier.Language); ok && language.Family == e.family {
				lists[i] = append(lists[i], id)
			}
		}
	}
	for rank := range contest.NearSubmissions {
		for _, list := range lists {
			if rank < len(list) && len(chosen) < earlierForEach && !slices.Contains(chosen, list[rank]) {
				chosen = append(chosen, list[rank])
			}
		}
	}
	return chosen
}

// read reads the candidates, and returns the IDs of those that are still there,
// ascending.
func (s *earlierSet) read(ctx context.Context, archive Earlier, r *reader, progress Progress) ([]int64, error) {
	var ids []int64
	for _, list := range s.candidates {
		ids = append(ids, list...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	progress(Rereading, 0, len(ids))
	var found []int64
	for start := 0; start < len(ids); start += batchRead {
		batch, err := s.load(ctx, archive, ids[start:min(start+batchRead, len(ids))])
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		read, _, err := r.readBatch(ctx, batch, func(done int) { progress(Rereading, start+done, len(ids)) })
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		for _, e := range read {
			earlier := s.submissions[e.submission.ID]
			e.contest = earlier.contest
			earlier.entrant = e
		}
		for _, submission := range batch {
			found = append(found, submission.ID)
		}
	}
	return found, nil
}

// load loads the files of some candidates, without those that were deleted a
// moment ago.
func (s *earlierSet) load(ctx context.Context, archive Earlier, ids []int64) ([]contest.Submission, error) {
	batch := make([]contest.Submission, len(ids))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		workers.Go(func() (err error) {
			earlier := s.submissions[id]
			batch[i] = earlier.Submission
			batch[i].Files, err = archive.Files(ctx, id)
			if errors.Is(err, contest.ErrNotFound) {
				return nil
			}
			earlier.identity = identityOf(earlier.contest, batch[i])
			return err
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(batch, func(s contest.Submission) bool { return len(s.Files) == 0 }), nil
}

// digest adds to the digest of a check what each of its entrants is compared
// with.
func (s *earlierSet) digest(check string, entrants []*entrant) string {
	h := sha256.New()
	part(h, []byte(check))
	for _, e := range entrants {
		part(h, []byte(e.submission.Path))
		for _, id := range s.candidates[e] {
			part(h, s.submissions[id].identity)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// identityOf identifies an earlier submission whatever its ID.
func identityOf(contestName string, s contest.Submission) []byte {
	h := sha256.New()
	part(h, []byte(contestName))
	oneSubmission(h, s)
	return h.Sum(nil)
}

// count sums up what was searched.
func (s *earlierSet) count(ctx context.Context, archive Earlier, found int) error {
	contests, err := archive.Contests(ctx)
	if err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	for _, c := range contests {
		within := s.scope.Within == nil || slices.Contains(s.scope.Within, c.ID)
		if c.Submissions > 0 && within && !slices.Contains(s.scope.Without, c.ID) {
			s.summary.Contests++
		}
	}
	s.summary.Submissions = found
	if s.summary.Unread, err = archive.Unread(ctx, program.SampleVersion, s.scope); err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	return nil
}

// summarise sums up what was searched and found.
func (s *earlierSet) summarise(kept []foundPair) *contest.EarlierSummary {
	for _, f := range kept {
		if f.right.contest != "" {
			s.summary.Pairs++
		}
	}
	return &s.summary
}

// against compares the programs of a pool with their candidates.
func (s *earlierSet) against(ctx context.Context, pool *pool, programs []pairs.Program, opts pairs.Options) ([]foundPair, error) {
	places := make(map[int64]int32) // of the submissions in list
	var list []*entrant
	candidates := make([][]int32, len(pool.entrants))
	for i, e := range pool.entrants {
		for _, id := range s.candidates[e] {
			earlier := s.submissions[id].entrant
			if earlier == nil {
				continue // too short beside base code, or unreadable by now
			}
			if _, ok := places[id]; !ok {
				places[id] = int32(len(list))
				list = append(list, earlier)
			}
			candidates[i] = append(candidates[i], places[id])
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	result, err := pairs.Against(ctx, programs, pairs.Earlier{Programs: programsOf(list), Candidates: candidates}, opts)
	if err != nil {
		return nil, fmt.Errorf("compare programs of %s with earlier contests: %w", pool.name(), err)
	}
	found := make([]foundPair, len(result.Pairs))
	for i, pair := range result.Pairs {
		found[i] = foundPair{pool: pool, left: pool.entrants[pair.Left], right: list[pair.Right], scored: pair}
	}
	if result.Beyond > 0 {
		if s.summary.Beyond == 0 || opts.KeepPerParticipant < s.summary.KeptForEach {
			s.summary.KeptForEach = opts.KeepPerParticipant
		}
		s.summary.Beyond += result.Beyond
		s.summary.BeyondHighest = max(s.summary.BeyondHighest, result.Highest)
	}
	return found, nil
}

// programsOf returns earlier entrants as package pairs takes them: participants
// of different contests are different ones, whatever their names.
func programsOf(list []*entrant) []pairs.Program {
	participants, problems := make(numbering), make(numbering)
	programs := make([]pairs.Program, len(list))
	for i, e := range list {
		programs[i] = pairs.Program{
			Participant: participants.of(e.contest + "\x00" + e.submission.Participant),
			Problem:     problems.of(e.contest + "\x00" + e.submission.Problem),
			Structure:   e.code.Shingles,
			Wording:     e.code.Wording,
		}
	}
	return programs
}
