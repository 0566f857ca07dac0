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

// Cluster is a group of participants who are tied to one another, directly or through other
// members. Members of two clusters are tied only if Clusters split a larger cluster. Ties, Weakest,
// Bridges and Links are indexes in the list that was passed to Clusters.
type Cluster struct {
	Members []int   // two or more, ascending
	Ties    []int   // all ties between members, ascending
	Highest float64 // strength of the strongest tie
	// Possible counts the pairs of members of which it is known whether they have a tie, Tied those that have one.
	Tied, Possible int
	// Weakest is the weakest tie of a maximum spanning tree: with a threshold above
	// the strength of this tie, the cluster falls apart.
	Weakest int
	// Bridges lists the ties, ascending, that are bridges: if one bridge is missing, the cluster
	// falls apart. If two members have several ties, only the strongest tie counts.
	Bridges []int
	// Parts lists the clusters into which a larger cluster was split, including this one: their
	// indexes, ascending, in the list that Clusters returned. nil if no cluster was split.
	Parts []int
	Links []int // ties to members of the other parts, ascending
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
// enough to join two clusters. A cluster of several dense parts is then split. If all of one group copied
// from each other, all of a second group too, and one pair is between the groups, there are two clusters.
//
// limit is the maximum number of ties of each participant in the list, which has the strongest ties
// (Options.KeepPerParticipant); 0 is no limit. Two members who both have limit ties may be
// linked by one more tie that is not in the list.
//
// The order is by the strongest tie, then by size, the larger first, then by the place
// of the first tie.
func Clusters(ties []Tie, limit int) []Cluster {
	linked := make(forest)
	for _, tie := range ties {
		linked.join(tie.Left, tie.Right)
	}
	members, tieIndexes := make(map[int][]int), make(map[int][]int) // by root
	for participant := range linked {
		root := linked.root(participant)
		members[root] = append(members[root], participant)
	}
	for i, tie := range ties {
		root := linked.root(tie.Left)
		tieIndexes[root] = append(tieIndexes[root], i)
	}
	type part struct {
		Cluster
		root int
	}
	var list []part
	for root := range members {
		slices.Sort(members[root])
		partOf := make(map[int]int) // by member: index in list
		for _, group := range split(members[root], ties, tieIndexes[root], limit) {
			for _, member := range group {
				partOf[member] = len(list)
			}
			list = append(list, part{Cluster{Members: group}, root})
		}
		for _, i := range tieIndexes[root] {
			left, right := partOf[ties[i].Left], partOf[ties[i].Right]
			if left == right {
				list[left].Ties = append(list[left].Ties, i)
				continue
			}
			list[left].Links = append(list[left].Links, i)
			list[right].Links = append(list[right].Links, i)
		}
	}
	for i := range list {
		list[i].measure(ties, limit)
	}
	slices.SortFunc(list, func(a, b part) int {
		return cmp.Or(cmp.Compare(b.Highest, a.Highest), cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.Ties[0], b.Ties[0]))
	})
	parts := make(map[int][]int) // by root: indexes of its clusters
	for i, p := range list {
		parts[p.root] = append(parts[p.root], i)
	}
	clusters := make([]Cluster, len(list))
	for i, p := range list {
		if clusters[i] = p.Cluster; len(parts[p.root]) > 1 {
			clusters[i].Parts = parts[p.root]
		}
	}
	return clusters
}

// measure computes how closely the members are tied.
func (c *Cluster) measure(ties []Tie, limit int) {
	strongest := make(map[[2]int]int, len(c.Ties)) // by two members: their strongest tie
	count := make(map[int]int, len(c.Members))     // by member: number of ties, including ties to other parts
	for _, i := range slices.Concat(c.Ties, c.Links) {
		count[ties[i].Left]++
		count[ties[i].Right]++
	}
	for _, i := range c.Ties {
		tie := ties[i]
		c.Highest = max(c.Highest, tie.Strength)
		two := [2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)}
		if other, ok := strongest[two]; !ok || ties[other].Strength < tie.Strength {
			strongest[two] = i
		}
	}
	full := 0 // members that may have more ties than the limit
	for _, member := range c.Members {
		if limit > 0 && count[member] >= limit {
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
	c.Weakest = weakest(ties, c.Ties)
}

// weakest returns the weakest tie of a maximum spanning tree of linked ties, which it joins from
// the strongest down (Kruskal 1956).
func weakest(ties []Tie, tieIndexes []int) (last int) {
	byStrength := slices.Clone(tieIndexes)
	slices.SortStableFunc(byStrength, func(a, b int) int { return cmp.Compare(ties[b].Strength, ties[a].Strength) })
	linked := make(forest)
	for _, i := range byStrength {
		if linked.join(ties[i].Left, ties[i].Right) {
			last = i
		}
	}
	return last
}

// forest is a union-find forest: each participant points to a second participant of the
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
// depth-first tree is a bridge if no member below the tie has another tie to a member above it.
// The key of a tie is its two members.
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
	order := make(map[int]int) // for each visited member: its place in the order of visits, from 1
	// visit returns the lowest order of all members to which the member, or a member below it,
	// has a tie. The tie reachedBy does not count.
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
