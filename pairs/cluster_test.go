package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Clusters groups participants who are tied, directly or through others, with the most
// suspicious cluster first.
func TestClusters(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		ties  []Tie
		limit int
		want  []Cluster
		chain bool // the first cluster is a chain
	}{
		{"no ties", nil, 0, []Cluster{}, false},
		{"two participants", []Tie{{7, 3, 0.8}}, 0, []Cluster{{Members: []int{3, 7}, Ties: []int{0}, Highest: 0.8, Tied: 1, Possible: 1, Bridges: []int{0}}}, false},
		{"all tied to all", []Tie{{1, 2, 0.9}, {2, 3, 0.8}, {1, 3, 0.7}}, 0,
			[]Cluster{{Members: []int{1, 2, 3}, Ties: []int{0, 1, 2}, Highest: 0.9, Tied: 3, Possible: 3, Weakest: 1}}, false},
		{"tied through another", []Tie{{1, 2, 0.9}, {2, 3, 0.8}}, 0,
			[]Cluster{{Members: []int{1, 2, 3}, Ties: []int{0, 1}, Highest: 0.9, Tied: 2, Possible: 3, Weakest: 1, Bridges: []int{0, 1}}}, true},
		{"a ring of eight", []Tie{{1, 2, 0.9}, {2, 3, 0.8}, {3, 4, 0.8}, {4, 5, 0.8}, {5, 6, 0.8}, {6, 7, 0.8}, {7, 8, 0.8}, {8, 1, 0.8}}, 0,
			[]Cluster{{Members: []int{1, 2, 3, 4, 5, 6, 7, 8}, Ties: []int{0, 1, 2, 3, 4, 5, 6, 7}, Highest: 0.9, Tied: 8, Possible: 28, Weakest: 6}}, true},
		{"more ties than the limit", []Tie{{1, 2, 0.9}, {2, 3, 0.9}, {3, 4, 0.9}, {4, 5, 0.9}, {5, 1, 0.9}}, 2,
			[]Cluster{{Members: []int{1, 2, 3, 4, 5}, Ties: []int{0, 1, 2, 3, 4}, Highest: 0.9, Tied: 5, Possible: 5, Weakest: 3}}, false},
		{"two ties of the same participants", []Tie{{1, 2, 0.6}, {2, 1, 0.9}, {2, 3, 0.7}, {1, 3, 0.7}, {3, 4, 0.5}, {4, 3, 0.6}}, 0,
			[]Cluster{{Members: []int{1, 2, 3, 4}, Ties: []int{0, 1, 2, 3, 4, 5}, Highest: 0.9, Tied: 4, Possible: 6, Weakest: 5, Bridges: []int{5}}}, true},
		{"order of clusters", []Tie{{1, 2, 0.6}, {3, 4, 0.9}, {5, 6, 0.9}, {7, 8, 0.9}, {8, 9, 0.6}}, 0, []Cluster{
			{Members: []int{7, 8, 9}, Ties: []int{3, 4}, Highest: 0.9, Tied: 2, Possible: 3, Weakest: 4, Bridges: []int{3, 4}},
			{Members: []int{3, 4}, Ties: []int{1}, Highest: 0.9, Tied: 1, Possible: 1, Weakest: 1, Bridges: []int{1}},
			{Members: []int{5, 6}, Ties: []int{2}, Highest: 0.9, Tied: 1, Possible: 1, Weakest: 2, Bridges: []int{2}},
			{Members: []int{1, 2}, Ties: []int{0}, Highest: 0.6, Tied: 1, Possible: 1, Bridges: []int{0}},
		}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Clusters(tt.ties, tt.limit)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("clusters (-want +got):\n%s", diff)
			}
			if len(got) > 0 && got[0].Chain() != tt.chain {
				t.Errorf("the first cluster is a chain: %v, want %v", got[0].Chain(), tt.chain)
			}
		})
	}
}

// reachable returns the members, in ascending order, that can be reached from one member by ties of at
// least the given strength. It leaves out the ties between the two members in without.
func reachable(ties []Tie, from int, strength float64, without [2]int) []int {
	members := []int{from}
	for i := 0; i < len(members); i++ {
		for _, tie := range ties {
			if tie.Strength < strength || [2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)} == without {
				continue
			}
			for _, two := range [][2]int{{tie.Left, tie.Right}, {tie.Right, tie.Left}} {
				if two[0] == members[i] && !slices.Contains(members, two[1]) {
					members = append(members, two[1])
				}
			}
		}
	}
	slices.Sort(members)
	return members
}

// Clusters finds the same clusters as a walk along all ties.
func TestClustersByWalking(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	chains := 0
	for round := range 400 {
		people := 2 + random.IntN(12)
		var ties []Tie
		for range random.IntN(3 * people / 2) {
			left := random.IntN(people)
			right := (left + 1 + random.IntN(people-1)) % people
			ties = append(ties, Tie{left, right, float64(50+random.IntN(10)) / 100})
		}
		limit := random.IntN(4)
		got := Clusters(ties, limit)
		grouped := make(map[int]bool)
		for i, c := range got {
			if i > 0 && got[i-1].Highest < c.Highest {
				t.Errorf("round %d: %v comes before %v", round, got[i-1], c)
			}
			if c.Chain() {
				chains++
			}
			for _, member := range c.Members {
				grouped[member] = true
			}
			checkCluster(t, ties, limit, c)
			whole := slices.Clone(c.Members)
			for _, part := range c.Parts {
				if part != i {
					whole = append(whole, got[part].Members...)
				}
			}
			slices.Sort(whole)
			if diff := cmp.Diff(reachable(ties, c.Members[0], 0, noPair), whole); diff != "" {
				t.Errorf("members of all parts (-want +got):\n%s", diff)
			}
		}
		for _, tie := range ties {
			if !grouped[tie.Left] || !grouped[tie.Right] {
				t.Errorf("round %d: %v is in no cluster", round, tie)
			}
		}
		if t.Failed() {
			t.Fatalf("round %d: ties %v, limit %d", round, ties, limit)
		}
	}
	if chains < 50 {
		t.Errorf("%d chains: too few to test anything", chains)
	}
}

// noPair makes reachable leave out no ties.
var noPair = [2]int{-1, -1}

func checkCluster(t *testing.T, ties []Tie, limit int, c Cluster) {
	t.Helper()
	var among, links, bridges []int
	var inside []Tie
	highest := 0.0
	count := make(map[int]int)
	strongest := make(map[[2]int]int)
	for i, tie := range ties {
		left, right := slices.Contains(c.Members, tie.Left), slices.Contains(c.Members, tie.Right)
		if left || right {
			count[tie.Left]++
			count[tie.Right]++
		}
		if left != right {
			links = append(links, i)
		}
		if !left || !right {
			continue
		}
		among = append(among, i)
		inside = append(inside, tie)
		highest = max(highest, tie.Strength)
		two := [2]int{min(tie.Left, tie.Right), max(tie.Left, tie.Right)}
		if j, ok := strongest[two]; !ok || ties[j].Strength < tie.Strength {
			strongest[two] = i
		}
	}
	if diff := cmp.Diff(reachable(inside, c.Members[0], 0, noPair), c.Members); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	for two, tie := range strongest {
		if len(reachable(inside, two[0], 0, two)) < len(c.Members) {
			bridges = append(bridges, tie)
		}
	}
	slices.Sort(bridges)
	possible := 0
	for i, a := range c.Members {
		for _, b := range c.Members[i+1:] {
			if _, tied := strongest[[2]int{a, b}]; tied || limit == 0 || count[a] < limit || count[b] < limit {
				possible++
			}
		}
	}
	want := Cluster{Members: c.Members, Ties: among, Highest: highest, Tied: len(strongest), Possible: possible, Weakest: c.Weakest,
		Bridges: bridges, Parts: c.Parts, Links: links}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("clusters (-want +got):\n%s", diff)
	}
	weakest := ties[c.Weakest].Strength
	if n := len(reachable(inside, c.Members[0], weakest, noPair)); n < len(c.Members) {
		t.Errorf("the ties from the weakest on, %v, do not link all members", weakest)
	}
	if n := len(reachable(inside, c.Members[0], weakest+1e-9, noPair)); n == len(c.Members) {
		t.Errorf("the ties stronger than the weakest, %v, still link all members", weakest)
	}
}
