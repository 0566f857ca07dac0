package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/pairs"
)

// EarlierContests reads the stored contests.
type EarlierContests interface {
	search.Archive
	Contests(ctx context.Context) ([]contest.Contest, error)
	// FilesOf returns the files of submissions by their IDs, sorted by path.
	// Submissions that are gone are missing.
	FilesOf(ctx context.Context, submissions []int64) (map[int64][]contest.File, error)
	// ContestsNotIndexed returns the names, sorted, of the contests in a scope that have
	// submissions, but none with a sample of this version.
	ContestsNotIndexed(ctx context.Context, sampleVersion int, scope contest.Scope) ([]string, error)
}

// earlierSet holds the earlier submissions that a contest is compared with.
type earlierSet struct {
	scope       contest.Scope
	submissions map[int64]*earlierSubmission
	candidates  map[*solution][]int64      // submissions to compare with a program
	duplicates  map[*solution][]duplicates // groups compared with a program only in part
	summary     contest.EarlierSummary
}

func newEarlierSet(scope contest.Scope) *earlierSet {
	return &earlierSet{
		scope:       scope,
		submissions: make(map[int64]*earlierSubmission),
		candidates:  make(map[*solution][]int64),
		duplicates:  make(map[*solution][]duplicates),
	}
}

// earlierSubmission is a submission of another contest.
type earlierSubmission struct {
	contest string
	number  int // of its participant there
	contest.Submission
	identity []byte    // nil until its files are loaded
	solution *solution // nil if it cannot be compared, and after its last comparison
	pending  int       // comparisons to come
}

// findEarlier searches other contests for programs that may share code with the
// solutions, and reads them. The result depends on these programs, so findEarlier
// stores them with the check and includes them in its digest.
func (a *analysis) findEarlier(ctx context.Context, reader *reader, solutions []*solution) (*earlierSet, error) {
	set := newEarlierSet(a.scope)
	found, err := set.find(ctx, a.checker.Earlier, reader, solutions, a.progress)
	if err != nil {
		return nil, err
	}
	if err := a.run.SaveEarlier(ctx, set.digest(a.digest, solutions), found); err != nil {
		if errors.Is(err, contest.ErrNotFound) {
			err = fmt.Errorf("an earlier contest was deleted meanwhile, start the check again: %w", err)
		}
		return nil, err
	}
	return set, set.count(ctx, a.checker.Earlier, len(found))
}

// find searches the archive for programs that may share code with the solutions, reads
// them, and returns their IDs, ascending.
func (s *earlierSet) find(ctx context.Context, archive EarlierContests, reader *reader, solutions []*solution, progress Progress) ([]int64, error) {
	progress(Searching, 0, len(solutions))
	done := 0
	for part := range slices.Chunk(solutions, searchBatch) {
		if err := s.search(ctx, archive, part); err != nil {
			return nil, fmt.Errorf("search earlier contests: %w", err)
		}
		done += len(part)
		progress(Searching, done, len(solutions))
	}
	return s.read(ctx, archive, reader, progress)
}

// count counts the contests and submissions that were searched.
func (s *earlierSet) count(ctx context.Context, archive EarlierContests, found int) error {
	contests, err := archive.Contests(ctx)
	if err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	for _, c := range contests {
		inScope := s.scope.Within == nil || slices.Contains(s.scope.Within, c.ID)
		if c.Submissions > 0 && inScope && !slices.Contains(s.scope.Without, c.ID) {
			s.summary.Contests++
		}
	}
	s.summary.Submissions = found
	if s.summary.NotIndexed, err = archive.ContestsNotIndexed(ctx, program.SampleVersion, s.scope); err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	return nil
}

// summarise returns a summary of the search and the found pairs.
func (s *earlierSet) summarise(found []foundPair) *contest.EarlierSummary {
	for _, f := range found {
		if f.right.contest != "" {
			s.summary.Pairs++
		}
	}
	s.summary.Omitted = s.countOmitted(found)
	return &s.summary
}

// read lexes the candidates and returns the IDs, ascending, of the existing ones.
func (s *earlierSet) read(ctx context.Context, archive EarlierContests, r *reader, progress Progress) ([]int64, error) {
	var ids []int64
	for _, list := range s.candidates {
		ids = append(ids, list...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	r.sampled = false // no search follows
	progress(ReadingEarlier, 0, len(ids))
	var found []int64
	for start := 0; start < len(ids); start += readBatchSize {
		batch, err := s.load(ctx, archive, ids[start:min(start+readBatchSize, len(ids))])
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		read, _, err := r.readBatch(ctx, batch, func(done int) { progress(ReadingEarlier, start+done, len(ids)) })
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		for _, sol := range read {
			earlier := s.submissions[sol.submission.ID]
			sol.contest, sol.number = earlier.contest, earlier.number
			earlier.solution = sol
		}
		for _, submission := range batch {
			found = append(found, submission.ID)
		}
	}
	return found, nil
}

// load loads the files of candidates, except for candidates deleted meanwhile.
func (s *earlierSet) load(ctx context.Context, archive EarlierContests, ids []int64) ([]contest.Submission, error) {
	files, err := archive.FilesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	var batch []contest.Submission
	for _, id := range ids {
		if len(files[id]) == 0 {
			continue
		}
		earlier := s.submissions[id]
		submission := earlier.Submission
		submission.Files = files[id]
		earlier.identity = identityOf(earlier.contest, submission)
		batch = append(batch, submission)
	}
	return batch, nil
}

// digest adds the earlier submissions compared with each solution to a check's digest.
func (s *earlierSet) digest(check string, solutions []*solution) string {
	h := sha256.New()
	writePart(h, []byte(check))
	byPath := slices.SortedFunc(slices.Values(solutions), func(a, b *solution) int {
		return cmp.Compare(a.submission.Path, b.submission.Path)
	})
	for _, sol := range byPath {
		writePart(h, []byte(sol.submission.Path))
		for _, id := range s.candidates[sol] {
			writePart(h, s.submissions[id].identity)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// identityOf identifies an earlier submission independently of its ID.
func identityOf(contestName string, s contest.Submission) []byte {
	h := sha256.New()
	writePart(h, []byte(contestName))
	writeSubmission(h, s)
	return h.Sum(nil)
}

// compare compares the programs of a pool with their candidates, and releases the
// candidates that no other pool needs.
func (s *earlierSet) compare(ctx context.Context, pool *pool, index *pairs.Pool, progress func(done int)) ([]foundPair, error) {
	places := make(map[int64]int32) // of the submissions in list
	var list []*solution
	candidates := make([][]int32, len(pool.solutions))
	for i, sol := range pool.solutions {
		for _, id := range s.candidates[sol] {
			earlier := s.submissions[id].solution
			if earlier == nil {
				continue // too short beside base code, or no longer readable
			}
			if _, ok := places[id]; !ok {
				places[id] = int32(len(list))
				list = append(list, earlier)
			}
			candidates[i] = append(candidates[i], places[id])
		}
	}
	s.release(pool)
	if len(list) == 0 {
		return nil, nil
	}
	result, err := index.FindEarlier(ctx, pairs.EarlierPrograms{Programs: programsOf(list), Candidates: candidates, Progress: progress})
	if err != nil {
		return nil, fmt.Errorf("compare programs of %s with earlier contests: %w", pool.name(), err)
	}
	found := make([]foundPair, len(result.Pairs))
	for i, pair := range result.Pairs {
		found[i] = foundPair{pool: pool, left: pool.solutions[pair.Left], right: list[pair.Right], scored: pair}
	}
	if result.Dropped > 0 {
		if s.summary.Dropped == 0 || pool.keepPerParticipant < s.summary.StoredPerParticipant {
			s.summary.StoredPerParticipant = pool.keepPerParticipant
		}
		s.summary.Dropped += result.Dropped
		s.summary.HighestDropped = max(s.summary.HighestDropped, result.HighestDropped)
	}
	return found, nil
}

// release removes the candidates of a pool from the set. An earlier program that no
// other pool needs stays in memory only as part of a pair.
func (s *earlierSet) release(pool *pool) {
	for _, sol := range pool.solutions {
		for _, id := range s.candidates[sol] {
			earlier := s.submissions[id]
			if earlier.pending--; earlier.pending == 0 {
				earlier.solution = nil
			}
		}
		delete(s.candidates, sol)
	}
}

// programsOf converts earlier solutions for package pairs. Participants of different
// contests are different, even with the same name.
func programsOf(list []*solution) []pairs.Program {
	participants, problems := make(numbering), make(numbering)
	programs := make([]pairs.Program, len(list))
	for i, sol := range list {
		programs[i] = pairs.Program{
			Participant: participants.number(sol.contest + "\x00" + sol.submission.Participant),
			Problem:     problems.number(sol.contest + "\x00" + sol.submission.Problem),
			Structure:   sol.code.Shingles,
			Wording:     sol.code.Wording,
		}
	}
	return programs
}
