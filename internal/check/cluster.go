package check

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// cluster clusters the participants of each pool by the ranked pairs that reach the
// threshold, and sets the cluster's number in these pairs. It ignores pairs with
// earlier contests: their other side is not a participant.
func cluster(ranked []foundPair, threshold float64) []contest.Cluster {
	byPool := make(map[*pool]*poolTies)
	var groups []poolCluster
	for i, f := range ranked {
		if f.scored.Suspicion < threshold || f.right.contest != "" {
			continue
		}
		t := byPool[f.pool]
		if t == nil {
			t = &poolTies{numbers: make(numbering)}
			byPool[f.pool] = t
		}
		t.ties = append(t.ties, pairs.Tie{
			Left:     t.numbers.number(f.left.submission.Participant),
			Right:    t.numbers.number(f.right.submission.Participant),
			Strength: f.scored.Suspicion,
		})
		t.places = append(t.places, i)
	}
	for p, t := range byPool {
		members := t.members(p)
		for _, c := range pairs.Clusters(t.ties, p.keepPerParticipant) {
			groups = append(groups, poolCluster{p, t, c, members})
		}
	}
	slices.SortFunc(groups, func(a, b poolCluster) int {
		return cmp.Or(cmp.Compare(b.Highest, a.Highest), cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.first(), b.first()))
	})
	clusters := make([]contest.Cluster, len(groups))
	for i, g := range groups {
		clusters[i] = g.cluster(i+1, ranked)
	}
	return clusters
}

// poolTies holds the ties between the participants of a pool.
type poolTies struct {
	numbers numbering // of the participants
	ties    []pairs.Tie
	places  []int // of each tie, among the ranked pairs
}

// members lists the programs of each numbered participant of a pool.
func (t *poolTies) members(p *pool) [][]*solution {
	members := make([][]*solution, len(t.numbers))
	for _, sol := range p.solutions {
		if number, ok := t.numbers[sol.submission.Participant]; ok {
			members[number] = append(members[number], sol)
		}
	}
	return members
}

// poolCluster is a cluster of a pool.
type poolCluster struct {
	pool *pool
	ties *poolTies
	pairs.Cluster
	programs [][]*solution // of each numbered participant
}

// first returns the place of the cluster's first tie among the ranked pairs.
func (g poolCluster) first() int { return g.ties.places[g.Ties[0]] }

// cluster returns the cluster in full, and sets its number in its pairs.
func (g poolCluster) cluster(number int, ranked []foundPair) contest.Cluster {
	c := contest.Cluster{
		Number:         number,
		Problem:        g.pool.problem,
		Language:       g.pool.family,
		Size:           len(g.Members),
		Pairs:          len(g.Ties),
		Highest:        g.Highest,
		Cohesion:       g.Cohesion(),
		Chain:          g.Chain(),
		WeakestPair:    g.ties.places[g.Weakest] + 1,
		BreakThreshold: g.ties.ties[g.Weakest].Strength,
		Bridges:        []int{},
	}
	for _, tie := range g.Bridges {
		c.Bridges = append(c.Bridges, g.ties.places[tie]+1)
	}
	places := make(map[int]int) // of the members, by their numbers
	for i, member := range g.Members {
		places[member] = i
		c.Members = append(c.Members, contest.ClusterMember{Earliest: slices.MinFunc(g.programs[member], byTime).side()})
	}
	for _, tie := range g.Ties {
		found := &ranked[g.ties.places[tie]]
		found.cluster = number
		for side, sol := range []*solution{found.left, found.right} {
			ends := [2]int{g.ties.ties[tie].Left, g.ties.ties[tie].Right}
			member := &c.Members[places[ends[side]]]
			if member.Pairs++; member.Pairs == 1 {
				member.Similar = sol.side()
			}
		}
	}
	markFirst(c.Members)
	return c
}

// byTime orders the programs of a participant by the time of their submission.
func byTime(a, b *solution) int {
	return cmp.Or(
		a.submission.Time.Compare(b.submission.Time),
		cmp.Compare(a.submission.Attempt, b.submission.Attempt),
		cmp.Compare(a.submission.Path, b.submission.Path),
	)
}

// markFirst marks the earliest members, if all times are known.
func markFirst(members []contest.ClusterMember) {
	first := members[0].Earliest.Time
	for _, m := range members {
		if m.Earliest.Time.IsZero() {
			return
		}
		if m.Earliest.Time.Before(first) {
			first = m.Earliest.Time
		}
	}
	for i := range members {
		members[i].First = members[i].Earliest.Time.Equal(first)
	}
}
