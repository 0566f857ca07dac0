package pairs

import (
	"cmp"
	"slices"
)

// Tie is a pair of two participants of a pool.
type Tie struct {
	Left, Right int     // two different participants
	Strength    float64 // suspicion of the pair, 0 to 1
}

// Cluster is a group of participants who are tied to one another, directly or
// through other members, and to nobody else. Its ties are indexes in the list that was
// passed to Clusters.
type Cluster struct {
	Members []int   // two or more, ascending
	Ties    []int   // all ties between members, ascending
	Highest float64 // strength of the strongest tie
	// Tied counts the pairs of members with a tie. Possible also counts the pairs that
	// certainly have none.
	Tied, Possible int
	// Weakest is the weakest tie of a maximum spanning tree: with a threshold above
	// its strength the cluster falls apart.
	Weakest int
	// Bridges lists the ties, ascending, each of which holds the cluster together: without
	// it the cluster falls apart. Of several ties of two members only the strongest counts.
	Bridges []int
}

// Cohesion returns the share of the possible pairs of members that are tied, 0
// to 1: 1 if each member is tied to all others.
func (c Cluster) Cohesion() float64 { return float64(c.Tied) / float64(c.Possible) }

// Chain reports whether two members may share little code, because they are linked
// only through others: the cluster has three or more members, and a bridge, or ties
// between less than half of its pairs.
func (c Cluster) Chain() bool {
	return len(c.Members) > 2 && (len(c.Bridges) > 0 || 2*c.Tied < c.Possible)
}

// Clusters returns the clusters of ties, by single linkage (Sneath 1957): one tie is
// enough to join two clusters. It joins them with a union-find forest from the strongest
// tie down, as Kruskal (1956) makes a spanning tree; Sibson (1973) showed that both give
// the same.
//
// A limit above 0 says that ties has only so many of the strongest ties of each
// participant (Options.KeepPerParticipant): two members with that many ties may have
// another one between them.
//
// The order is by the strongest tie, then by size, the larger first, then by the place
// of the first tie.
func Clusters(ties []Tie, limit int) []Cluster {
	byStrength := make([]int, len(ties))
	for i := range ties {
		byStrength[i] = i
	}
	slices.SortStableFunc(byStrength, func(a, b int) int { return cmp.Compare(ties[b].Strength, ties[a].Strength) })

	groups := make(forest)
	joins := make([]int, 0, len(ties)) // ties that joined two groups, the strongest first
	for _, i := range byStrength {
		if groups.join(ties[i].Left, ties[i].Right) {
			joins = append(joins, i)
		}
	}
	clusters := make(map[int]*Cluster) // by root
	for participant := range groups {
		root := groups.root(participant)
		if clusters[root] == nil {
			clusters[root] = &Cluster{}
		}
		clusters[root].Members = append(clusters[root].Members, participant)
	}
	for i, tie := range ties {
		c := clusters[groups.root(tie.Left)]
		c.Ties = append(c.Ties, i)
	}
	for _, i := range joins {
		clusters[groups.root(ties[i].Left)].Weakest = i
	}
	list := make([]Cluster, 0, len(clusters))
	for _, c := range clusters {
		slices.Sort(c.Members)
		c.measure(ties, limit)
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Cluster) int {
		return cmp.Or(cmp.Compare(b.Highest, a.Highest), cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.Ties[0], b.Ties[0]))
	})
	return list
}

// measure computes how closely the members are tied.
func (c *Cluster) measure(ties []Tie, limit int) {
	strongest := make(map[[2]int]int, len(c.Ties)) // by two members: their strongest tie
	count := make(map[int]int, len(c.Members))     // by member: number of ties
	for _, i := range c.Ties {
		tie := ties[i]
		c.Highest = max(c.Highest, tie.Strength)
		count[tie.Left]++
		count[tie.Right]++
		two := [2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)}
		if other, ok := strongest[two]; !ok || ties[other].Strength < tie.Strength {
			strongest[two] = i
		}
	}
	full := 0 // members that may have more ties than the limit
	for _, n := range count {
		if limit > 0 && n >= limit {
			full++
		}
	}
	unknown := full * (full - 1) / 2
	for two := range strongest {
		if limit > 0 && count[two[0]] >= limit && count[two[1]] >= limit {
			unknown--
		}
	}
	c.Tied = len(strongest)
	c.Possible = len(c.Members)*(len(c.Members)-1)/2 - unknown
	c.Bridges = bridges(strongest)
}

// forest is a union-find forest: each participant points to another one of the
// group, the root to itself.
type forest map[int]int

// root returns the root of a participant's group, and halves the path to it.
func (f forest) root(participant int) int {
	if _, ok := f[participant]; !ok {
		f[participant] = participant
	}
	for f[participant] != participant {
		f[participant] = f[f[participant]]
		participant = f[participant]
	}
	return participant
}

// join joins the groups of two participants and keeps the smaller root. It reports
// whether they were two groups.
func (f forest) join(a, b int) bool {
	a, b = f.root(a), f.root(b)
	f[max(a, b)] = min(a, b)
	return a != b
}

// bridges returns the ties, ascending, that are bridges (Tarjan 1974): a tie of a
// depth-first tree is one if no member below it has another tie to a member above it.
// The ties are given by their two members.
func bridges(ties map[[2]int]int) (list []int) {
	neighbours := make(map[int]map[int]int) // for each member: the tie to each neighbour
	for two, tie := range ties {
		for side, member := range two {
			if neighbours[member] == nil {
				neighbours[member] = make(map[int]int)
			}
			neighbours[member][two[1-side]] = tie
		}
	}
	order := make(map[int]int) // for each member that was reached: its place in the order of visits, from 1
	// visit returns the lowest order of all members to which this one, or one below it,
	// has a tie, without the tie by which it was reached.
	var visit func(member, reachedBy int) int
	visit = func(member, reachedBy int) int {
		order[member] = len(order) + 1
		earliest := order[member]
		for next, tie := range neighbours[member] {
			if tie == reachedBy {
				continue
			}
			reached := order[next]
			if reached == 0 {
				if reached = visit(next, tie); reached > order[member] {
					list = append(list, tie)
				}
			}
			earliest = min(earliest, reached)
		}
		return earliest
	}
	for member := range neighbours {
		if order[member] == 0 {
			visit(member, -1)
		}
	}
	slices.Sort(list)
	return list
}
