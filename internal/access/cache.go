package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// cache stores what one request has read, because authorisation, masking and the handler often need the same row.
// Only one goroutine uses a cache. The keys of most maps are IDs.
type cache struct {
	contests     map[int64]contest.Contest
	all          []contest.Contest // without problems; nil until Reader.allContests reads them
	checks       map[int64]contest.Check
	checksOf     map[int64][]contest.Check // by contest
	pairs        map[int64]contest.Pair
	submissions  map[int64][]contest.Side // see Reader.submissions
	participants map[int64][]contest.Participant
	maskers      map[maskerKey]*blind.Masker
	metadata     map[int64]contest.JudgeMetadata
	histograms   map[int64]contest.Histogram // by pair
	pairsByCase  map[contestCheck]map[review.Key]contest.Pair
}

type cacheKey struct{}

// WithCache returns a context with a cache. All Readers of this context share it.
func WithCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, cacheKey{}, newCache())
}

func newCache() *cache {
	return &cache{
		contests: map[int64]contest.Contest{}, checks: map[int64]contest.Check{}, checksOf: map[int64][]contest.Check{},
		pairs: map[int64]contest.Pair{}, submissions: map[int64][]contest.Side{}, participants: map[int64][]contest.Participant{},
		maskers: map[maskerKey]*blind.Masker{}, metadata: map[int64]contest.JudgeMetadata{},
		histograms: map[int64]contest.Histogram{}, pairsByCase: map[contestCheck]map[review.Key]contest.Pair{},
	}
}

func cacheFrom(ctx context.Context) *cache {
	if c, ok := ctx.Value(cacheKey{}).(*cache); ok {
		return c
	}
	return newCache()
}

// memoize returns values[key]. If the key is missing, memoize reads and stores the value.
func memoize[K comparable, T any](ctx context.Context, values map[K]T, key K, read func(context.Context, K) (T, error)) (T, error) {
	if v, ok := values[key]; ok {
		return v, nil
	}
	v, err := read(ctx, key)
	if err == nil {
		values[key] = v
	}
	return v, err
}

func (r *Reader) storedContest(ctx context.Context, id int64) (contest.Contest, error) {
	return memoize(ctx, r.cache.contests, id, r.store.Contest)
}

// allContests returns all contests, also those that the viewer may not see. Do not change the list.
func (r *Reader) allContests(ctx context.Context) (_ []contest.Contest, err error) {
	if r.cache.all == nil {
		r.cache.all, err = r.store.Contests(ctx)
	}
	return r.cache.all, err
}

func (r *Reader) storedCheck(ctx context.Context, id int64) (contest.Check, error) {
	return memoize(ctx, r.cache.checks, id, func(ctx context.Context, id int64) (contest.Check, error) {
		c, err := r.store.CheckAndContest(ctx, id)
		if err == nil {
			r.cache.contests[c.Contest.ID] = c.Contest
		}
		return c.Check, err
	})
}

func (r *Reader) storedPair(ctx context.Context, id int64) (contest.Pair, error) {
	return memoize(ctx, r.cache.pairs, id, func(ctx context.Context, id int64) (contest.Pair, error) {
		p, c, err := r.store.PairAndCheck(ctx, id)
		if err == nil {
			r.cache.checks[c.Check.ID], r.cache.contests[c.Contest.ID] = c.Check, c.Contest
		}
		return p, err
	})
}

// submissions returns a submission, then all other submissions of the participant for the problem.
func (r *Reader) submissions(ctx context.Context, id int64) ([]contest.Side, error) {
	return memoize(ctx, r.cache.submissions, id, func(ctx context.Context, id int64) ([]contest.Side, error) {
		list, err := r.store.RelatedSubmissions(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(list, func(side contest.Side) bool { return side.SubmissionID == id })
		if i < 0 {
			return nil, contest.ErrNotFound
		}
		return slices.Concat(list[i:i+1], list[:i], list[i+1:]), nil
	})
}

// participants returns the participants of a contest with their names, for masking only.
func (r *Reader) participants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	return memoize(ctx, r.cache.participants, contestID, r.store.Participants)
}

// readParticipants reads the participants of contests by one statement, so that participants needs none for each contest.
func (r *Reader) readParticipants(ctx context.Context, contests []int64) error {
	missing := slices.DeleteFunc(slices.Clone(contests), func(id int64) bool { _, ok := r.cache.participants[id]; return ok })
	if len(missing) < 2 {
		return nil
	}
	found, err := r.store.ParticipantsOf(ctx, missing)
	if err != nil {
		return err
	}
	for _, id := range missing {
		r.cache.participants[id] = found[id]
	}
	return nil
}

// ContestOfCheck returns the contest of a check, for authorisation.
func (r *Reader) ContestOfCheck(ctx context.Context, id int64) (contestID int64, err error) {
	c, err := r.storedCheck(ctx, id)
	return c.ContestID, err
}

// ContestOfPair returns the contest of the check that found a pair, for authorisation.
func (r *Reader) ContestOfPair(ctx context.Context, id int64) (contestID int64, err error) {
	p, err := r.storedPair(ctx, id)
	if err != nil {
		return 0, err
	}
	return r.ContestOfCheck(ctx, p.CheckID)
}

// ContestOfSubmission returns the contest of a submission, for authorisation.
func (r *Reader) ContestOfSubmission(ctx context.Context, id int64) (contestID int64, err error) {
	list, err := r.submissions(ctx, id)
	if err != nil {
		return 0, err
	}
	return list[0].ContestID, nil
}
