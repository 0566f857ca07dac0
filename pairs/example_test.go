package pairs_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// sources are three programs for one problem. Bob's is Alice's with other names of variables.
var sources = []struct{ author, text string }{
	{"alice", `int main() { int n, best = 0; cin >> n;
		for (int i = 0; i < n; i++) { int x; cin >> x; if (x % 3 == 1) best = max(best, x * x - i); }
		cout << best << endl; }`},
	{"bob", `int main() { int count, top = 0; cin >> count;
		for (int k = 0; k < count; k++) { int value; cin >> value; if (value % 3 == 1) top = max(top, value * value - k); }
		cout << top << endl; }`},
	{"carol", `int main() { int n; cin >> n; vector<int> v(n); for (auto& x : v) cin >> x;
		sort(v.begin(), v.end()); while (!v.empty() && v.back() % 3 != 1) v.pop_back();
		cout << (v.empty() ? 0 : v.back()) << endl; }`},
}

// Find ranks the pairs of a pool: the programs for one problem. Suspicion grows with the amount of
// shared code, so equal programs that are as short as these have a low one.
func Example() {
	cpp, _ := lexer.ByName("C++")
	var programs []pairs.Program
	for participant, source := range sources {
		tokens, err := cpp.Lex([]byte(source.text))
		if err != nil {
			panic(err)
		}
		programs = append(programs, pairs.Program{Participant: participant, Structure: lexer.Shingles(tokens, 10)})
	}
	result, err := pairs.Find(context.Background(), programs, pairs.Options{Keep: 0.1})
	if err != nil {
		panic(err)
	}
	for _, p := range result.Pairs {
		fmt.Printf("%s and %s: suspicion %.2f, %d shared shingles\n",
			sources[p.Left].author, sources[p.Right].author, p.Suspicion, p.Evidence.Shared)
	}
	// Output: alice and bob: suspicion 0.54, 58 shared shingles
}

// Matches shows which parts of two programs are equal, also around inserted code.
func ExampleMatches() {
	symbols := func(text string) (list []lexer.Symbol) {
		for word := range strings.FieldsSeq(text) {
			list = append(list, lexer.SymbolOf(word))
		}
		return list
	}
	left := symbols("int x ; read x ; x = x * x + 1 ; print x ;")
	right := symbols("int x ; read x ; log x ; x = x * x + 1 ; print x ;")
	for _, match := range pairs.Matches(left, right, 2) {
		fmt.Println(match.Tokens(), "equal tokens:", match.Tiles)
	}
	// Output: 17 equal tokens: [{0 0 4} {4 7 13}]
}

// Simplicity shows which problems are too simple to judge pairs by: a few lines solve them.
func ExampleSimplicity() {
	for _, size := range []int{30, 90, 300} {
		s := pairs.Simplicity(size)
		fmt.Println(size, s, s >= pairs.TooSimple)
	}
	// Output:
	// 30 1 true
	// 90 0.5 true
	// 300 0 false
}

// Clusters groups participants by their pairs.
func ExampleClusters() {
	ties := []pairs.Tie{{Left: 1, Right: 2, Strength: 0.9}, {Left: 2, Right: 3, Strength: 0.7}, {Left: 8, Right: 9, Strength: 0.6}}
	for _, c := range pairs.Clusters(ties, 0) {
		fmt.Println(c.Members, c.Highest)
	}
	// Output:
	// [1 2 3] 0.9
	// [8 9] 0.6
}
