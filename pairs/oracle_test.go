package pairs

import (
	stdcmp "cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// cmpDistribution lets cmp compare distributions and tails.
var cmpDistribution = cmp.AllowUnexported(Distribution{}, Tail{}, exponential{})

// compareAll returns what Find should return. It uses no index: it scores all pairs of programs, and for each
// pair it counts how many other participants have a shingle. contest has all programs of the contest; it is
// nil for a pool without a contest.
func compareAll(programs, contest []Program, opts Options) Result {
	all := compareEach(programs, contest, opts)
	slices.SortFunc(all, func(a, b scoredPair) int { return byRank(a.candidate, b.candidate) })
	var result Result
	var counts tally
	seen := make(map[[2]entryKey]bool)
	listed := make(map[entryKey]int)
	highest := score(0) // suspicion of the listed pairs of different programs
	entriesOf := func(c scoredPair) [2]entryKey {
		a, b := keyOfEntry(programs[c.left], opts), keyOfEntry(programs[c.right], opts)
		if b.participant < a.participant {
			a, b = b, a
		}
		return [2]entryKey{a, b}
	}
	isIdentical := func(c scoredPair) bool {
		return c.suspicion > 0 && areIdentical(programs[c.left], programs[c.right], opts)
	}
	hasIdentical := make(map[[2]entryKey]bool)
	for _, c := range all {
		hasIdentical[entriesOf(c)] = hasIdentical[entriesOf(c)] || isIdentical(c)
	}
	for _, c := range all {
		if opts.Wanted != nil && !opts.Wanted[c.left] && !opts.Wanted[c.right] {
			continue
		}
		entries := entriesOf(c)
		if hasIdentical[entries] && !isIdentical(c) && c.worth().float() < opts.Keep {
			continue // the identical pair of attempts stands for the two
		}
		if seen[entries] {
			continue // not their best pair of attempts
		}
		seen[entries] = true
		pair, left, right := c.pair(), entries[0], entries[1]
		counts.add(c.suspicion)
		limit := opts.KeepPerParticipant
		identical := isIdentical(c)
		worth := max(pair.Suspicion, pair.SharedTemplate)
		if worth == 0 || worth < opts.Keep && !identical {
			continue
		}
		if limit > 0 && listed[left] >= limit && listed[right] >= limit && pair.SharedTemplate < MinSharedTemplate {
			if worth >= opts.Keep {
				result.Dropped++
				result.HighestDropped = max(result.HighestDropped, pair.Suspicion)
			}
			continue
		}
		listed[left]++
		listed[right]++
		if !identical {
			highest = max(highest, c.suspicion)
		}
		result.Pairs = append(result.Pairs, pair)
	}
	for i := range result.Pairs {
		pair := &result.Pairs[i]
		if before := scoreOf(pair.Suspicion); areIdentical(programs[pair.Left], programs[pair.Right], opts) && before > 0 && before <= highest {
			pair.Suspicion = min(highest+1, 1e6).float()
			counts[before.bin()]--
			counts.add(scoreOf(pair.Suspicion))
		}
	}
	result.Pairs = slices.DeleteFunc(result.Pairs, func(p Pair) bool { return max(p.Suspicion, p.SharedTemplate) < opts.Keep })
	if len(result.Pairs) == 0 {
		result.Pairs = nil
	}
	slices.SortStableFunc(result.Pairs, func(a, b Pair) int {
		return stdcmp.Or(stdcmp.Compare(b.Suspicion, a.Suspicion), stdcmp.Compare(b.SharedTemplate, a.SharedTemplate),
			stdcmp.Compare(a.Left, b.Left), stdcmp.Compare(a.Right, b.Right))
	})
	if opts.Wanted == nil {
		result.Distribution = newDistribution(&counts)
	}
	result.Tail = tailOf(programs, all, opts)
	result.TypicalSize = typicalSizeOf(programs, opts)
	result.Participants = len(participantsOf(programs, nil))
	result.RarityParticipants = len(participantsOf(programs, contest))
	return result
}

// tailOf fits a tail to all pairs of entries. Each pair counts with its highest values among the last
// attempts of both.
func tailOf(programs []Program, all []scoredPair, opts Options) Tail {
	attempts := make(map[entryKey][]int)
	for i, program := range programs {
		e := keyOfEntry(program, opts)
		attempts[e] = append(attempts[e], i)
	}
	most := make(map[[2]entryKey]sampledPair)
	for _, pair := range all {
		var sides [2]entryKey
		late := true
		for side, i := range []int32{pair.left, pair.right} {
			sides[side] = keyOfEntry(programs[i], opts)
			list := attempts[sides[side]]
			late = late && slices.Contains(list[max(0, len(list)-tailAttempts):], int(i))
		}
		if sides[0].participant > sides[1].participant {
			sides[0], sides[1] = sides[1], sides[0]
		}
		highest, ok := most[sides]
		if !ok {
			highest.suspicion = logOdds(0)
		}
		if late {
			highest.rare = max(highest.rare, math.Cbrt(pair.evidence.Rare))
			highest.suspicion = max(highest.suspicion, logOdds(pair.suspicion.float()))
		}
		most[sides] = highest
	}
	return newTail(int64(len(most)), slices.Collect(maps.Values(most)))
}

// scoredPair is a candidate with its evidence.
type scoredPair struct {
	candidate
	evidence Evidence
}

func (c scoredPair) pair() Pair {
	suspicion := c.suspicion.float()
	return Pair{int(c.left), int(c.right), suspicion, suspicion, c.sharedTemplate.float(), c.evidence}
}

// areIdentical reports whether two programs have the same code with the same names, so that their suspicion may be raised.
func areIdentical(a, b Program, opts Options) bool {
	equal := func(x, y []uint64) bool {
		x, y = slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
		isZero := func(shingle uint64) bool { return shingle == 0 }
		return slices.Equal(slices.DeleteFunc(x, isZero), slices.DeleteFunc(y, isZero))
	}
	return !opts.Across && opts.Wanted == nil && !slices.Contains(opts.OmitParts, "identical") && len(a.Structure) > 0 &&
		equal(a.Structure, b.Structure) && equal(a.Wording, b.Wording)
}

// entryKey identifies all attempts of a participant at a problem in a family, which is 0 if families do not matter.
type entryKey struct{ participant, problem, family int }

func keyOfEntry(program Program, opts Options) entryKey {
	key := entryKey{program.Participant, program.Problem, 0}
	if opts.Across {
		key.family = program.Family
	}
	return key
}

// compareEach scores all pairs of programs of different participants, and of different families with
// Options.Across.
func compareEach(programs, contest []Program, opts Options) []scoredPair {
	o := newOracles(programs, contest, opts)
	var scored []scoredPair
	for b := range programs {
		for a := range b {
			if programs[a].Participant == programs[b].Participant || opts.Across && programs[a].Family == programs[b].Family {
				continue
			}
			var scores scoredPair
			for _, i := range append([]int{a}, o.files[a]...) {
				for _, j := range append([]int{b}, o.files[b]...) {
					o.score(&scores, i != a || j != b, func(kind *oracle) (*common, Evidence) { return kind.common(i, j, o.rarity) })
				}
			}
			scores.left, scores.right = int32(a), int32(b)
			scored = append(scored, scores)
		}
	}
	return scored
}

// oracles compare the programs of a pool, and their files, by all kinds of shingles.
type oracles struct {
	structure, wording, variables *oracle
	formula                       formula
	rarity                        *rarity
	simplicity                    float64
	files                         [][]int // the places of the files of each program
}

func newOracles(programs, contest []Program, opts Options) *oracles {
	all, files := withFiles(programs, slices.Contains(opts.OmitParts, "files"))
	o := &oracles{
		structure: newOracle(all, contest, Program.structure), wording: newOracle(all, contest, Program.wording),
		variables: newOracle(all, contest, Program.variables), files: files,
		formula: newFormula(opts, len(participantsOf(programs, nil))), simplicity: Simplicity(typicalSizeOf(programs, opts)),
	}
	o.rarity = newRarity(len(participantsOf(programs, contest)), nil, o.formula)
	o.structure.repeats = o.formula.repeats
	o.structure.firstFile, o.wording.firstFile = len(programs), len(programs)
	return o
}

// score raises the suspicion of a pair to that of two programs, or of two of their files, which compare compares. Whole
// programs come first, and set the other scores.
func (o *oracles) score(pair *scoredPair, ofFile bool, compare func(kind *oracle) (*common, Evidence)) {
	code, found := compare(o.structure)
	words, foundWords := compare(o.wording)
	uses := new(common)
	if code.ofFile = ofFile; !ofFile {
		uses, _ = compare(o.variables)
		pair.evidence = Evidence{found.Shared, found.Unique, foundWords.Shared, found.Rare + foundWords.Rare}
		if !o.formula.across {
			pair.sharedTemplate = sharedTemplate(code, o.rarity)
		}
	}
	if !code.empty() {
		pair.suspicion = max(pair.suspicion, o.formula.suspicion(code, words, uses, o.simplicity))
	}
}

// withFiles appends each file of the programs as a program, unless files are omitted. It returns the places of the files of
// each program.
func withFiles(programs []Program, omit bool) (all []Program, files [][]int) {
	all, files = slices.Clone(programs), make([][]int, len(programs))
	if omit {
		return all, files
	}
	for i, program := range programs {
		for _, file := range program.Files {
			files[i] = append(files[i], len(all))
			program.Code, program.Variables = file, nil
			all = append(all, program)
		}
	}
	return all, files
}

// participantsOf returns the participants of a pool and of its contest.
func participantsOf(programs, contest []Program) map[int]bool {
	all := make(map[int]bool)
	for _, program := range slices.Concat(programs, contest) {
		all[program.Participant] = true
	}
	return all
}

// typicalSizeOf returns the size of the typical entry of the programs.
func typicalSizeOf(programs []Program, opts Options) int {
	longest := make(map[entryKey]int)
	for _, program := range programs {
		e := keyOfEntry(program, opts)
		longest[e] = max(longest[e], len(own(program, Program.structure)))
	}
	return upperMedian(slices.Collect(maps.Values(longest)))
}

// own returns the shingles of a program without those of its template and of uncalled code.
func own(p Program, shingles func(Program) []uint64) map[uint64]int {
	set := called(p, shingles)
	for _, s := range p.Template {
		delete(set, s)
	}
	return set
}

// called returns the shingles of a program without those of uncalled code, and how often each counts.
func called(p Program, shingles func(Program) []uint64) map[uint64]int {
	set := count(shingles(p))
	for _, s := range p.Uncalled {
		delete(set, s)
	}
	return set
}

// count returns how often each shingle of a list counts.
func count(shingles []uint64) map[uint64]int {
	times := make(map[uint64]int)
	for _, s := range shingles {
		if s != 0 {
			times[s] = min(times[s]+1, MaxTimes)
		}
	}
	return times
}

// oracle compares programs by definition.
type oracle struct {
	kind      func(Program) []uint64 // returns the shingles to compare
	programs  []Program
	shingles  []map[uint64]int           // for each program: how often each counts
	own       []map[uint64]int           // the same without the shingles of its template
	holders   map[uint64]map[int]bool    // by shingle: the participants of the pool who have it
	elsewhere map[uint64]map[[2]int]bool // by shingle: the participant and problem of each program outside the pool that has it
	repeats   bool                       // a shingle counts as often as programs repeat it
	firstFile int                        // the programs from this one on are files; 0 for none
}

func newOracle(programs, contest []Program, shingles func(Program) []uint64) *oracle {
	o := &oracle{kind: shingles, programs: programs, holders: make(map[uint64]map[int]bool), elsewhere: make(map[uint64]map[[2]int]bool)}
	problems := make(map[int]bool)
	for _, program := range programs {
		problems[program.Problem] = true
		o.shingles = append(o.shingles, called(program, shingles))
		o.own = append(o.own, own(program, shingles))
		for s := range count(shingles(program)) {
			if o.holders[s] == nil {
				o.holders[s] = make(map[int]bool)
			}
			o.holders[s][program.Participant] = true
		}
	}
	for _, program := range contest {
		for s := range count(shingles(program)) {
			if !problems[program.Problem] {
				if o.elsewhere[s] == nil {
					o.elsewhere[s] = make(map[[2]int]bool)
				}
				o.elsewhere[s][[2]int{program.Participant, program.Problem}] = true
			}
		}
	}
	return o
}

// counts returns how many participants have a shingle in the pool, and how many have it only outside the pool.
// The first number leaves out the participants of the excluded programs.
func (o *oracle) counts(s uint64, excluded ...int) (here int, others outsideCount) {
	participants, problems := make(map[int]bool), make(map[int]bool)
	for use := range o.elsewhere[s] {
		if !o.holders[s][use[0]] {
			participants[use[0]] = true
			problems[use[1]] = true
		}
	}
	here = len(o.holders[s])
	for _, i := range excluded {
		if o.holders[s][o.programs[i].Participant] {
			here--
		}
	}
	return here, outsideCount{len(participants), len(problems)}
}

// plain returns the plain weight of a shingle that a program has the given number of times.
func (o *oracle) plain(r *rarity, others outsideCount, times int) uint64 {
	if !o.repeats {
		times = 1
	}
	return uint64(times) * uint64(r.plainWeight(others))
}

// size returns the size of a shingle of a program. In a file it weighs at least as much as a shingle that one other participant has.
func (o *oracle) size(program int, weight uint32, plain uint64, r *rarity) codeSize {
	if o.firstFile > 0 && program >= o.firstFile {
		weight = max(weight, r.byOthers[1])
	}
	return codeSize{uint64(weight), plain, 1}
}

// common compares two programs. It weighs a shingle by how many other participants have it.
func (o *oracle) common(a, b int, r *rarity) (*common, Evidence) {
	c := &common{templateSums: new(templateSums)}
	var evidence Evidence
	var rare rareSums
	for side, i := range []int{a, b} {
		for s, times := range o.shingles[i] {
			// The program's own participant does not count. The other participant counts here, but
			// not for shared shingles below.
			here, others := o.counts(s, i)
			size := o.size(i, r.weight(here, others), o.plain(r, others, times), r)
			if o.own[i][s] > 0 {
				c.sizes[side].add(size)
			} else {
				c.templates[side].add(size)
			}
		}
	}
	for s, times := range o.shingles[a] {
		if o.shingles[b][s] == 0 {
			continue
		}
		here, others := o.counts(s, a, b)
		sum := &c.shared
		switch {
		case o.own[a][s]+o.own[b][s] == 0:
			sum = &c.templateSums.both
		case o.own[a][s] == 0:
			sum = &c.templateSums.oneSided[0]
		case o.own[b][s] == 0:
			sum = &c.templateSums.oneSided[1]
		}
		weights := newSums(r.weight(here, others), r.weight(here+1, others), uint32(o.plain(r, others, min(times, o.shingles[b][s]))))
		sum.add(weights)
		if sum != &c.templateSums.both {
			evidence.Shared++
			rare.add(&posting{sums: weights, others: int32(here + others.participants)}, r, 1)
			if here+others.participants == 0 {
				evidence.Unique++
			}
		}
	}
	evidence.Rare = rare.sum()
	return c, evidence
}

// fileCode is the Code of a file.
type fileCode struct{ structure, wording []uint64 }

func (c fileCode) Structure() []uint64 { return slices.Clone(c.structure) }
func (c fileCode) Wording() []uint64   { return slices.Clone(c.wording) }

// randomContest returns programs of random shingles from a small vocabulary, like honest programs for a
// simple problem. Some programs are copies, and some shingles are template or uncalled.
func randomContest(random *rand.Rand) []Program {
	programs := make([]Program, 2+random.IntN(30))
	vocabulary := 5 + random.IntN(200)
	problems := 1 + random.IntN(3)
	templates := random.IntN(3) == 0
	severalFiles := random.IntN(3) == 0
	for i := range programs {
		p := &programs[i]
		p.Participant = random.IntN(len(programs))
		p.Problem = random.IntN(problems)
		p.Family = i * i % 7 % 3
		p.Structure = make([]uint64, random.IntN(100))
		for j := range p.Structure {
			p.Structure[j] = uint64(random.IntN(vocabulary))
		}
		if i > 0 && random.IntN(3) == 0 {
			source := programs[random.IntN(i)].Structure
			p.Structure = append(p.Structure[:len(p.Structure)/4], source[random.IntN(len(source)+1)/3:]...)
		}
		if last := i - 1; i > 0 && random.IntN(3) == 0 { // one more attempt, with changes
			p.Participant, p.Problem, p.Family = programs[last].Participant, programs[last].Problem, programs[last].Family
			p.Structure = slices.Concat(programs[last].Structure, p.Structure[:len(p.Structure)/10])
			cut := random.IntN(len(p.Structure) + 1)
			p.Structure = slices.Delete(p.Structure, cut, min(cut+random.IntN(10), len(p.Structure)))
		}
		for _, s := range p.Structure {
			if s != 0 && random.IntN(4) > 0 {
				p.Wording = append(p.Wording, 1_000_000+s)
			}
			if s%3 == 1 && random.IntN(4) > 0 {
				p.Variables = append(p.Variables, 2_000_000+s)
			}
		}
		if i > 0 && random.IntN(4) == 0 {
			source := programs[random.IntN(i)]
			p.Structure, p.Wording, p.Variables = source.Structure, source.Wording, source.Variables
		}
		uncalled := random.IntN(3) * random.IntN(20) // percent of the shingles
		for _, s := range slices.Concat(p.Structure, p.Wording) {
			if random.IntN(100) < uncalled {
				p.Uncalled = append(p.Uncalled, s)
			}
		}
		for _, s := range slices.Concat(p.Structure, p.Wording, p.Variables) {
			if templates && s%5 == 0 && random.IntN(3) > 0 {
				p.Template = append(p.Template, s)
			}
		}
		for first, n := 0, random.IntN(3); severalFiles && first < n; first++ {
			cut := func(list []uint64) []uint64 { return list[len(list)*first/n : len(list)*(first+1)/n] }
			p.Files = append(p.Files, fileCode{cut(p.Structure), cut(p.Wording)})
		}
		if severalFiles && random.IntN(3) == 0 { // a file that only few programs have
			first := 10_000 * (1 + random.IntN(5))
			file := fileCode{numbered(first, first+100), numbered(first+5000, first+5100)}
			p.Structure, p.Wording = slices.Concat(p.Structure, file.structure), slices.Concat(p.Wording, file.wording)
			p.Files = append(p.Files, file)
		}
		if i > 0 && random.IntN(10) == 0 {
			*p = programs[i-1]
		}
	}
	return programs
}

// Find returns the same pairs as a comparison of all pairs. The test covers pools without a
// contest, pools of several problems, and pools of a contest, within families and across them. It
// also covers searches where only some programs are wanted.
func TestFindEqualsComparingAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	found, templates, inContest, wanted, across, raised, byFile, changes, repeats := 0, 0, 0, 0, 0, 0, 0, 0, 0
	rounds := 200
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		contest := randomContest(random)
		opts := Options{Keep: 0.01 + 0.4*random.Float64(), KeepPerParticipant: random.IntN(4), Across: round%4 == 1}
		if round%5 == 0 {
			opts.OmitParts = []string{Parts()[random.IntN(len(Parts()))]}
		} else if round%5 == 1 { // as in large pools, where the upper bound excludes more pairs
			opts.OmitParts = []string{"common-code"}
		}
		programs := contest
		var others []Program
		if round%3 > 0 {
			others = contest
			cut := random.IntN(len(contest) + 1)
			opts.Corpus = (*Corpus)(nil).Extend(contest[:cut]).Extend(contest[cut:])
			programs = slices.DeleteFunc(slices.Clone(contest), func(p Program) bool { return p.Problem != 0 })
		}
		got := find(t, programs, opts)
		want := compareAll(programs, others, opts)
		if round%2 == 0 {
			sampled := opts
			sampled.SampleAbove = 1
			checkSampled(t, programs, sampled, got)
		}
		if diff := cmp.Diff(want, got, cmpDistribution); diff != "" {
			t.Fatalf("round %d, %d of %d programs, keep %v, %d each (-want +got):\n%s",
				round, len(programs), len(contest), opts.Keep, opts.KeepPerParticipant, diff)
		}
		opts.Wanted = make([]bool, len(programs))
		for i := range programs {
			opts.Wanted[i] = random.IntN(1+round%7) == 0
		}
		some := find(t, programs, opts)
		if diff := cmp.Diff(compareAll(programs, others, opts), some, cmpDistribution); diff != "" {
			t.Fatalf("round %d, pairs of %v, keep %v, %d each (-want +got):\n%s", round, opts.Wanted, opts.Keep, opts.KeepPerParticipant, diff)
		}
		checkScore(t, programs, opts, compareEach(programs, others, opts))
		for _, isDelta := range NewPool(programs, opts).structure.isDelta {
			if isDelta {
				changes++
			}
		}
		opts.Wanted = nil
		for _, isRepeat := range NewPool(programs, opts).isRepeat {
			if isRepeat {
				repeats++
			}
		}
		wanted += len(some.Pairs)
		found += len(got.Pairs)
		opts.OmitParts = append(opts.OmitParts, "files")
		whole := NewPool(programs, opts)
		for _, pair := range got.Pairs {
			scores := scorePairs(t, whole, [][2]int{{pair.Left, pair.Right}})
			if scores[0].Suspicion < pair.Unraised {
				byFile++
			}
			if pair.SharedTemplate > 0 {
				templates++
			}
			if others != nil {
				inContest++
			}
			if opts.Across {
				across++
			}
			if pair.Suspicion > pair.Unraised {
				raised++
			}
		}
	}
	if !testing.Short() && (found < 300 || templates < 50 || inContest < 100 || across < 50 || raised < 50 || byFile < 20 || wanted < 300 || wanted > found*4/5 || changes < 100 || repeats < 100) {
		t.Errorf("%d pairs, %d with a shared template, %d in a contest, %d across families, %d raised, %d by a file, %d of wanted programs, %d programs stored as changes, %d repeated: too few to test anything",
			found, templates, inContest, across, raised, byFile, wanted, changes, repeats)
	}
}

// checkScore checks the scores that Pool.Score gives to pairs in any order of their sides.
func checkScore(t *testing.T, programs []Program, opts Options, all []scoredPair) {
	t.Helper()
	var places [][2]int
	var want []Pair
	for i, c := range all {
		places = append(places, [2]int{int(c.left), int(c.right)})
		if i%2 == 0 {
			slices.Reverse(places[i][:])
		}
		want = append(want, c.pair())
	}
	got := scorePairs(t, NewPool(programs, opts), places)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("scores of given pairs (-want +got):\n%s", diff)
	}
}

// checkSampled checks that Find returns and counts the same pairs with a sample as when it scores all pairs.
func checkSampled(t *testing.T, programs []Program, opts Options, want Result) {
	t.Helper()
	got := find(t, programs, opts)
	if got.Distribution.Pairs() != want.Distribution.Pairs() {
		t.Fatalf("%d pairs counted with a sample, want %d", got.Distribution.Pairs(), want.Distribution.Pairs())
	}
	for _, pair := range got.Pairs {
		if pair.Suspicion < opts.Keep {
			continue
		}
		a, _ := got.Distribution.Percentile(pair.Suspicion)
		b, _ := want.Distribution.Percentile(pair.Suspicion)
		if fineBin(pair.Suspicion) > fineBin(opts.Keep) && a != b {
			t.Fatalf("percentile of %v is %v with a sample, want %v", pair.Suspicion, a, b)
		}
	}
	got.Distribution, got.Sampled = want.Distribution, want.Sampled
	if diff := cmp.Diff(want, got, cmpDistribution); diff != "" {
		t.Fatalf("keep %v (-all pairs scored +sample):\n%s", opts.Keep, diff)
	}
}
