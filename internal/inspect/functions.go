package inspect

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/program"
)

const (
	// minWhole is the share of a function's tokens that the other program must have, for both to have it as a whole.
	minWhole = 0.9
	// A passage of a pair is rare if at most 1 in rareOneIn of the others has it, or at most rareCount of them.
	rareOneIn, rareCount = 50, 5
)

// functionSide is a program of a pair with what the other program shares of it.
type functionSide struct {
	participant   string
	program       *program.Program
	code          *program.Code
	shingles      []uint64 // for each token, as in program.Code
	sorted        []uint64 // shingles, ascending
	inWhole       []bool   // for each token: in a called function that both have as a whole
	names, unused []string // of the functions that both have as a whole: called ones, ones that this program does not call
	outside       int      // tokens of called code, outside of these functions, that the other program does not have
}

// SharedFunctions returns a fact if most of the rare code of a pair is in functions that both programs have as a whole. others
// is the number of other participants of the pool. The programs come from Open or Pair; with nil, SharedFunctions reads them.
// The masker hides names of people.
func (ins *Inspector) SharedFunctions(ctx context.Context, pair contest.Pair, others int, programs [2]*program.Program,
	masker *blind.Masker) (found []facts.Fact, err error) {
	defer prefixError(&err, "find the functions of pair %d", pair.ID)
	if pair.AcrossLanguages() || pair.Earlier() || others < facts.MinCounted {
		return nil, nil
	}
	c, err := ins.check(ctx, pair)
	if err != nil {
		return nil, err
	}
	frequencies, oneProblem, err := ins.frequenciesOf(ctx, c, pair)
	if err != nil || frequencies == nil || !oneProblem {
		return nil, err
	}
	if programs[0] == nil || programs[1] == nil {
		stored, err := ins.readStored(ctx, c, []int64{pair.Left.SubmissionID, pair.Right.SubmissionID})
		if err != nil {
			return nil, err
		}
		if programs[0], programs[1], err = c.readBoth(ctx, pair, stored, masker); err != nil {
			return nil, err
		}
	}
	length := c.check.Parameters.ShingleLength
	left, right := newFunctionSide(pair.Left, programs[0], length), newFunctionSide(pair.Right, programs[1], length)
	left.findWhole(&right, length)
	right.findWhole(&left, length)
	f := sharedFunctions(&left, &right, frequencies, others, length, masker)
	// A function of one program may be part of another function in the other program.
	if other := sharedFunctions(&right, &left, frequencies, others, length, masker); other.Inside > f.Inside {
		f = other
	}
	return facts.SharedFunctions(f), nil
}

// sharedFunctions returns the fact about the functions of the first program.
func sharedFunctions(first, second *functionSide, frequencies *check.Frequencies, others, length int, masker *blind.Masker) facts.Functions {
	f := facts.Functions{
		Participants: [2]string{first.participant, second.participant}, Outside: [2]int{first.outside, second.outside},
		MaxOthers: max(rareCount, others/rareOneIn), Others: facts.Rate{Total: others},
	}
	var counts []int // of others with each passage in the functions
	for _, i := range first.passages(second) {
		holders := max(0, frequencies.Count(first.shingles[i])-2)
		isRare, isInside := holders <= f.MaxOthers, first.isInside(i, length)
		if isInside {
			counts = append(counts, holders)
		}
		if isRare {
			f.Rare++
		}
		if isRare && isInside {
			f.Inside++
		}
	}
	if len(counts) > 0 {
		slices.Sort(counts)
		f.Others.Count = counts[len(counts)/2]
	}
	isUsed := func(name string) bool { return !slices.Contains(second.unused, name) }
	f.Names, f.Unused = distinct(first.names, masker), distinct(slices.DeleteFunc(slices.Clone(first.unused), isUsed), masker)
	return f
}

// distinct returns the distinct names, masked. Overloaded functions have the same name.
func distinct(names []string, masker *blind.Masker) (list []string) {
	listed := make(map[string]bool)
	for _, name := range names {
		if name = masker.MaskInProgram(name, true); !listed[name] {
			listed[name] = true
			list = append(list, name)
		}
	}
	return list
}

func newFunctionSide(side contest.Side, p *program.Program, length int) functionSide {
	s := functionSide{participant: side.Participant, program: p, code: p.Code(length)}
	s.shingles = s.code.Shingles()
	s.sorted = slices.Sorted(slices.Values(s.shingles))
	return s
}

// findWhole finds the functions that both programs have as a whole, and the code that the other program does not have.
func (s *functionSide) findWhole(other *functionSide, length int) {
	n := len(s.program.Tokens)
	isShared := make([]bool, n)
	s.inWhole = make([]bool, n)
	for i, shingle := range s.shingles {
		if shingle != 0 && has(other.sorted, shingle) {
			for token := i; token < i+length; token++ {
				isShared[token] = true
			}
		}
	}
	for _, f := range s.program.Functions() {
		shared := 0
		for i := f.First; i < f.First+f.Tokens; i++ {
			if isShared[i] {
				shared++
			}
		}
		switch isWhole := float64(shared) >= minWhole*float64(f.Tokens); {
		case !isWhole || f.IsEntry:
		case f.IsUncalled:
			s.unused = append(s.unused, f.Name)
		default:
			s.names = append(s.names, f.Name)
			for i := f.First; i < f.First+f.Tokens; i++ {
				s.inWhole[i] = true
			}
		}
	}
	for i := range n {
		isOwn := s.program.Exclusions == nil || s.program.Exclusions[i] == program.NotExcluded
		if isOwn && !isShared[i] && !s.inWhole[i] {
			s.outside++
		}
	}
}

// passages returns the tokens that begin the passages of the suspicion: the distinct shingles that both programs have, not only
// as own template or in code that cannot run.
func (s *functionSide) passages(other *functionSide) (tokens []int) {
	seen := map[uint64]bool{0: true}
	for i, shingle := range s.shingles {
		if seen[shingle] || !has(other.sorted, shingle) || has(s.code.Uncalled(), shingle) || has(other.code.Uncalled(), shingle) ||
			has(s.code.Template(), shingle) && has(other.code.Template(), shingle) {
			continue
		}
		seen[shingle] = true
		tokens = append(tokens, i)
	}
	return tokens
}

func has[T cmp.Ordered](sorted []T, value T) bool {
	_, ok := slices.BinarySearch(sorted, value)
	return ok
}

// isInside reports whether at least half of the passage that starts with a token is in functions that both programs have as
// a whole.
func (s *functionSide) isInside(first, length int) bool {
	inside := 0
	for i := first; i < first+length; i++ {
		if s.inWhole[i] {
			inside++
		}
	}
	return 2*inside >= length
}
