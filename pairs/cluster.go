package pairs

import (
	"cmp"
	"slices"
)

// Tie is a pair of two participants of a pool.
type Tie struct {
	Left, Right int     // two different participants
	Strength    float64 // of the pair: its suspicion, 0 to 1
}

// Cluster is a group of participants who are tied to one another, directly or
// through others of the group, and to nobody else.
type Cluster struct {
	Members []int   // two or more, ascending
	Ties    []int   // between them: places in the list that Clusters was given, ascending
	Highest float64 // strength of the strongest
	// Tied counts the pairs of members with a tie; Possible those that are known to
	// have one or not.
	Tied, Possible int
	// Weakest is the weakest tie of a maximum spanning tree: with a threshold above
	// its strength the group falls apart.
	Weakest int
	// Bridges lists the ties, ascending, without any of which the group falls apart. If
	// two members have several ties, only the strongest counts.
	Bridges []int
}

// Cohesion returns the share of the possible pairs of members that are tied, 0
// to 1: 1 if each member is tied to all others.
func (c Cluster) Cohesion() float64 { return float64(c.Tied) / float64(c.Possible) }

// Chain reports whether single linkage has strung the group together, so that two of
// its members may have little in common: it has three or more members, and a bridge,
// or ties between less than half of its pairs.
func (c Cluster) Chain() bool {
	return len(c.Members) > 2 && (len(c.Bridges) > 0 || 2*c.Tied < c.Possible)
}

// Clusters returns the groups that ties make, by single linkage (Sneath 1957):
// one tie is enough to join two groups, so a group is all that can be reached.
// It joins them with a union-find forest from the strongest tie down, as
// Kruskal (1956) makes a spanning tree; Sibson (1973) showed the two to be one.
//
// If limit is above 0, the list has only the limit strongest ties of each participant
// (Options.KeepPerParticipant): two members with that many ties may have another one
// between them.
//
// The groups are ordered by their strongest tie, then by size, the larger first, then
// by the place of their first tie.
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
	strongest := make(map[[2]int]int, len(c.Ties)) // tie of two members
	count := make(map[int]int, len(c.Members))     // ties of each
	for _, i := range c.Ties {
		tie := ties[i]
		c.Highest = max(c.Highest, tie.Strength)
		count[tie.Left]++
		count[tie.Right]++
		two := [2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)}
		if known, ok := strongest[two]; !ok || ties[known].Strength < tie.Strength {
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

// join joins the groups of two participants, with the lesser root, and reports whether
// they were two.
func (f forest) join(a, b int) bool {
	a, b = f.root(a), f.root(b)
	f[max(a, b)] = min(a, b)
	return a != b
}

// bridges returns the ties, ascending, that are bridges (Tarjan 1974): a tie of a
// depth-first tree is one if no member behind it has a tie to one before it. The ties
// are given by their two members.
func bridges(ties map[[2]int]int) []int {
	w := walk{neighbours: make(map[int][]neighbour), reached: make(map[int]int)}
	for two, tie := range ties {
		w.neighbours[two[0]] = append(w.neighbours[two[0]], neighbour{two[1], tie})
		w.neighbours[two[1]] = append(w.neighbours[two[1]], neighbour{two[0], tie})
	}
	for member := range w.neighbours {
		if w.reached[member] == 0 {
			w.from(member, -1)
		}
	}
	slices.Sort(w.bridges)
	return w.bridges
}

// neighbour is a member with a tie.
type neighbour struct{ member, tie int }

// walk is a depth-first walk through a group.
type walk struct {
	neighbours map[int][]neighbour
	reached    map[int]int // order in which members were reached, from 1
	bridges    []int
}

// from walks on from a member that was reached by a tie. It returns the order of the
// first member that this one, or one behind it, has another tie to.
func (w *walk) from(member, by int) (first int) {
	w.reached[member] = len(w.reached) + 1
	first = w.reached[member]
	for _, next := range w.neighbours[member] {
		if next.tie == by {
			continue
		}
		behind := w.reached[next.member]
		if behind == 0 {
			behind = w.from(next.member, next.tie)
			if behind > w.reached[member] {
				w.bridges = append(w.bridges, next.tie)
			}
		}
		first = min(first, behind)
	}
	return first
}
