package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// statements returns random statements, which differ from seed to seed.
func statements(seed uint64, n int) string {
	forms := []string{"a = a %s b %s 3;", "if (a %s b %s 2) b--;", "while (a %s b %s f[3]) a++;", "b = f[a %s b %s 3];", "f[b] = a %s f[a] %s b;"}
	operators := strings.Fields("+ - * / % < > == != & | ^ && || << >>")
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, forms[random.IntN(len(forms))]+"\n", operators[random.IntN(len(operators))], operators[random.IntN(len(operators))])
	}
	return b.String()
}

// Two programs that share a function are suspicious if both may call it.
func TestUncalledFunctions(t *testing.T) {
	t.Parallel()
	library := "int helper(int a, int b) {\n" + statements(0, 60) + "return a; }\n"
	for _, test := range []struct {
		name          string
		ann, ben      string // statements in main
		without       []string
		wantSuspicion bool
	}{
		{"nobody calls it", "", "", nil, false},
		{"one calls it", "helper(a, b);", "", nil, false},
		{"both call it", "helper(a, b);", "helper(b, a);", nil, true},
		{"one calls it, one may call it", "helper(a, b);", "int (*g)(int, int) = helper;", nil, true},
		{"without reachability", "", "", []string{"reachability"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			req := Request{Parameters: Defaults()}
			req.Parameters.Omitted = test.without
			add := func(path, library, call string) {
				seed := uint64(len(req.Submissions) + 1)
				source := library + "int main() {\nint a, b, f[99];\n" + statements(seed, 30) + call + statements(seed+100, 30) + "}\n"
				req.Submissions = append(req.Submissions, contest.Submission{
					Problem: "A", Participant: path, Path: path, Language: "C++", Verdict: contest.VerdictAccepted,
					Files: []contest.File{{Path: path, Content: []byte(source)}}})
			}
			add("ann.cpp", library, test.ann)
			add("ben.cpp", library, test.ben)
			for i := range 8 {
				add(fmt.Sprintf("other%d.cpp", i), "", "")
			}
			scoring, err := NewScoring(t.Context(), req, nil)
			must(t, err)
			scores, _, _, err := scoring.Score(t.Context(), []PathPair{{Left: "ann.cpp", Right: "ben.cpp"}})
			must(t, err)
			if got := scores[0].Suspicion; got >= 0.5 != test.wantSuspicion {
				t.Errorf("the suspicion is %v; want 0.5 or more: %v", got, test.wantSuspicion)
			}
		})
	}
}
