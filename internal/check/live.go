package check

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// Live holds the programs of a contest while it runs, and compares each with the
// others as it comes. Whenever it is asked, a pair has the suspicion and the
// measures that a check of the programs that are there would give it; own templates
// and versions of problems are found among them alone, so both move with every
// program, as the rarity of code does.
//
// It is safe for concurrent use, and works off one call after another.
type Live struct {
	checker    *Checker
	contestID  int64
	scope      contest.Scope // of the earlier contests
	parameters contest.Parameters
	reader     *reader

	mu        sync.Mutex              // guards what follows
	solutions map[int64]*liveSolution // by the ID of the submission
	byPath    map[string]int64        // the same IDs
	groups    map[string]*liveGroup   // by family of languages
	templates *boilerplate.Live
	numbers   numbers // of the participants, as far as they were needed
}

// liveSolution is a solution that a Live holds.
type liveSolution struct {
	*solution
	place int // its number in liveField.pairs
}

// Live returns a Live without programs for a contest that the archive has. What of
// the base code cannot be read is returned as skipped. Of the parameters, it does
// not heed Keep: pairs are told from Threshold on.
func (c *Checker) Live(ctx context.Context, contestID int64, base []contest.File, p contest.Parameters) (*Live, []contest.SkippedItem, error) {
	if err := validate(p); err != nil {
		return nil, nil, err
	}
	l := &Live{
		checker:   c,
		contestID: contestID,
		solutions: make(map[int64]*liveSolution),
		byPath:    make(map[string]int64),
		groups:    make(map[string]*liveGroup),
		templates: boilerplate.NewLive(p.ShingleLength),
	}
	if len(p.Against) > 0 {
		kept, err := c.Earlier.Contests(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("look for earlier contests: %w", err)
		}
		checked := ""
		for _, one := range kept {
			if one.ID == contestID {
				checked = one.Name
			}
		}
		p.Against, l.scope, err = resolveAgainst(p.Against, checked, kept)
		if err != nil {
			return nil, nil, err
		}
		l.scope.Without = []int64{contestID}
	}
	p.Keep = p.Threshold
	l.parameters = p
	var skipped []contest.SkippedItem
	l.reader, skipped = newReader(c.Store.LexCache(contestID), c.lex, base, p)
	return l, skipped, nil
}

// ContestsNotIndexed returns the names, sorted, of the earlier contests of Parameters.Against
// in which nothing can be found: none of their submissions was read by a check of
// this version.
func (l *Live) ContestsNotIndexed(ctx context.Context) ([]string, error) {
	if len(l.parameters.Against) == 0 {
		return nil, nil
	}
	names, err := l.checker.Earlier.ContestsNotIndexed(ctx, program.SampleVersion, l.scope)
	if err != nil {
		return nil, fmt.Errorf("look for earlier contests: %w", err)
	}
	return names, nil
}

// Len returns the number of programs that are compared.
func (l *Live) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.solutions)
}

// Add takes in submissions of the contest that are stored, and returns the pairs of
// them that reach Parameters.Threshold once all of them are there, the most
// suspicious first, with those with earlier contests where Parameters.Against asks
// for them. The pair of attempts that is told is the most suspicious one in which a
// new program takes part; a program has so many pairs at most as a check keeps for
// each participant. Percentile and ZScore are nil. What cannot be compared, or is not
// asked for, is returned as skipped. After an error the submissions may be there, or
// not; they can be added again.
//
// A submission takes the place of the one with its path, if there is one. The
// submissions let go of their files.
func (l *Live) Add(ctx context.Context, submissions []contest.Submission) ([]contest.Pair, []contest.SkippedItem, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	solutions, skipped, err := l.read(ctx, submissions)
	if err != nil {
		return nil, nil, err
	}
	full, err := l.told(ctx, l.put(solutions))
	if err != nil {
		return nil, nil, err
	}
	return full, skipped, nil
}

// Pairs returns the pairs of submissions that are there, by their IDs, as Add would
// if they came now. Those that are not there are passed over.
func (l *Live) Pairs(ctx context.Context, submissionIDs ...int64) ([]contest.Pair, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var asked []*liveSolution
	for _, id := range submissionIDs {
		if e := l.solutions[id]; e != nil {
			asked = append(asked, e)
		}
	}
	return l.told(ctx, asked)
}

// told returns the pairs of programs that are there, as they are told.
func (l *Live) told(ctx context.Context, programs []*liveSolution) ([]contest.Pair, error) {
	found, err := l.compare(ctx, programs)
	if err != nil {
		return nil, err
	}
	full := make([]contest.Pair, len(found))
	for i, f := range found {
		full[i] = f.pair(i + 1)
	}
	return full, nil
}

// Load takes in submissions as Add does, and tells nothing of their pairs: what is
// there already when a contest is followed again.
func (l *Live) Load(ctx context.Context, submissions []contest.Submission) ([]contest.SkippedItem, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	solutions, skipped, err := l.read(ctx, submissions)
	if err == nil {
		l.put(solutions)
	}
	return skipped, err
}

// Remove takes submissions out again, by their IDs. Those that are not there are
// passed over.
func (l *Live) Remove(submissionIDs ...int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range submissionIDs {
		l.remove(id)
	}
	l.findTemplates()
}

func (l *Live) remove(id int64) {
	e := l.solutions[id]
	if e == nil {
		return
	}
	field := l.groups[e.family]
	field.pairs.Remove(e.place)
	delete(field.solutions, e.place)
	delete(l.solutions, id)
	delete(l.byPath, e.submission.Path)
	l.templates.Remove(id, templateProgram(e.solution))
}

// fewRead is the number of submissions up to which it is not looked up which of
// them the archive lacks something of: what it has is not stored again.
const fewRead = 100

// read reads submissions.
func (l *Live) read(ctx context.Context, submissions []contest.Submission) ([]*solution, []contest.SkippedItem, error) {
	selected, _, skipped := selectSubmissions(submissions, l.parameters)
	r := l.reader
	r.sampled = len(l.parameters.Against) > 0
	r.unarchived = make(notIndexed)
	if len(selected) > fewRead && r.cache != nil {
		var err error
		if r.unarchived, err = findNotIndexed(ctx, r.cache); err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
	} else {
		for _, s := range selected {
			r.unarchived[s.ID] = true
		}
	}
	var solutions []*solution
	for batch := range slices.Chunk(selected, batchRead) {
		read, unread, err := r.readBatch(ctx, batch, func(int) {})
		if err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
		solutions = append(solutions, read...)
		skipped = append(skipped, unread...)
	}
	for i := range submissions {
		submissions[i].Files = nil
	}
	sortSkipped(skipped)
	return solutions, skipped, nil
}

// put takes solutions in, and finds their participants' templates.
func (l *Live) put(solutions []*solution) []*liveSolution {
	latest := make(map[string]*solution, len(solutions))
	for _, e := range solutions {
		latest[e.submission.Path] = e
	}
	var list []*liveSolution
	byFamily := make(map[string][]*liveSolution)
	for _, e := range solutions {
		if latest[e.submission.Path] != e {
			continue
		}
		l.remove(e.submission.ID)
		l.remove(l.byPath[e.submission.Path])
		added := &liveSolution{solution: e}
		list = append(list, added)
		byFamily[e.family] = append(byFamily[e.family], added)
	}
	for family, added := range byFamily {
		l.group(family).put(added)
	}
	for _, e := range list {
		l.solutions[e.submission.ID] = e
		l.byPath[e.submission.Path] = e.submission.ID
		l.templates.Add(e.submission.ID, templateProgram(e.solution))
	}
	l.findTemplates()
	return list
}
