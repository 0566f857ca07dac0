package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
	"github.com/ojcheck/ojcheck/simhash"
)

// foundPair is a compact contest.Pair: the largest contests have a million pairs.
type foundPair struct {
	pool        *pool // of the pair; for a pair across languages, not the pool of a side
	left, right *submission
	scored      pairs.Pair
	measures    pairs.Measures
	shared      sharedTemplate
	known       *contest.KnownCode // nil if no shared code of the pair is in known sources
	cluster     int                // number of its cluster; 0 for none
}

// The work of matching all pairs of a check is bounded in steps, see pairs.MaxSteps. An honest pair
// takes 5,000 steps on average, so a check reaches the bound only if many programs repeat a few statements
// thousands of times. All further pairs are matched coarsely.
const (
	stepsOfCheck = 8 << 30   // some 30 s of one processor
	stepsOfPair  = 256 << 10 // for each pair, in addition to stepsOfCheck
)

// matchingJob is some pairs with the same code on the left, which is prepared for matching once.
type matchingJob struct {
	places []int32  // of the pairs in the list of all pairs
	steps  chan int // receives the number of steps at the end of the job
}

// jobPairs is the maximum number of pairs of a job.
const jobPairs = 64

// maxOpenJobs is the number of jobs that may begin before the work of an earlier job is known. It
// bounds how many processors match at the same time.
const maxOpenJobs = 64

// distinctCode finds the programs that need to be matched only once, because they have the same tokens and no own template.
type distinctCode struct {
	firsts   map[*program.Code]*program.Code
	byTokens map[[sha256.Size]byte]*program.Code // by a hash of the family and the tokens
}

// first takes the code of a submission that a pool of the family compares, and returns the first equal one.
func (d *distinctCode) first(sub *submission, family string) *program.Code {
	code := sub.codeFor(family)
	if first, ok := d.firsts[code]; ok {
		return first
	}
	first := code
	if len(sub.template) == 0 {
		tokens := make([]byte, 0, len(family)+4*len(code.Symbols))
		tokens = append(tokens, family...)
		for _, symbol := range code.Symbols {
			tokens = binary.LittleEndian.AppendUint32(tokens, uint32(symbol))
		}
		hash := sha256.Sum256(tokens)
		if equal, ok := d.byTokens[hash]; ok {
			first = equal
		} else {
			d.byTokens[hash] = code
		}
	}
	d.firsts[code] = first
	return first
}

// matchingJobs sets the reusable measures of pairs, and returns jobs for the others. Pairs with the same two programs are
// matched once: of 65,900 pairs of 13,100 programs for one problem, a tenth repeats another pair. equal maps the repeating pairs
// to the first one. reused counts the pairs with reusable measures.
func matchingJobs(found []foundPair, reusable reusableMeasures) (jobs []*matchingJob, equal map[int32]int32, reused int) {
	distinct := distinctCode{make(map[*program.Code]*program.Code), make(map[[sha256.Size]byte]*program.Code)}
	firsts := make(map[[2]*program.Code]int32)
	last := make(map[*program.Code]*matchingJob) // by the code on the left
	equal = make(map[int32]int32)
	for i := range found {
		f := &found[i]
		measures, ok := reusable[[2]int64{f.left.ID, f.right.ID}]
		if ok && len(f.left.template) == 0 && len(f.right.template) == 0 { // reusable measures ignore templates
			f.measures = measures
			reused++
			continue
		}
		left, right := distinct.first(f.left, f.pool.family), distinct.first(f.right, f.pool.family)
		if first, ok := firsts[[2]*program.Code{left, right}]; ok {
			equal[int32(i)] = first
			continue
		}
		firsts[[2]*program.Code{left, right}] = int32(i)
		if last[left] == nil || len(last[left].places) == jobPairs {
			last[left] = &matchingJob{steps: make(chan int, 1)}
			jobs = append(jobs, last[left])
		}
		last[left].places = append(last[left].places, int32(i))
	}
	return jobs, equal, reused
}

// measure sets the measures of pairs, and returns how many of them were matched coarsely. It uses
// reusable measures, or matches both programs on all processors. h counts the participants with shingles of own templates.
func measure(ctx context.Context, found []foundPair, reusable reusableMeasures, h holders,
	p contest.Parameters, progress Progress) (coarse int, err error) {
	jobs, equal, reused := matchingJobs(found, reusable)
	progress(Matching, reused, len(found))
	var done atomic.Int64
	done.Store(int64(reused))
	isCoarse := make([]bool, len(found))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(min(runtime.GOMAXPROCS(0), maxOpenJobs))
	comparers := sync.Pool{New: func() any { return new(program.Comparer) }}
	stepsLeft := stepsOfCheck
	for i, job := range jobs {
		// The bound of a job depends on the work of all jobs up to number i-maxOpenJobs, not on which
		// later jobs happen to be done. So the result does not depend on the number of processors.
		if i >= maxOpenJobs {
			select {
			case steps := <-jobs[i-maxOpenJobs].steps:
				stepsLeft -= steps
			case <-ctx.Done():
			}
		}
		stepsLeft += stepsOfPair * len(job.places)
		steps := max(0, stepsLeft/maxOpenJobs)
		workers.Go(func() error {
			comparer := comparers.Get().(*program.Comparer)
			defer comparers.Put(comparer)
			first := found[job.places[0]]
			family := first.pool.family
			comparer.Reset(first.left.codeFor(family), minMatch(family, p))
			used := 0
			for _, i := range job.places {
				if err := ctx.Err(); err != nil {
					return err
				}
				comparer.LimitSteps(max(0, steps-used))
				result := comparer.Compare(found[i].right.codeFor(family))
				used += result.Steps
				isCoarse[i] = result.CoarseMatches
				found[i].setMeasures(result, h)
			}
			job.steps <- used
			progress(Matching, int(done.Add(int64(len(job.places)))), len(found))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return 0, fmt.Errorf("match pairs: %w", err)
	}
	for i, first := range equal {
		isCoarse[i] = isCoarse[first]
		found[i].setMeasures(program.Comparison{Measures: found[first].measures}, h)
	}
	progress(Matching, len(found), len(found))
	for _, is := range isCoarse {
		if is {
			coarse++
		}
	}
	return coarse, nil
}

// setMeasures sets the measures that result from matching the two programs.
func (f *foundPair) setMeasures(result program.Comparison, h holders) {
	f.measures = result.Measures
	if f.pool.family == contest.AcrossLanguages {
		return // no template is compared across languages
	}
	for _, m := range result.TemplateMatches {
		f.shared.tokens += m.Tokens()
	}
	if f.shared.tokens > 0 {
		f.shared.others = h.others(f.left.family, f.left.code.SharedTemplate(f.right.code))
	} else {
		f.scored.SharedTemplate = 0 // too short to match, so the two sides share no template
	}
}

// byRank orders pairs by suspicion, then by other measures, and last by problem and by
// the participants' numbers. No two pairs are equal.
func byRank(a, b foundPair) int {
	if a.scored.Suspicion != b.scored.Suspicion { // nearly always, and the other comparisons take long
		return cmp.Compare(b.scored.Suspicion, a.scored.Suspicion)
	}
	return cmp.Or(
		cmp.Compare(b.measures.Similarity, a.measures.Similarity),
		cmp.Compare(b.measures.MatchedTokens, a.measures.MatchedTokens),
		cmp.Compare(a.left.Problem, b.left.Problem),
		byNumber(a.left, b.left),
		byNumber(a.right, b.right), // a contest's own pairs first
	)
}

// chance returns how many honest pairs are expected by chance to be like this pair: among the pairs of the pool or, for a pair
// with an earlier contest, among the pairs of a participant of the pool and one of the earlier problem.
func (f foundPair) chance() *float64 {
	if f.right.isEarlier() {
		among := int64(f.pool.participantCount) * int64(f.right.participantCount)
		return new(f.pool.tail.ChanceAmong(f.scored.Unraised, f.scored.Evidence, among))
	}
	return new(f.pool.tail.Chance(f.scored.Unraised, f.scored.Evidence))
}

// isListed reports whether the parameters list the pair.
func (f foundPair) isListed(p contest.Parameters) bool {
	return p.Lists(contest.Scores{Suspicion: f.scored.Suspicion, Chance: f.chance()})
}

// pair returns the complete contest.Pair.
func (f foundPair) pair(rank int) contest.Pair {
	pair := contest.Pair{
		Rank:     rank,
		Problem:  f.left.Problem,
		Language: f.pool.family,
		Cluster:  f.cluster,
		Left:     f.left.side(),
		Right:    f.right.side(),
		Scores: contest.Scores{
			Suspicion:     f.scored.Suspicion,
			Chance:        f.chance(),
			Similarity:    f.measures.Similarity,
			MaxSimilarity: f.measures.MaxSimilarity,
			CoverageLeft:  f.measures.CoverageLeft,
			CoverageRight: f.measures.CoverageRight,
			LongestMatch:  f.measures.LongestMatch,
			MatchedTokens: f.measures.MatchedTokens,

			SharedPassages:   f.scored.Evidence.Shared,
			UniquePassages:   f.scored.Evidence.Unique,
			SameNamePassages: f.scored.Evidence.Wording,

			SharedTemplate:                f.shared.tokens,
			OtherParticipantsWithTemplate: f.shared.others,
			SharedTemplateScore:           f.scored.SharedTemplate,

			Known: f.known,
		},
	}
	if a, b := f.left.Problem, f.right.Problem; a != b && !f.right.isEarlier() {
		pair.Problem = min(a, b) + " + " + max(a, b)
	}
	if f.left.hasFingerprint && f.right.hasFingerprint && f.pool.family != contest.AcrossLanguages {
		pair.Hamming = new(simhash.Distance(f.left.fingerprint, f.right.fingerprint))
	}
	distribution := f.pool.distribution
	percentileOf := distribution.Percentile
	if f.right.isEarlier() {
		percentileOf = distribution.PercentileOfOther
	}
	if percentile, ok := percentileOf(f.scored.Suspicion); ok {
		pair.Percentile = &percentile
	}
	return pair
}

func (sub *submission) side() contest.Side {
	s := sub.Submission
	return contest.Side{
		SubmissionID: s.ID,
		Contest:      sub.earlierContest,
		Participant:  s.Participant,
		Problem:      s.Problem,
		Path:         s.Path,
		Language:     s.Language,
		Verdict:      s.Verdict,
		Attempt:      s.Attempt,
		Time:         s.Time,
	}
}

// save stores ranked pairs, several thousand at a time.
func save(ctx context.Context, run contest.Run, ranked []foundPair, progress Progress) error {
	const batch = 5000
	progress(Saving, 0, len(ranked))
	rank := 0
	for part := range slices.Chunk(ranked, batch) {
		full := make([]contest.Pair, len(part))
		for i, f := range part {
			rank++
			full[i] = f.pair(rank)
		}
		if err := run.SavePairs(ctx, full); err != nil {
			return err
		}
		progress(Saving, rank, len(ranked))
	}
	return nil
}

// numbers holds the numbers of a contest's participants by their names. They order the
// sides of a pair, and pairs with equal scores: an order by name would reveal hidden
// names.
type numbers map[string]int

// numbersOf reads the numbers of a contest's participants.
func numbersOf(ctx context.Context, s Store, contestID int64) (numbers, error) {
	participants, err := s.Participants(ctx, contestID)
	if err != nil {
		return nil, err
	}
	n := make(numbers, len(participants))
	for _, p := range participants {
		n[p.Name] = p.Number
	}
	return n, nil
}

// sort sorts submissions of the contest as byNumber orders programs.
func (n numbers) sort(submissions []contest.Submission) {
	slices.SortStableFunc(submissions, func(a, b contest.Submission) int {
		return cmp.Or(cmp.Compare(n[a.Participant], n[b.Participant]), bySubmission(a, b))
	})
}

// byNumber orders programs by contest, the checked one first, and by the numbers of
// their participants.
func byNumber(a, b *submission) int {
	if order := cmp.Or(cmp.Compare(a.earlierContest, b.earlierContest), cmp.Compare(a.number, b.number)); order != 0 {
		return order
	}
	return bySubmission(a.Submission, b.Submission)
}

// bySubmission orders submissions of one participant by time, so that the first of equally suspicious attempts is in a pair.
// Unknown times come first: then nothing says who was first. A contest that was imported in two ways may have a path twice.
func bySubmission(a, b contest.Submission) int {
	return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Problem, b.Problem), cmp.Compare(a.ID, b.ID))
}
