// Package checktest makes submissions for tests of checks.
package checktest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Program returns a C++ program of one function with the given number of statements. Programs of different seeds
// share only idioms, such as loop headers.
func Program(seed uint64, statements int) string {
	random := rand.New(rand.NewPCG(seed, seed*seed))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 {
			return pick("a", "7", "v[a]", "f(a)", "g(a, b)", "v.size()", "!a", "a->b", "*a", "a.b", "h()", "w[a][b]", "'x'", "true")
		}
		operator := pick(" + ", " - ", " * ", " / ", " % ", " ^ ", " & ", " | ", " << ", " > ", " == ", " && ", " || ")
		left, right := value(depth-1), value(random.IntN(depth))
		if random.IntN(2) == 0 {
			return left + operator + right
		}
		return "(" + right + ")" + operator + left
	}
	var b strings.Builder
	fmt.Fprintf(&b, "long long f%d(long long a, long long b) {\n", seed)
	for range statements {
		switch random.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "\tfor (int i = %s; %s; i++) v[i] = %s;\n", value(1), value(2), value(3))
		case 1:
			fmt.Fprintf(&b, "\tif (%s) a = %s; else b = %s;\n", value(2), value(2), value(2))
		case 2:
			fmt.Fprintf(&b, "\twhile (%s) { a -= %s; b = %s; }\n", value(2), value(2), value(2))
		case 3:
			fmt.Fprintf(&b, "\tv.push_back(%s);\n", value(3))
		default:
			fmt.Fprintf(&b, "\tif (%s) return %s;\n", value(2), value(3))
		}
	}
	return b.String() + "\treturn a;\n}\n"
}

// Submission returns an official submission in C++ at a minute of the contest; minute 0 means
// that the time is not known. The program is an include and the joined parts.
func Submission(problem, participant string, minute int, parts ...string) contest.Submission {
	path := problem + "/" + participant + ".cpp"
	s := contest.Submission{
		Problem: problem, Participant: participant, Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
		Files: []contest.File{{Path: path, Content: []byte("#include <vector>\nusing namespace std;\n" + strings.Join(parts, ""))}},
	}
	if minute > 0 {
		s.Time = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC)
	}
	return s
}

// Honest returns submissions of n honest participants. Each solves all problems, and begins all programs with the same
// template of their own.
func Honest(n int, problems ...string) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		template := Program(uint64(1000+i), 12)
		for j, problem := range problems {
			list = append(list, Submission(problem, fmt.Sprintf("honest%02d", i), 10+j, template, Program(uint64(2000+100*i+j), 15)))
		}
	}
	return list
}

// PairOf returns the pair of participants a and b at a problem. a must sort before b.
func PairOf(t testing.TB, pairs []contest.Pair, problem, a, b string) contest.Pair {
	t.Helper()
	for _, pair := range pairs {
		left, right := pair.Left.Participant, pair.Right.Participant
		if pair.Problem == problem && min(left, right) == a && max(left, right) == b {
			return pair
		}
	}
	t.Fatalf("no pair of %s and %s at %s", a, b, problem)
	return contest.Pair{}
}
