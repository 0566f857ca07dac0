package boilerplate

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

const length = 8 // tokens of a shingle

// block is a piece of code. Blocks with the same name start with the same tokens;
// blocks with different names have nothing in common.
type block struct {
	name   string
	tokens int
}

// program returns a program of the blocks, submitted at the given minute of the contest; 0 for no
// time. A block without a name separates two files.
func program(participant, problem string, minute int, blocks ...block) Program {
	var tokens []lexer.Token
	for _, b := range blocks {
		if b.name == "" {
			tokens = append(tokens, lexer.Token{Symbol: lexer.Barrier})
		}
		for i := range b.tokens {
			h := fnv.New32a()
			fmt.Fprint(h, b.name, i)
			tokens = append(tokens, lexer.Token{Symbol: lexer.Symbol(h.Sum32() | 1)})
		}
	}
	p := Program{Participant: participant, Family: "c++", Problem: problem, Symbols: lexer.Symbols(tokens)}
	if minute > 0 {
		p.Time = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC)
	}
	return p
}

// Find returns the passages of own template of each program, as each case says.
func TestFind(t *testing.T) {
	t.Parallel()
	// passage returns one passage that starts at token first.
	passage := func(first, tokens int, earlier bool, problems ...string) []contest.Passage {
		return []contest.Passage{{First: first, Tokens: tokens, Problems: problems, Earlier: earlier}}
	}
	lib, secondLib := block{"lib", 60}, block{"second lib", 60}
	own := func(name string) block { return block{"own " + name, 50} }
	tests := []struct {
		name     string
		programs []Program
		want     [][]contest.Passage
	}{
		{"submitted earlier for another problem", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "B", 2, lib, own("B")),
		}, [][]contest.Passage{nil, passage(0, 60, true, "A")}},
		{"at another place in the program", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "B", 2, own("B"), lib),
		}, [][]contest.Passage{nil, passage(50, 60, true, "A")}},
		{"earlier by time but later in the list", []Program{
			program("ann", "A", 9, lib, own("A")),
			program("ann", "B", 2, lib, own("B")),
		}, [][]contest.Passage{passage(0, 60, true, "B"), nil}},
		{"in two earlier programs", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "B", 2, lib, own("B")),
			program("ann", "C", 3, lib, own("C")),
		}, [][]contest.Passage{nil, passage(0, 60, true, "A"), passage(0, 60, true, "A", "B")}},
		{"in an earlier attempt for the same problem", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "A", 2, lib, own("A2")),
		}, [][]contest.Passage{nil, nil}},
		{"in another participant's program", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ben", "B", 2, lib, own("B")),
		}, [][]contest.Passage{nil, nil}},
		{"in one other program, times unknown", []Program{
			program("ann", "A", 0, lib, own("A")),
			program("ann", "B", 0, lib, own("B")),
		}, [][]contest.Passage{nil, nil}},
		{"in two other programs, times unknown", []Program{
			program("ann", "A", 0, lib, own("A")),
			program("ann", "B", 0, lib, own("B")),
			program("ann", "C", 0, lib, own("C")),
		}, [][]contest.Passage{passage(0, 60, false, "B", "C"), passage(0, 60, false, "A", "C"), passage(0, 60, false, "A", "B")}},
		{"in one earlier program and one without a time", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "B", 0, lib, own("B")),
			program("ann", "C", 3, lib, own("C")),
		}, [][]contest.Passage{nil, passage(0, 60, false, "A", "C"), passage(0, 60, false, "A", "B")}},
		{"at the same minute", []Program{
			program("ann", "A", 1, lib, own("A")),
			program("ann", "B", 1, lib, own("B")),
		}, [][]contest.Passage{nil, nil}},
		{"two passages", []Program{
			program("ann", "A", 1, lib, own("A"), secondLib),
			program("ann", "B", 2, lib, own("B"), secondLib),
		}, [][]contest.Passage{nil, append(passage(0, 60, true, "A"), passage(110, 60, true, "A")...)}},
		{"two files", []Program{
			program("ann", "A", 1, lib, block{}, own("A")),
			program("ann", "B", 2, own("B"), block{}, lib),
		}, [][]contest.Passage{nil, passage(51, 60, true, "A")}},
		{"a passage that one problem has whole and another in part", []Program{
			program("ann", "A", 1, block{"lib", 32}, own("A")),
			program("ann", "B", 2, block{"lib", 60}, own("B")),
			program("ann", "C", 3, block{"lib", 80}, own("C")),
		}, [][]contest.Passage{nil, passage(0, 32, true, "A"), passage(0, 60, true, "B")}},
		{"an idiom is no template", []Program{
			program("ann", "A", 1, block{"idiom", 20}, own("A")),
			program("ann", "B", 2, block{"idiom", 20}, own("B")),
		}, [][]contest.Passage{nil, nil}},
		{"a large template and a small solution", []Program{
			program("ann", "A", 1, block{"huge", 900}, own("A")),
			program("ann", "B", 2, block{"huge", 900}, own("B")),
		}, [][]contest.Passage{nil, passage(0, 900, true, "A")}},
		{"the whole program is part of one earlier program", []Program{
			program("ann", "A", 1, lib, own("A"), block{"junk", 200}),
			program("ann", "B", 2, lib, own("A")),
		}, [][]contest.Passage{nil, nil}},
		{"the whole program is part of two earlier programs", []Program{
			program("ann", "A", 1, lib, own("A"), own("1")),
			program("ann", "B", 2, lib, own("A"), own("2")),
			program("ann", "C", 3, lib, own("A")),
		}, [][]contest.Passage{nil, passage(0, 110, true, "A"), passage(0, 110, true, "A", "B")}},
		{"similar problems, such as easy and hard: the second program has more code", []Program{
			program("ann", "E", 1, lib, block{"ann's", 120}),
			program("ann", "F", 2, lib, block{"ann's", 120}, own("F")),
			program("ben", "E", 1, block{"ben's", 120}),
			program("ben", "F", 2, block{"ben's", 120}, own("F2")),
		}, [][]contest.Passage{nil, nil, nil, nil}},
		{"similar problems: a template from a third problem", []Program{
			program("ann", "D", 1, lib, own("D")),
			program("ann", "E", 2, lib, block{"ann's", 90}),
			program("ann", "F", 3, lib, block{"ann's", 80}, block{"more", 12}),
			program("ben", "E", 2, block{"ben's", 80}),
			program("ben", "F", 3, block{"ben's", 80}),
		}, [][]contest.Passage{nil, passage(0, 60, true, "D"), passage(0, 60, true, "D"), nil, nil}},
		{"similar problems count as one, times unknown", []Program{
			program("ann", "D", 0, block{"ann's", 60}, own("D")),
			program("ann", "E", 0, block{"ann's", 90}, own("E")),
			program("ann", "F", 0, block{"ann's", 90}, own("E")),
			program("ben", "E", 0, block{"ben's", 80}),
			program("ben", "F", 0, block{"ben's", 80}),
		}, [][]contest.Passage{nil, nil, nil, nil, nil}},
		{"three similar problems", []Program{
			program("ann", "E", 1, block{"ann's", 90}),
			program("ann", "F", 2, block{"ann's", 90}),
			program("ann", "G", 3, block{"ann's", 90}),
			program("ben", "E", 1, block{"ben's", 80}),
			program("ben", "F", 2, block{"ben's", 80}),
			program("ben", "G", 3, block{"ben's", 80}),
		}, [][]contest.Passage{nil, nil, nil, nil, nil, nil}},
		{"in another language", []Program{
			program("ann", "A", 1, lib, own("A")),
			func() Program { p := program("ann", "B", 2, lib, own("B")); p.Family = "java"; return p }(),
		}, [][]contest.Passage{nil, nil}},
		{"no programs", nil, [][]contest.Passage{}},
		{"empty programs", []Program{program("ann", "A", 1), program("ann", "B", 2)}, [][]contest.Passage{nil, nil}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, NewFinder(length).Find(test.programs).Passages); diff != "" {
				t.Errorf("passages (-want +got):\n%s", diff)
			}
		})
	}
}

// Large templates of many participants do not make problems similar. The easy and the hard
// version of a problem are similar even if most participants submit different programs for the two.
func TestFindSimilarProblems(t *testing.T) {
	t.Parallel()
	var programs []Program
	for i := range 30 {
		who := fmt.Sprint("p", i)
		lib := block{"lib of " + who, 40 + 20*i}
		for minute, problem := range []string{"A", "B", "C easy", "C hard", "D"} {
			own := block{who + problem, 60}
			if i%5 < 2 && problem == "C hard" {
				own = block{who + "C easy", 70}
			}
			programs = append(programs, program(who, problem, 1+minute, lib, own))
		}
	}
	got := NewFinder(length).Find(programs).Similar
	if diff := cmp.Diff(SimilarProblems{"C hard": "C easy"}, got); diff != "" {
		t.Errorf("similar problems (-want +got):\n%s", diff)
	}
}

// Find returns the same in every run and for every order of the programs.
func TestFindIgnoresOrder(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var programs []Program
	for i := range 200 {
		var blocks []block
		for range 1 + random.IntN(4) {
			blocks = append(blocks, block{fmt.Sprint("block", random.IntN(12)), 20 + random.IntN(60)})
		}
		programs = append(programs, program(fmt.Sprint("p", i%9), fmt.Sprint("P", random.IntN(5)), random.IntN(30), blocks...))
	}
	want := NewFinder(length).Find(programs).Passages
	count := 0
	for _, passages := range want {
		count += len(passages)
	}
	if count < 50 {
		t.Fatalf("found only %d passages: too few for this test", count)
	}
	for range 5 {
		order := random.Perm(len(programs))
		shuffled := make([]Program, len(programs))
		for i, place := range order {
			shuffled[i] = programs[place]
		}
		got := make([][]contest.Passage, len(programs))
		for i, passages := range NewFinder(length).Find(shuffled).Passages {
			got[order[i]] = passages
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("passages for another order of the programs (-want +got):\n%s", diff)
		}
	}
}

// Passages are inside their program, in order, and do not touch each other.
func TestPassagesAreSeparate(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	var programs []Program
	for i := range 60 {
		var blocks []block
		for range 6 {
			blocks = append(blocks, block{fmt.Sprint("block", random.IntN(10)), 5 + random.IntN(40)})
		}
		programs = append(programs, program(fmt.Sprint("p", i%6), fmt.Sprint("P", i/6), i+1, blocks...))
	}
	for i, passages := range NewFinder(length).Find(programs).Passages {
		end := -1
		for _, p := range passages {
			if p.First <= end || p.Tokens < PassageShingles*length || len(p.Problems) == 0 ||
				p.First+p.Tokens > len(programs[i].Symbols) || slices.Contains(p.Problems, programs[i].Problem) {
				t.Fatalf("program %d of %s: %+v is not a valid passage after token %d", i, programs[i].Problem, p, end)
			}
			end = p.First + p.Tokens
		}
	}
}

// BenchmarkFind measures finding the own templates of 13,000 programs.
func BenchmarkFind(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var programs []Program
	const participants = 2600 // with one program for each of five problems
	for i := range 5 * participants {
		p := Program{Participant: fmt.Sprint(i % participants), Problem: fmt.Sprint(i / participants), Family: "c++"}
		for j := range 300 {
			p.Symbols = append(p.Symbols, lexer.Symbol(random.Uint32()|1))
			if j < 100 { // the template of the participant
				p.Symbols[j] = lexer.Symbol(i%participants*1000 + j + 1)
			}
		}
		programs = append(programs, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		if found := NewFinder(8).Find(programs).Passages; len(found[0]) == 0 {
			b.Fatal("found no template")
		}
	}
}
