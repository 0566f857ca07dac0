package check

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// cluster clusters the participants of each pool by the ranked pairs that the parameters
// list, and sets the cluster's number in these pairs. It ignores pairs with earlier
// contests: their right side is not a participant of this contest. Pairs that known sources
// explain are in clusters of their own, which come last: otherwise two participants who copied
// would be in one cluster with all who asked the same model.
func cluster(ranked []foundPair, parameters contest.Parameters) []contest.Cluster {
	byKey := make(map[tieKey]*poolTies)
	for i, f := range ranked {
		if !f.isListed(parameters) || f.right.isEarlier() {
			continue
		}
		key := tieKey{f.pool, f.known != nil && f.known.Explained}
		t := byKey[key]
		if t == nil {
			t = &poolTies{tieKey: key, numbers: make(numbering)}
			byKey[key] = t
		}
		t.ties = append(t.ties, pairs.Tie{
			Left:     t.numbers.number(f.left.Participant),
			Right:    t.numbers.number(f.right.Participant),
			Strength: f.scored.Suspicion,
		})
		t.places = append(t.places, i)
	}
	var found []poolCluster
	for _, t := range byKey {
		for i, c := range pairs.Clusters(t.ties, t.keepPerParticipant) {
			found = append(found, poolCluster{t, c, i})
		}
	}
	slices.SortFunc(found, func(a, b poolCluster) int {
		if a.isExplained != b.isExplained {
			if a.isExplained {
				return 1
			}
			return -1
		}
		return cmp.Or(
			cmp.Compare(min(len(b.Members), 3), min(len(a.Members), 3)), // clusters of two come last
			cmp.Compare(b.Highest, a.Highest),
			cmp.Compare(len(b.Members), len(a.Members)),
			cmp.Compare(a.places[a.Ties[0]], b.places[b.Ties[0]]),
		)
	})
	type clusterKey struct {
		*poolTies
		index int
	}
	clusterNumbers := make(map[clusterKey]int)
	for i, c := range found {
		clusterNumbers[clusterKey{c.poolTies, c.index}] = i + 1
	}
	clusters := make([]contest.Cluster, len(found))
	for i, c := range found {
		clusters[i] = c.complete(i+1, ranked)
		for _, part := range c.Parts {
			clusters[i].Parts = append(clusters[i].Parts, clusterNumbers[clusterKey{c.poolTies, part}])
		}
		slices.Sort(clusters[i].Parts)
	}
	return clusters
}

// tieKey selects pairs of a pool: those that known sources explain, or the others.
type tieKey struct {
	*pool
	isExplained bool
}

// poolTies holds the ties between the participants of a pool, of the pairs that tieKey selects.
type poolTies struct {
	tieKey
	numbers numbering // of the participants
	ties    []pairs.Tie
	places  []int // of each tie, among the ranked pairs
}

// poolCluster is a cluster of a pool.
type poolCluster struct {
	*poolTies
	pairs.Cluster
	index int // of Cluster among all clusters of these ties
}

// complete returns the complete cluster, and sets its number in its pairs.
func (c poolCluster) complete(number int, ranked []foundPair) contest.Cluster {
	result := contest.Cluster{
		Number:         number,
		Problem:        c.problem,
		Language:       c.family,
		Size:           len(c.Members),
		Pairs:          len(c.Ties),
		Highest:        c.Highest,
		Cohesion:       c.Cohesion(),
		Chain:          c.Chain(),
		WeakestPair:    c.places[c.Weakest] + 1,
		BreakThreshold: c.ties[c.Weakest].Strength,
		Bridges:        []int{},
		Parts:          []int{},
		Links:          []int{},
	}
	for _, i := range c.Bridges {
		result.Bridges = append(result.Bridges, c.places[i]+1)
	}
	for _, i := range c.Links {
		result.Links = append(result.Links, c.places[i]+1)
	}
	indices := make(map[int]int) // of the members, by their numbers
	for i, member := range c.Members {
		indices[member] = i
	}
	result.Members = make([]contest.ClusterMember, len(c.Members))
	earliest := make([]*submission, len(c.Members))
	for _, i := range c.Ties {
		tie, pair := c.ties[i], &ranked[c.places[i]]
		pair.cluster = number
		for participant, sub := range map[int]*submission{tie.Left: pair.left, tie.Right: pair.right} {
			at := indices[participant]
			member := &result.Members[at]
			if member.Pairs++; member.Pairs == 1 {
				member.Similar = sub.side()
			}
			if earliest[at] == nil || byTime(sub, earliest[at]) < 0 {
				earliest[at], member.Earliest = sub, sub.side()
			}
		}
	}
	markFirst(result.Members)
	return result
}

// byTime orders the programs of a participant by the time of their submission.
func byTime(a, b *submission) int {
	return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.Path, b.Path))
}

// markFirst marks the earliest members, if all times are known.
func markFirst(members []contest.ClusterMember) {
	first := members[0].Earliest.Time
	for _, m := range members {
		if m.Earliest.Time.Before(first) { // an unknown time is before all others
			first = m.Earliest.Time
		}
	}
	for i := range members {
		members[i].First = !first.IsZero() && members[i].Earliest.Time.Equal(first)
	}
}
