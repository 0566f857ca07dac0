package pairs

import (
	"cmp"
	"slices"
)

// minPart is the least number of linked members of a dense part. A pair is not dense. A chain of three
// members is not dense either.
const minPart = 3

// split splits linked participants into dense parts, and returns the members of each part, ascending.
// It returns one part if fewer than two parts are dense, as in a chain or a ring.
//
// The parts are a correlation clustering (Bansal, Blum and Chawla 2004). A tied pair of
// participants counts for putting both into one part. A pair without a tie counts against it. A pair
// that may have a tie beyond the limit does not count. So at least half of the pairs of a part are tied.
// The search is the method of Louvain (Blondel and others 2008). Each member moves to the part where
// the move gains most. Then each part joins another part in the same way, until no move gains
// anything. All gains are whole numbers and there is a rule for equal gains, so the
// parts do not depend on the order of the ties. Libraries maximise modularity instead. Modularity
// has no place for pairs that may or may not be tied, overlooks small parts of large graphs
// (Fortunato and Barthélemy 2007), and splits chains.
//
// limit is as in Clusters. The members must be linked.
func split(members []int, ties []Tie, tieIndexes []int, limit int) [][]int {
	if len(members) < 2*minPart {
		return [][]int{members}
	}
	g := newSplitGraph(members, ties, tieIndexes, limit)
	return g.parts(members, g.groups())
}

// splitGraph is a graph to split. Its nodes are members, or groups of members.
type splitGraph struct {
	size   []int          // for each node: the number of its members
	unsure []int          // for each node: the number of its members who may have more ties than the limit
	links  []map[int]link // for each node: the links to other nodes
}

// link describes the ties between two nodes.
type link struct {
	tied   int     // number of pairs of members that are tied
	unsure int     // how many of these pairs have two unsure members
	weight float64 // of the heaviest tie; decides between equal gains
}

func (l link) plus(m link) link {
	return link{l.tied + m.tied, l.unsure + m.unsure, max(l.weight, m.weight)}
}

// newSplitGraph returns the graph of the members. The weight of a tie is the number of participants
// who are tied to both of its members, plus its strength. So groups grow from their densest places,
// and not from a strong bridge.
func newSplitGraph(members []int, ties []Tie, tieIndexes []int, limit int) *splitGraph {
	g := emptySplitGraph(len(members))
	count := make([]int, len(members)) // of ties
	for _, i := range tieIndexes {
		left, _ := slices.BinarySearch(members, ties[i].Left)
		right, _ := slices.BinarySearch(members, ties[i].Right)
		l := link{tied: 1, weight: max(g.links[left][right].weight, ties[i].Strength)}
		g.links[left][right], g.links[right][left] = l, l
		count[left]++
		count[right]++
	}
	for i := range members {
		g.size[i] = 1
		if limit > 0 && count[i] >= limit {
			g.unsure[i] = 1
		}
	}
	common := func(a, b int) (n int) {
		if len(g.links[a]) > len(g.links[b]) {
			a, b = b, a
		}
		for c := range g.links[a] {
			if _, ok := g.links[b][c]; ok {
				n++
			}
		}
		return n
	}
	for a := range g.links {
		for b, l := range g.links[a] {
			if a < b {
				l.unsure = g.unsure[a] * g.unsure[b]
				l.weight += float64(common(a, b))
				g.links[a][b], g.links[b][a] = l, l
			}
		}
	}
	return g
}

func emptySplitGraph(nodes int) *splitGraph {
	g := &splitGraph{make([]int, nodes), make([]int, nodes), make([]map[int]link, nodes)}
	for i := range g.links {
		g.links[i] = make(map[int]link)
	}
	return g
}

// groups returns the group of each node. A group has the number of some node.
func (g *splitGraph) groups() []int {
	group := make([]int, len(g.size))
	for node := range group {
		group[node] = node
	}
	for {
		g.move(group)
		joined := false
		for {
			merged, index := g.merge(group)
			next := make([]int, len(merged.size))
			for i := range next {
				next[i] = i
			}
			if !merged.move(next) {
				break
			}
			for node := range group {
				group[node] = next[index[group[node]]]
			}
			joined = true
		}
		if !joined {
			return group
		}
	}
}

// merge returns the graph of the groups, and the node of each group.
func (g *splitGraph) merge(group []int) (*splitGraph, map[int]int) {
	index := make(map[int]int)
	for _, number := range group {
		if _, ok := index[number]; !ok {
			index[number] = len(index)
		}
	}
	merged := emptySplitGraph(len(index))
	for node, number := range group {
		a := index[number]
		merged.size[a] += g.size[node]
		merged.unsure[a] += g.unsure[node]
		for other, l := range g.links[node] {
			if b := index[group[other]]; a != b {
				merged.links[a][b] = merged.links[a][b].plus(l)
			}
		}
	}
	return merged, index
}

// move moves nodes, one by one, to the group where this gains most, until no move gains anything.
// It reports whether a node moved.
func (g *splitGraph) move(group []int) (moved bool) {
	size, unsure := make([]int, len(group)), make([]int, len(group)) // of groups
	for node, number := range group {
		size[number] += g.size[node]
		unsure[number] += g.unsure[node]
	}
	for again := true; again; {
		again = false
		for node, from := range group {
			size[from] -= g.size[node]
			unsure[from] -= g.unsure[node]
			to := g.linksTo(node, group)
			// gain returns how many pairs of the node and a group are tied, minus those that
			// certainly are not.
			gain := func(number int) int {
				certain := g.size[node]*size[number] - g.unsure[node]*unsure[number] + to[number].unsure
				return 2*to[number].tied - certain
			}
			best, most := from, gain(from)
			if most < 0 {
				best, most = slices.Index(size, 0), 0 // alone
			}
			for number, l := range to {
				if number == from {
					continue
				}
				better := cmp.Compare(gain(number), most)
				if better == 0 && best != from {
					better = cmp.Or(cmp.Compare(l.weight, to[best].weight), cmp.Compare(best, number))
				}
				if better > 0 {
					best, most = number, gain(number)
				}
			}
			group[node] = best
			size[best] += g.size[node]
			unsure[best] += g.unsure[node]
			if best != from {
				again, moved = true, true
			}
		}
	}
	return moved
}

// linksTo returns the links of a node to each group.
func (g *splitGraph) linksTo(node int, group []int) map[int]link {
	to := make(map[int]link)
	for other, l := range g.links[node] {
		to[group[other]] = to[group[other]].plus(l)
	}
	return to
}

// parts returns the members of each part. A part has at least minPart members of one group who are
// linked within the group. Every other member joins the part with which it has the most ties. If
// there are fewer than two parts, parts returns all members as one.
func (g *splitGraph) parts(members, group []int) [][]int {
	linked := make(forest) // nodes that are linked within their group
	for node, links := range g.links {
		for other := range links {
			if group[node] == group[other] {
				linked.join(node, other)
			}
		}
	}
	size := make(map[int]int) // by the root of a part
	for node := range group {
		size[linked.root(node)]++
	}
	part, count := make([]int, len(group)), 0
	for node := range part {
		if part[node] = linked.root(node); size[part[node]] < minPart {
			part[node] = none
		} else if part[node] == node {
			count++
		}
	}
	if count < 2 {
		return [][]int{members}
	}
	for slices.Contains(part, none) { // all who have ties to a part join it
		next := slices.Clone(part)
		for node := range part {
			if part[node] != none {
				continue
			}
			most := link{}
			for to, l := range g.linksTo(node, part) {
				if to != none && cmp.Or(cmp.Compare(l.tied, most.tied), cmp.Compare(l.weight, most.weight), cmp.Compare(next[node], to)) > 0 {
					next[node], most = to, l
				}
			}
		}
		part = next
	}
	var list [][]int
	index := make(map[int]int) // in the list, by the root of a part
	for node, root := range part {
		if _, ok := index[root]; !ok {
			index[root] = len(list)
			list = append(list, nil)
		}
		list[index[root]] = append(list[index[root]], members[node])
	}
	return list
}
