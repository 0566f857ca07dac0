package contest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Path returns the IDs of the members on a long path through the cluster. It needs Members and Edges. One end of
// the path is the member that is farthest from the first member. The other end is the member that is farthest from
// that one. The end with the smaller ID comes first. In a cluster without cycles, no shortest path between two
// members is longer. In a cluster with cycles, none is more than twice as long.
func (c Cluster) Path() []int64 {
	neighbours := make(map[int64][]int64)
	for _, e := range c.Edges {
		neighbours[e.Left] = append(neighbours[e.Left], e.Right)
		neighbours[e.Right] = append(neighbours[e.Right], e.Left)
	}
	if len(c.Members) == 0 || len(c.Edges) == 0 {
		return nil
	}
	// fromFarthest returns a shortest path to the given member, from the member farthest from it. It searches
	// breadth-first.
	fromFarthest := func(to int64) []int64 {
		reachedFrom := map[int64]int64{to: to}
		queue := []int64{to}
		for i := 0; i < len(queue); i++ {
			next := neighbours[queue[i]]
			slices.Sort(next)
			for _, member := range next {
				if _, ok := reachedFrom[member]; !ok {
					reachedFrom[member] = queue[i]
					queue = append(queue, member)
				}
			}
		}
		var path []int64
		for at := queue[len(queue)-1]; ; at = reachedFrom[at] {
			if path = append(path, at); at == to {
				return path
			}
		}
	}
	path := fromFarthest(fromFarthest(c.Members[0].Participant.ID)[0])
	if path[0] > path[len(path)-1] {
		slices.Reverse(path)
	}
	return path
}

// pathText returns the names of the members on Path: "ann – ben – cat". It omits the middle of a long path.
func (c Cluster) pathText() string {
	names := make(map[int64]string)
	for _, m := range c.Members {
		names[m.Participant.ID] = text.Visible(m.Participant.Name)
	}
	var list []string
	for _, id := range c.Path() {
		list = append(list, names[id])
	}
	const ends = 3
	if n := len(list); n > 2*ends+1 {
		list = slices.Concat(list[:ends], []string{"…"}, list[n-ends:])
	}
	return strings.Join(list, " – ")
}

// Splits reports whether a threshold below 1 splits the cluster. From 0.9995 on, BreakThreshold is 1.000 on pages.
func (c Cluster) Splits() bool { return c.BreakThreshold < 0.9995 }

// Shape describes a cluster of three or more members in sentences. They say whether it is a chain, where it
// splits, and whether it is a part of a larger cluster. Shape needs Members and Edges.
func (c Cluster) Shape(p *i18n.Printer) []string {
	if c.Size < 3 {
		return nil
	}
	var sentences []string
	if c.Explained > 0 { // none or all of Pairs
		sentences = append(sentences, p.T("Known sources explain all of its pairs."))
	}
	if bridges := len(c.Bridges); c.Chain {
		path := c.pathText()
		switch {
		case bridges == c.Size-1:
			sentences = append(sentences, p.T("A chain: %s. Its ends are not listed as a pair. "+
				"Each pair is the only link between two parts, so two members may have nothing in common.", path))
		case bridges > 0:
			sentences = append(sentences, p.T("A chain: %s. Its ends are not listed as a pair. "+
				"%d pairs are each the only link between two parts, so two members may have nothing in common.", path, bridges))
		default:
			sentences = append(sentences, p.T("A chain: %s. Its ends are not listed as a pair. "+
				"Fewer than half of the possible pairs are listed, so two members may have nothing in common.", path))
		}
	}
	if c.Splits() {
		sentences = append(sentences,
			p.T("The cluster splits at a threshold above %s: then the pair marked “last link” is no longer listed.", p.Score(c.BreakThreshold)))
	} else {
		sentences = append(sentences, p.T("No threshold below 1 splits the cluster."))
	}
	if len(c.Parts) > 1 {
		var numbers []string
		for _, n := range c.Parts {
			numbers = append(numbers, strconv.Itoa(n))
		}
		sentences = append(sentences, p.T("It is a part of a larger cluster, which was split into clusters %s, "+
			"because each of them holds together by itself. %d pairs with members of the others belong to no cluster.",
			p.Join(numbers), len(c.Links)))
	}
	return sentences
}
