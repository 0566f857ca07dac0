package contest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Path returns the IDs of the members of a long path through the cluster: from one of two members
// who are linked only through many others, to the other one. It needs Members and Edges.
//
// The path starts as far as possible from some member and leads as far as possible from there. In
// a cluster without rings no shortest path is longer; in any cluster, none is longer than twice
// that.
func (c Cluster) Path() []int64 {
	neighbours := make(map[int64][]int64)
	for _, e := range c.Edges {
		neighbours[e.Left] = append(neighbours[e.Left], e.Right)
		neighbours[e.Right] = append(neighbours[e.Right], e.Left)
	}
	if len(c.Members) == 0 || len(c.Edges) == 0 {
		return nil
	}
	// farthest returns a shortest path from a member to the last one that a walk in all directions reaches.
	farthest := func(from int64) []int64 {
		reachedFrom := map[int64]int64{from: from}
		queue := []int64{from}
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
			if path = append(path, at); at == from {
				return path
			}
		}
	}
	path := farthest(farthest(c.Members[0].Participant.ID)[0])
	if path[0] > path[len(path)-1] {
		slices.Reverse(path)
	}
	return path
}

// pathText returns the names of the members of Path: "ann – ben – cat". In the middle of a long
// path it leaves names out.
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

// Shape describes a cluster of three or more in sentences: whether it is a chain, where it splits,
// and whether it is a part of a larger one. It needs Members and Edges.
func (c Cluster) Shape() []string {
	if c.Size < 3 {
		return nil
	}
	var list []string
	switch {
	case c.Explained == c.Pairs && c.Pairs > 0:
		list = append(list, "Known sources explain all of its pairs.")
	case c.Explained > 0:
		list = append(list, "Known sources explain "+text.Thousands(c.Explained)+" of its "+text.Count(c.Pairs, "pair")+"; look at the others first.")
	}
	if bridges := len(c.Bridges); c.Chain {
		reason := "fewer than half of the possible pairs are listed"
		switch {
		case bridges == c.Size-1:
			reason = "each pair is the only link between two parts"
		case bridges > 0:
			reason = text.Thousands(bridges) + " " + text.Plural(bridges, "pair is", "pairs are") + " the only link between two parts"
		}
		list = append(list, "A chain: "+c.pathText()+". Its ends are not listed as a pair. "+text.Capitalize(reason)+
			", so two members may have nothing in common.")
	}
	list = append(list, "The cluster splits above a threshold of "+text.Score(c.BreakThreshold)+", the suspicion of its weakest link.")
	if len(c.Parts) > 1 {
		var numbers []string
		for _, n := range c.Parts {
			numbers = append(numbers, strconv.Itoa(n))
		}
		list = append(list, "It is a part of a larger cluster, which was split into clusters "+text.Join(numbers)+
			", because each of them holds together by itself. "+text.Count(len(c.Links), "pair")+
			" with members of the others "+text.Plural(len(c.Links), "belongs", "belong")+" to no cluster.")
	}
	return list
}
