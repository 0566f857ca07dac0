package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// clique returns the ties between all of n participants, numbered from first on.
func clique(first, n int, strength float64) (ties []Tie) {
	for a := first; a < first+n; a++ {
		for b := a + 1; b < first+n; b++ {
			ties = append(ties, Tie{a, b, strength})
		}
	}
	return ties
}

// chain returns the ties between neighbours in a list of participants.
func chain(strength float64, participants ...int) (ties []Tie) {
	for i := 1; i < len(participants); i++ {
		ties = append(ties, Tie{participants[i-1], participants[i], strength})
	}
	return ties
}

// A cluster is split if it consists of several dense parts, and stays whole otherwise.
func TestSplit(t *testing.T) {
	t.Parallel()
	numbers := func(first, n int) (list []int) {
		for i := range n {
			list = append(list, first+i)
		}
		return list
	}
	var sparse []Tie // 12 participants in a ring, each tied to the next three
	for i := range 12 {
		for step := 1; step <= 3; step++ {
			sparse = append(sparse, Tie{i, (i + step) % 12, 0.7})
		}
	}
	var star []Tie // participants 1 to 10, each tied to participant 0
	for i := range 10 {
		star = append(star, Tie{0, i + 1, 0.9})
	}
	tests := []struct {
		name    string
		ties    []Tie
		limit   int // the limit of ties per participant, see Clusters; 0 for none
		want    [][]int
		isChain bool // the first cluster is a chain
	}{
		{"a chain of three", chain(0.9, 0, 1, 2), 0, [][]int{numbers(0, 3)}, true},
		{"a chain of forty", chain(0.9, numbers(0, 40)...), 0, [][]int{numbers(0, 40)}, true},
		{"a ring of thirty", chain(0.9, append(numbers(0, 30), 0)...), 0, [][]int{numbers(0, 30)}, true},
		{"ten around one", star, 0, [][]int{numbers(0, 11)}, true},
		{"a clique", clique(0, 30, 0.5), 0, [][]int{numbers(0, 30)}, false},
		{"a dense group with a chain behind it", slices.Concat(clique(0, 6, 0.5), chain(0.9, 5, 6, 7, 8, 9)), 0, [][]int{numbers(0, 10)}, true},
		{"two dense groups", slices.Concat(clique(0, 5, 0.6), clique(5, 5, 0.5)), 0, [][]int{numbers(0, 5), numbers(5, 5)}, false},
		{"two dense groups with a strong bridge", slices.Concat(chain(1, 4, 5), clique(0, 5, 0.6), clique(5, 5, 0.5)), 0,
			[][]int{numbers(0, 5), numbers(5, 5)}, false},
		{"two dense groups with a third of the pairs between them", slices.Concat(chain(1, 0, 6, 2, 8, 4, 7, 1, 9, 3, 5), clique(0, 5, 0.6), clique(5, 5, 0.5)), 0,
			[][]int{numbers(0, 5), numbers(5, 5)}, false},
		{"two dense groups with a member in common", slices.Concat(clique(0, 5, 0.6), clique(4, 5, 0.5)), 0, [][]int{numbers(0, 5), numbers(5, 4)}, false},
		{"two dense groups with a chain between them", slices.Concat(clique(0, 5, 0.6), chain(0.8, 4, 10, 11, 12, 13, 5), clique(5, 5, 0.5)), 0,
			[][]int{{0, 1, 2, 3, 4, 10, 11}, {5, 6, 7, 8, 9, 12, 13}}, true},
		{"four dense groups in a ring", slices.Concat(clique(0, 4, 0.9), clique(4, 4, 0.8), clique(8, 4, 0.7), clique(12, 4, 0.6), chain(0.5, 0, 4, 8, 12, 0)), 0,
			[][]int{numbers(0, 4), numbers(4, 4), numbers(8, 4), numbers(12, 4)}, false},
		{"a dense group of which some pairs are not known", sparse, 6, [][]int{numbers(0, 12)}, false},
		{"two groups with a bridge, of which some pairs are not known", slices.Concat(clique(0, 5, 0.6), clique(5, 5, 0.5), chain(0.5, 4, 5)), 5,
			[][]int{numbers(0, 5), numbers(5, 5)}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			for range 20 { // in any order
				clusters := Clusters(tt.ties, tt.limit)
				var got [][]int
				for i, c := range clusters {
					got = append(got, c.Members)
					if isPart := len(c.Links) > 0; isPart != slices.Contains(c.Parts, i) || isPart != (len(c.Parts) == len(clusters)) {
						t.Errorf("cluster %d: Parts %v, Links %v; want all clusters as parts if it has links, else none", i, c.Parts, c.Links)
					}
				}
				slices.SortFunc(got, slices.Compare)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Fatalf("clusters (-want +got):\n%s", diff)
				}
				if clusters[0].Chain() != tt.isChain {
					t.Errorf("the first cluster is a chain: %v, want %v", clusters[0].Chain(), tt.isChain)
				}
				tt.ties = slices.Clone(tt.ties)
				random.Shuffle(len(tt.ties), func(i, j int) { tt.ties[i], tt.ties[j] = tt.ties[j], tt.ties[i] })
			}
		})
	}
}

// agreement returns the number of pairs of participants within a group that are tied, minus those
// that are not.
func agreement(n int, ties []Tie, group []int) (sum int) {
	tied := make(map[[2]int]bool)
	for _, tie := range ties {
		tied[[2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)}] = true
	}
	for b := range n {
		for a := range b {
			if group[a] != group[b] {
				continue
			}
			if sum--; tied[[2]int{a, b}] {
				sum += 2
			}
		}
	}
	return sum
}

// best returns the highest agreement of all partitions of n participants.
func best(n int, ties []Tie) int {
	group := make([]int, n)
	var try func(at, groups int) int
	try = func(at, groups int) int {
		if at == n {
			return agreement(n, ties, group)
		}
		highest := -n * n
		for g := range groups + 1 {
			group[at] = g
			highest = max(highest, try(at+1, max(groups, g+1)))
		}
		return highest
	}
	return try(0, 0)
}

// The groups with which a split begins nearly always have the highest agreement of all partitions.
func TestSplitAgainstAllGroups(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	const rounds, n = 200, 7
	worse := 0
	for range rounds {
		members, tieIndexes := make([]int, n), []int(nil)
		for i := range members {
			members[i] = i
		}
		var ties []Tie
		share := 0.2 + 0.6*random.Float64()
		for b := range n {
			for a := range b {
				if random.Float64() < share {
					tieIndexes = append(tieIndexes, len(ties))
					ties = append(ties, Tie{a, b, 0.3 + 0.7*random.Float64()})
				}
			}
		}
		got, want := agreement(n, ties, newSplitGraph(members, ties, tieIndexes, 0).groups()), best(n, ties)
		if got < want {
			worse++
		}
		if got > want || got < want-2 {
			t.Errorf("agreement %d, want %d, or 2 less at most: %v", got, want, ties)
		}
	}
	t.Logf("%d of %d are not the best", worse, rounds)
	if worse > rounds/10 {
		t.Errorf("%d of %d are not the best, want a tenth at most", worse, rounds)
	}
}

// BenchmarkClusters measures large clusters: 100 dense groups of 15 in a chain, and 2,000
// participants with 10 random ties on average, which is also the limit.
func BenchmarkClusters(b *testing.B) {
	var groups, limited []Tie
	for g := range 100 {
		groups = append(groups, clique(15*g, 15, 0.5)...)
		groups = append(groups, Tie{15 * g, 15*g + 15, 0.9})
	}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 2000 {
		for range 5 {
			limited = append(limited, Tie{i, (i + 1 + random.IntN(1999)) % 2000, random.Float64()})
		}
	}
	for name, ties := range map[string][]Tie{"groups": groups, "limited": limited} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Clusters(ties, 10)
			}
		})
	}
}
