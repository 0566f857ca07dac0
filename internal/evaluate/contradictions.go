package evaluate

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
)

// Contradiction is an honest pair that contradicts other labels or identical programs.
type Contradiction struct {
	Left     string `json:"left"`
	Right    string `json:"right"`
	Reason   string `json:"reason"`
	labelled bool
}

// The reasons of contradictions.
const (
	reasonIdentical = "the programs are identical after normalisation"
	reasonJoined    = "a chain of copies or identical programs joins them"
)

// contradictions returns the honest pairs that a chain of copies and identical programs joins. An example: a
// is a copy of b, b is identical to c, c is a copy of d, but a and d are an honest pair. Programs are
// identical if their lists of shingles are equal. The pairs are sorted by left, then right. Among n joined
// files there are up to n(n-1)/2 such pairs.
func (set LabelSet) contradictions(pools []check.ScoredPool, problems map[string]string) []Contradiction {
	joined := make(groups)
	originals := make(map[string]string) // by path: the first identical program of its pool
	for _, pool := range pools {
		first := make(map[string]string) // by shingles
		for _, program := range pool.Programs {
			text := shingleText(program.Shingles)
			if first[text] == "" {
				first[text] = program.Path
			}
			originals[program.Path] = first[text]
			joined.join(program.Path, first[text])
		}
	}
	listed := make(map[[2]string]bool)
	for _, label := range set.Labels {
		listed[pairKey(label.Left, label.Right)] = true
		if label.Copied {
			joined.join(label.Left, label.Right)
		}
	}
	var list []Contradiction
	add := func(left, right string, labelled bool) {
		c := Contradiction{left, right, reasonJoined, labelled}
		if originals[left] == originals[right] && originals[left] != "" {
			c.Reason = reasonIdentical
		}
		list = append(list, c)
	}
	for _, label := range set.Labels {
		if !label.Copied && joined.root(label.Left) == joined.root(label.Right) {
			add(label.Left, label.Right, true)
		}
	}
	if set.Closed {
		members := make(map[string][]string)
		for _, path := range slices.Sorted(maps.Keys(joined)) {
			root := joined.root(path)
			for _, left := range members[root] {
				if problems[left] == problems[path] && !listed[[2]string{left, path}] {
					add(left, path, false)
				}
			}
			members[root] = append(members[root], path)
		}
	}
	slices.SortFunc(list, func(a, b Contradiction) int {
		return cmp.Or(strings.Compare(a.Left, b.Left), strings.Compare(a.Right, b.Right))
	})
	return list
}

// shingleText returns different texts for different lists of shingles.
func shingleText(shingles []uint64) string {
	text := make([]byte, 0, 8*len(shingles))
	for _, shingle := range shingles {
		text = binary.LittleEndian.AppendUint64(text, shingle)
	}
	return string(text)
}

// groups has groups of joined paths, as a union-find structure. It maps each joined path to another path of
// its group, or to itself.
type groups map[string]string

// root returns the path that stands for the group of a path.
func (g groups) root(path string) string {
	if next, ok := g[path]; ok && next != path {
		g[path] = g.root(next)
		return g[path]
	}
	return path
}

func (g groups) join(a, b string) {
	a, b = g.root(a), g.root(b)
	g[a], g[b] = b, b
}
