package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// earlierSet holds the earlier submissions that a contest is compared with.
type earlierSet struct {
	scope          contest.Scope
	submissions    map[int64]*earlierSubmission
	candidates     map[*submission][]int64          // IDs of the submissions to compare with a program
	partlyCompared map[*submission][]duplicateGroup // groups of which only some submissions are compared with a program
	dropped        droppedPairs
	summary        contest.EarlierSummary
	namesSecret    []int64 // see Request
}

func newEarlierSet(scope contest.Scope) *earlierSet {
	return &earlierSet{
		scope:          scope,
		submissions:    make(map[int64]*earlierSubmission),
		candidates:     make(map[*submission][]int64),
		partlyCompared: make(map[*submission][]duplicateGroup),
	}
}

// earlierSubmission is a submission of another contest.
type earlierSubmission struct {
	contest string
	number  int // of the participant in that contest
	contest.Submission
	isSecret bool        // the participant's name is, see Request.NamesSecret
	identity []byte      // a hash of all but the ID; nil until the files are loaded
	program  *submission // nil if it cannot be compared, does not fit into the memory, and after its last comparison
	pending  int         // number of comparisons to come
}

// findEarlier searches other contests for programs that may share code with the
// submissions, and reads them. The result depends on these programs, so findEarlier
// stores them with the check and includes them in its digest.
func (a *analysis) findEarlier(ctx context.Context, reader *reader, submissions []*submission) (*earlierSet, error) {
	set := newEarlierSet(a.scope)
	set.namesSecret = a.req.NamesSecret
	bound := newMemoryBound(a.checker.Memory)
	if bound != nil {
		bound.unindexed = true
	}
	existing, err := set.find(ctx, a.checker.Store, reader, bound, submissions, a.progress)
	if err != nil {
		return nil, err
	}
	if err := a.run.SaveEarlierSubmissions(ctx, set.digestWith(a.digest, submissions), existing); err != nil {
		if errors.Is(err, contest.ErrNotFound) {
			err = fmt.Errorf("an earlier contest was deleted meanwhile, start the check again: %w", err)
		}
		return nil, err
	}
	contests, err := a.checker.Store.Contests(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range contests {
		inScope := a.scope.Only == nil || slices.Contains(a.scope.Only, c.ID)
		if c.Submissions > 0 && inScope && !slices.Contains(a.scope.Except, c.ID) {
			set.summary.Contests++
		}
	}
	set.summary.Submissions = len(existing)
	if set.summary.NotIndexed, err = a.checker.Store.ContestsNotIndexed(ctx, program.IndexVersion, a.scope); err != nil {
		return nil, err
	}
	return set, nil
}

// find searches the archive for programs that may share code with the submissions, reads
// them, and returns their IDs, ascending.
func (s *earlierSet) find(ctx context.Context, archive Store, reader *reader, bound *memoryBound, submissions []*submission,
	progress Progress) ([]int64, error) {
	progress(Searching, 0, len(submissions))
	// The search leaves out shingles that very many stored programs have. The programs of this contest count, too. So the answers
	// would depend on how many of them are stored already.
	if err := reader.waitForSaves(); err != nil {
		return nil, err
	}
	done := 0
	for part := range slices.Chunk(submissions, searchBatch) {
		if err := s.search(ctx, archive, part); err != nil {
			return nil, err
		}
		done += len(part)
		progress(Searching, done, len(submissions))
	}
	return s.read(ctx, archive, reader, bound, progress)
}

// summarise returns a summary of the search and the found pairs.
func (s *earlierSet) summarise(found []foundPair) *contest.EarlierSummary {
	for _, f := range found {
		if f.right.isEarlier() {
			s.summary.Pairs++
		}
	}
	s.summary.Dropped, s.summary.HighestDropped = s.dropped.count, s.dropped.highest
	s.summary.StoredPerParticipant = s.dropped.storedPerParticipant
	s.summary.Omitted = s.countOmitted(found)
	return &s.summary
}

// read lexes the candidates and returns the IDs, ascending, of the existing ones: some
// may have been deleted meanwhile.
func (s *earlierSet) read(ctx context.Context, archive Store, r *reader, bound *memoryBound, progress Progress) ([]int64, error) {
	ids := slices.Concat(slices.Collect(maps.Values(s.candidates))...)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	r.addSamples = false // no search follows
	progress(ReadingEarlier, 0, len(ids))
	var existing []int64
	done := 0
	for chunk := range slices.Chunk(ids, readBatchSize) {
		files, err := archive.FilesOf(ctx, chunk)
		if err != nil {
			return nil, err
		}
		participantCounts, err := archive.ParticipantCounts(ctx, chunk)
		if err != nil {
			return nil, err
		}
		var batch []contest.Submission
		for _, id := range chunk {
			if len(files[id]) == 0 {
				continue
			}
			earlier := s.submissions[id]
			stored := earlier.Submission
			stored.Files = files[id]
			identity := sha256.New()
			writeParts(identity, earlier.contest, strconv.Itoa(participantCounts[id]))
			writeSubmission(identity, stored)
			earlier.identity = identity.Sum(nil)
			batch, existing = append(batch, stored), append(existing, id)
		}
		programs, _, err := r.readAll(ctx, batch, bound, func(n int) { progress(ReadingEarlier, done+n, len(ids)) })
		if err != nil {
			return nil, err
		}
		for _, sub := range programs {
			earlier := s.submissions[sub.ID]
			sub.earlierContest, sub.number, sub.participantCount = earlier.contest, earlier.number, participantCounts[sub.ID]
			earlier.program = sub
		}
		done += len(chunk)
	}
	for _, earlier := range s.submissions {
		if earlier.program != nil && earlier.program.code == nil {
			earlier.program = nil
			s.summary.TooLong++
		}
	}
	return existing, nil
}

// digestWith adds the candidates of each submission to a check's digest.
func (s *earlierSet) digestWith(digest string, submissions []*submission) string {
	h := sha256.New()
	writeParts(h, digest)
	byPath := func(a, b *submission) int { return cmp.Compare(a.Path, b.Path) }
	for _, sub := range slices.SortedFunc(slices.Values(submissions), byPath) {
		writeParts(h, sub.Path)
		for _, id := range s.candidates[sub] {
			writeParts(h, s.submissions[id].identity)
		}
	}
	return digestOf(h)
}

// compare compares the programs of a pool with their candidates, and releases the
// candidates that no other pool needs.
func (s *earlierSet) compare(ctx context.Context, pool *pool, index *pairs.Pool, progress func(done int)) ([]foundPair, error) {
	places := make(map[int64]int32) // by ID: places in programs and converted
	var programs []*submission
	var converted []pairs.Program
	participants, problems := make(numbering), make(numbering)
	candidates := make([][]int32, len(pool.submissions))
	for i, sub := range pool.submissions {
		for _, id := range s.candidates[sub] {
			earlier := s.submissions[id].program
			if earlier == nil {
				continue // too short beside base code, too long for the memory, or no longer readable
			}
			if _, ok := places[id]; !ok {
				places[id] = int32(len(programs))
				programs = append(programs, earlier)
				// Participants of different contests are different, even with the same name.
				program := outsideProgram(earlier.code)
				program.Participant = participants.number(earlier.earlierContest + "\x00" + earlier.Participant)
				program.Problem = problems.number(earlier.earlierContest + "\x00" + earlier.Problem)
				converted = append(converted, program)
			}
			candidates[i] = append(candidates[i], places[id])
		}
	}
	s.release(pool)
	if len(programs) == 0 {
		return nil, nil
	}
	result, err := index.FindEarlier(ctx, pairs.EarlierPrograms{Programs: converted, Candidates: candidates, Progress: progress})
	if err != nil {
		return nil, fmt.Errorf("compare programs of %s with earlier contests: %w", pool.name(), err)
	}
	found := make([]foundPair, len(result.Pairs))
	for i, pair := range result.Pairs {
		found[i] = foundPair{pool: pool, left: pool.submissions[pair.Left], right: programs[pair.Right], scored: pair}
	}
	s.dropped.add(droppedPairs{result.Dropped, result.HighestDropped, pool.keepPerParticipant})
	return found, nil
}

// release removes the candidates of a pool from the set. An earlier program that no
// other pool needs stays in memory only if a pair has it.
func (s *earlierSet) release(pool *pool) {
	for _, sub := range pool.submissions {
		for _, id := range s.candidates[sub] {
			earlier := s.submissions[id]
			if earlier.pending--; earlier.pending == 0 {
				earlier.program = nil
			}
		}
		delete(s.candidates, sub)
	}
}

// The bounds of a check's search for earlier submissions. Fingerprints need to find only
// near-duplicates of very frequent programs, which have no rare shingles; samples of shingles
// find all other programs (measured in docs/fingerprints.md). So a check needs a smaller
// distance than a search by hand.
const (
	earlierDistance    = 5    // bits of fingerprints
	nearCandidates     = 8    // by fingerprint, for each program
	sharedCandidates   = 16   // by sample, for each program
	maxEarlierCompared = 24   // earlier submissions for each program
	searchBatch        = 2000 // programs
)

func (s *earlierSet) search(ctx context.Context, archive Store, submissions []*submission) error {
	queries := make([]search.Query, len(submissions))
	for i, sub := range submissions {
		queries[i] = search.Query{Fingerprint: uint64(sub.fingerprint), HasFingerprint: sub.hasFingerprint, Sample: sub.ownSample}
	}
	finder := search.Finder{Archive: archive}
	limits := search.Limits{
		Distance: earlierDistance, FingerprintCandidates: nearCandidates, SampleCandidates: sharedCandidates}
	proposed, err := finder.Candidates(ctx, queries, s.scope, limits)
	if err != nil {
		return err
	}
	var unknown []int64
	for _, proposal := range proposed {
		for _, candidate := range proposal.Candidates {
			for _, id := range candidate.Submissions {
				if s.submissions[id] == nil {
					unknown = append(unknown, id)
				}
			}
		}
	}
	slices.Sort(unknown)
	sides, err := archive.Sides(ctx, slices.Compact(unknown))
	if err != nil {
		return err
	}
	for id, side := range sides {
		s.submissions[id] = &earlierSubmission{contest: side.Contest, number: side.Number, Submission: contest.Submission{
			ID: id, Problem: side.Problem, Participant: side.Participant, Path: side.Path, Language: side.Language,
			Verdict: side.Verdict, Attempt: side.Attempt, Time: side.Time,
		}, isSecret: side.Hidden && slices.Contains(s.namesSecret, side.ContestID)}
	}
	for i, sub := range submissions {
		if chosen := s.choose(sub, proposed[i].Candidates); len(chosen) > 0 {
			s.candidates[sub] = chosen
			for _, id := range chosen {
				s.submissions[id].pending++
			}
		}
	}
	return nil
}

// choose returns the IDs of the earlier submissions to compare with a program: the first
// submission of each candidate, then the second of each, and so on. It omits submissions
// of the program's participant, unless that is a secret (see Request.NamesSecret), or in other families of
// languages. recordDuplicates records the submissions that are not compared.
func (s *earlierSet) choose(sub *submission, candidates []search.Candidate) []int64 {
	var chosen []int64
	lists := make([][]int64, len(candidates))
	for i, candidate := range candidates {
		for _, id := range candidate.Submissions {
			if s.isInFamily(id, sub.family) && (s.submissions[id].isSecret || s.submissions[id].Participant != sub.Participant) {
				lists[i] = append(lists[i], id)
			}
		}
		lists[i] = s.onePerParticipantFirst(lists[i])
	}
	for rank := range contest.MaxListedSubmissions {
		for _, list := range lists {
			if rank < len(list) && len(chosen) < maxEarlierCompared && !slices.Contains(chosen, list[rank]) {
				chosen = append(chosen, list[rank])
			}
		}
	}
	for i, candidate := range candidates {
		s.recordDuplicates(sub, candidate, lists[i], chosen)
	}
	return chosen
}

// isInFamily reports whether a submission is in a family of languages, and not deleted meanwhile.
func (s *earlierSet) isInFamily(id int64, family string) bool {
	if s.submissions[id] == nil {
		return false
	}
	language, ok := lexer.ByName(s.submissions[id].Language)
	return ok && language.Family == family
}

// duplicateGroup is a group of earlier submissions with equal fingerprints or samples.
// A program is compared with only some of these submissions: the archive lists only the
// first ones, and the number of comparisons is bounded.
type duplicateGroup struct {
	listed   []int64 // IDs
	compared bool    // whether the program was compared with a listed submission
	omitted  int     // submissions not compared with the program; more than 0
}

// earlierParticipant identifies the participant of an earlier submission.
type earlierParticipant struct{ contest, participant string }

func (s *earlierSet) participantOf(id int64) earlierParticipant {
	return earlierParticipant{s.submissions[id].contest, s.submissions[id].Participant}
}

// onePerParticipantFirst puts the first submission of each participant before all others.
func (s *earlierSet) onePerParticipantFirst(ids []int64) []int64 {
	var first, further []int64
	hasFirst := make(map[earlierParticipant]bool)
	for _, id := range ids {
		if p := s.participantOf(id); hasFirst[p] {
			further = append(further, id)
		} else {
			hasFirst[p] = true
			first = append(first, id)
		}
	}
	return append(first, further...)
}

// recordDuplicates records how many submissions of a candidate are not compared with a
// program. comparable holds the listed submissions that could be compared. If one
// submission of a participant is compared, no other submission of that participant counts.
func (s *earlierSet) recordDuplicates(sub *submission, candidate search.Candidate, comparable, chosen []int64) {
	if !slices.ContainsFunc(candidate.Submissions, func(id int64) bool { return s.isInFamily(id, sub.family) }) {
		return // the unlisted submissions are also in other families of languages
	}
	omitted := candidate.Count - len(candidate.Submissions)
	compared := make(map[earlierParticipant]bool)
	for _, id := range comparable {
		if slices.Contains(chosen, id) {
			compared[s.participantOf(id)] = true
		}
	}
	for _, id := range comparable {
		if !compared[s.participantOf(id)] {
			omitted++
		}
	}
	if omitted > 0 {
		s.partlyCompared[sub] = append(s.partlyCompared[sub], duplicateGroup{candidate.Submissions, len(compared) > 0, omitted})
	}
}

// countOmitted counts the earlier submissions that were not compared with any program. It
// counts duplicates of the programs in the found pairs, and groups of duplicates of which no
// submission was compared. Groups that share a listed submission count once.
func (s *earlierSet) countOmitted(found []foundPair) (total int) {
	paired := make(map[*submission][]int64) // IDs of the right submissions, by left program
	for _, f := range found {
		if f.right.isEarlier() {
			paired[f.left] = append(paired[f.left], f.right.ID)
		}
	}
	var groups []duplicateGroup
	for sub, list := range s.partlyCompared {
		for _, d := range list {
			if !d.compared || overlap(paired[sub], d.listed) {
				groups = append(groups, d)
			}
		}
	}
	// The largest group comes first, so the order of the map does not matter.
	slices.SortFunc(groups, func(a, b duplicateGroup) int {
		return cmp.Or(cmp.Compare(b.omitted, a.omitted), slices.Compare(a.listed, b.listed))
	})
	counted := make(map[int64]bool)
	for _, d := range groups {
		if !slices.ContainsFunc(d.listed, func(id int64) bool { return counted[id] }) {
			total += d.omitted
		}
		for _, id := range d.listed {
			counted[id] = true
		}
	}
	return total
}
