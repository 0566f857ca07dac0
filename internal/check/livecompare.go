package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/pairs"
)

// compare finds, measures and ranks the pairs of programs that were added.
func (l *Live) compare(ctx context.Context, added []*liveSolution) ([]foundPair, error) {
	found, err := l.pairsOf(ctx, added)
	if err != nil {
		return nil, err
	}
	if len(l.parameters.Against) > 0 {
		earlier, err := l.against(ctx, added)
		if err != nil {
			return nil, err
		}
		found = append(found, earlier...)
	}
	if len(found) == 0 {
		return nil, nil
	}
	if err := l.number(ctx, found); err != nil {
		return nil, err
	}
	uncounted := new(pool) // nobody knows what is usual
	for i := range found {
		found[i].pool = uncounted
		found[i].orient()
	}
	found = eachOnce(found)
	if err := measure(ctx, found, nil, l.holders(found), l.parameters, func(Stage, int, int) {}); err != nil {
		return nil, err
	}
	slices.SortFunc(found, byRank)
	return oncePerProblem(found), nil
}

// fewAsked is the number of programs up to which the pairs of each are looked for by
// themselves, rather than all pairs that there are.
const fewAsked = 500

// pairsOf returns the pairs of programs that reach the threshold.
func (l *Live) pairsOf(ctx context.Context, added []*liveSolution) ([]foundPair, error) {
	if len(added) > fewAsked {
		return l.pairsOfMany(ctx, added)
	}
	var found []foundPair
	for _, e := range added {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		field := l.groups[e.family]
		for _, pair := range field.pairs.Pairs(e.place, l.parameters.Threshold, l.most(e)) {
			found = append(found, foundPair{left: e.solution, right: field.solutions[pair.Right].solution, scored: pair})
		}
	}
	return found, nil
}

// pairsOfMany does the same by a search of all pools.
func (l *Live) pairsOfMany(ctx context.Context, added []*liveSolution) ([]foundPair, error) {
	asked := make(map[*solution]bool, len(added))
	for _, e := range added {
		asked[e.solution] = true
	}
	var found []foundPair
	for _, pool := range pools(l.all(), l.parameters.AcrossProblems) {
		if !slices.ContainsFunc(pool.solutions, func(e *solution) bool { return asked[e] }) {
			continue
		}
		r, err := pairs.Find(ctx, pool.group.programs(pool.solutions), pairs.Options{
			Keep:               l.parameters.Threshold,
			KeepPerParticipant: l.parameters.KeepFor(pool.participants()),
			CountAll:           countAll,
			Corpus:             pool.group.corpus,
			Without:            l.parameters.Without,
		})
		if err != nil {
			return nil, fmt.Errorf("compare programs of %s: %w", pool.name(), err)
		}
		for _, pair := range r.Pairs {
			left, right := pool.solutions[pair.Left], pool.solutions[pair.Right]
			if pair.Suspicion >= l.parameters.Threshold && (asked[left] || asked[right]) {
				found = append(found, foundPair{left: left, right: right, scored: pair})
			}
		}
	}
	return found, nil
}

// all returns all solutions, by the IDs of their submissions.
func (l *Live) all() []*solution {
	list := make([]*solution, 0, len(l.solutions))
	for _, id := range slices.Sorted(maps.Keys(l.solutions)) {
		list = append(list, l.solutions[id].solution)
	}
	return list
}

// most returns how many pairs a check keeps for each participant of a program's
// pool; 0 is no bound.
func (l *Live) most(e *liveSolution) int {
	return l.parameters.KeepFor(l.groups[e.family].pairs.Participants(e.place))
}

// against returns the pairs of programs with earlier contests.
func (l *Live) against(ctx context.Context, added []*liveSolution) ([]foundPair, error) {
	set := newEarlierSet(l.scope)
	solutions := make([]*solution, len(added))
	for i, e := range added {
		solutions[i] = e.solution
	}
	for part := range slices.Chunk(solutions, askedTogether) {
		if err := set.search(ctx, l.checker.Earlier, part); err != nil {
			return nil, fmt.Errorf("search earlier contests: %w", err)
		}
	}
	if _, err := set.read(ctx, l.checker.Earlier, l.reader, func(Stage, int, int) {}); err != nil {
		return nil, err
	}
	var found []foundPair
	for _, e := range added {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var list []*solution
		for _, id := range set.candidates[e.solution] {
			if earlier := set.submissions[id].solution; earlier != nil {
				list = append(list, earlier)
			}
		}
		scored := l.groups[e.family].pairs.Against(e.place, programsOf(list), l.parameters.Threshold, l.most(e))
		for _, pair := range scored {
			found = append(found, foundPair{left: e.solution, right: list[pair.Right], scored: pair})
		}
	}
	return found, nil
}

// number gives the participants of pairs their numbers.
func (l *Live) number(ctx context.Context, found []foundPair) error {
	known := func() bool {
		for _, f := range found {
			for _, e := range []*solution{f.left, f.right} {
				if e.contest != "" {
					continue
				}
				number, ok := l.numbers[e.submission.Participant]
				if !ok {
					return false
				}
				e.number = number
			}
		}
		return true
	}
	if known() {
		return nil
	}
	var err error
	if l.numbers, err = numbersOf(ctx, l.checker.Store, l.contestID); err != nil {
		return fmt.Errorf("number participants: %w", err)
	}
	if !known() {
		return fmt.Errorf("the archive has not all participants of contest %d: store submissions before they are compared", l.contestID)
	}
	return nil
}

// orient puts the sides of a pair into their order.
func (f *foundPair) orient() {
	if inOrder(f.right, f.left) < 0 {
		f.left, f.right = f.right, f.left
	}
}

// eachOnce keeps the first of the pairs of the same two programs: those of programs
// that were added together are found from both sides. Of the attempts of two it
// keeps the most suspicious pair.
func eachOnce(found []foundPair) []foundPair {
	slices.SortStableFunc(found, byRank)
	type two struct {
		left, right participantProblem
		family      string
	}
	seen := make(map[two]bool, len(found))
	return slices.DeleteFunc(found, func(f foundPair) bool {
		key := two{f.left.participantProblem(), f.right.participantProblem(), f.left.family}
		again := seen[key]
		seen[key] = true
		return again
	})
}

// holders counts who has the templates that both sides of some of the pairs have.
func (l *Live) holders(found []foundPair) holders {
	families := make(map[string]bool)
	for _, f := range found {
		if len(f.left.template) > 0 && len(f.right.template) > 0 {
			families[f.left.family] = true
		}
	}
	if len(families) == 0 {
		return nil
	}
	return countHolders(slices.DeleteFunc(l.all(), func(e *solution) bool { return !families[e.family] }))
}
