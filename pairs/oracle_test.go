package pairs

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inside compares distributions.
var inside = cmp.AllowUnexported(Distribution{})

// compareAll is Find without an index: it scores all pairs of programs, and counts
// frequencies for each pair among the other participants only. contest holds all
// programs of the contest; nil for a pool without a contest.
func compareAll(programs, contest []Program, opts Options) Result {
	type entry struct{ participant, problem int }
	entryOf := func(i int) entry { return entry{programs[i].Participant, programs[i].Problem} }
	participants := make(map[int]bool)
	for _, program := range programs {
		participants[program.Participant] = true
	}
	all := compareEach(programs, contest, opts.Without)
	slices.SortFunc(all, func(a, b compared) int { return byRank(a.candidate, b.candidate) })
	var result Result
	var counts tally
	taken := make(map[[2]entry]bool)
	kept := make(map[entry]int)
	for _, c := range all {
		if opts.Wanted != nil && !opts.Wanted[c.left] && !opts.Wanted[c.right] {
			continue
		}
		pair := Pair{int(c.left), int(c.right), c.suspicion.float(), c.sharedTemplate.float(), c.evidence}
		left, right := entryOf(pair.Left), entryOf(pair.Right)
		if taken[[2]entry{left, right}] || taken[[2]entry{right, left}] {
			continue // a better pair of attempts stands for the two
		}
		taken[[2]entry{left, right}] = true
		counts.add(c.suspicion)
		limit := opts.KeepPerParticipant
		if worth := max(pair.Suspicion, pair.SharedTemplate); worth == 0 || worth < opts.Keep {
			continue
		}
		if limit > 0 && kept[left] >= limit && kept[right] >= limit && pair.SharedTemplate < PrivateTemplate {
			result.Dropped++
			result.HighestDropped = max(result.HighestDropped, pair.Suspicion)
			continue
		}
		kept[left]++
		kept[right]++
		result.Pairs = append(result.Pairs, pair)
	}
	if opts.Wanted == nil {
		result.Distribution = newDistribution(&counts)
	}
	result.TypicalSize = typicalSizeOf(programs)
	result.Participants = len(participants)
	result.RarityAmong = len(everyone(programs, contest))
	return result
}

// compared is a pair of programs that was compared.
type compared struct {
	candidate
	evidence Evidence
}

// compareEach scores all pairs of programs of different participants.
func compareEach(programs, contest []Program, without []string) []compared {
	typicalSize := typicalSizeOf(programs)
	rarity := newRarity(len(everyone(programs, contest)), nil, newFormula(without))
	structure, wording := newOracle(programs, contest, Program.structure), newOracle(programs, contest, Program.wording)
	var all []compared
	for b := range programs {
		for a := range b {
			if programs[a].Participant == programs[b].Participant {
				continue
			}
			code, why := structure.common(a, b, rarity)
			words, named := wording.common(a, b, rarity)
			why.Wording = named.Shared
			c := candidate{int32(a), int32(b), 0, sharedTemplate(code, rarity)}
			if !code.empty() {
				c.suspicion = newFormula(without).suspicion(code, words, Simplicity(typicalSize))
			}
			all = append(all, compared{c, why})
		}
	}
	return all
}

// everyone returns the participants of a pool and of its contest.
func everyone(programs, contest []Program) map[int]bool {
	all := make(map[int]bool)
	for _, program := range slices.Concat(programs, contest) {
		all[program.Participant] = true
	}
	return all
}

// typicalSizeOf returns the size of the typical entry of the programs.
func typicalSizeOf(programs []Program) int {
	longest := make(map[[2]int]int)
	for _, program := range programs {
		entry := [2]int{program.Participant, program.Problem}
		longest[entry] = max(longest[entry], len(own(program, Program.structure)))
	}
	return TypicalSize(slices.Collect(maps.Values(longest)))
}

// own returns the shingles of a program that are not its template.
func own(p Program, shingles func(Program) []uint64) map[uint64]bool {
	set := distinct(shingles(p))
	for _, s := range p.Template {
		delete(set, s)
	}
	return set
}

func distinct(shingles []uint64) map[uint64]bool {
	set := make(map[uint64]bool)
	for _, s := range shingles {
		if s != 0 {
			set[s] = true
		}
	}
	return set
}

// oracle compares programs after the definition of what counts.
type oracle struct {
	programs []Program
	sets     []map[uint64]bool // for each program: its shingles
	owns     []map[uint64]bool // for each program: those that are not its template
	here     map[uint64]map[int]bool
	there    map[uint64]map[[2]int]bool // participants that have it for another problem, and which
}

func newOracle(programs, contest []Program, shingles func(Program) []uint64) *oracle {
	o := &oracle{programs: programs, here: make(map[uint64]map[int]bool), there: make(map[uint64]map[[2]int]bool)}
	note := func(holders map[uint64]map[int]bool, s uint64, participant int) {
		if holders[s] == nil {
			holders[s] = make(map[int]bool)
		}
		holders[s][participant] = true
	}
	problems := make(map[int]bool)
	for _, program := range programs {
		problems[program.Problem] = true
		o.sets = append(o.sets, distinct(shingles(program)))
		o.owns = append(o.owns, own(program, shingles))
		for s := range distinct(shingles(program)) {
			note(o.here, s, program.Participant)
		}
	}
	for _, program := range contest {
		for s := range distinct(shingles(program)) {
			if !problems[program.Problem] {
				if o.there[s] == nil {
					o.there[s] = make(map[[2]int]bool)
				}
				o.there[s][[2]int{program.Participant, program.Problem}] = true
			}
		}
	}
	return o
}

// counts returns how many participants of the pool have a shingle, without
// some, and who has it outside.
func (o *oracle) counts(s uint64, besides ...int) (here int, others outsideCount) {
	participants, problems := make(map[int]bool), make(map[int]bool)
	for use := range o.there[s] {
		if !o.here[s][use[0]] {
			participants[use[0]] = true
			problems[use[1]] = true
		}
	}
	here = len(o.here[s])
	for _, i := range besides {
		if o.here[s][o.programs[i].Participant] {
			here--
		}
	}
	return here, outsideCount{len(participants), len(problems)}
}

// common compares two programs: a shingle's weight is that of the number of
// participants, besides the two, who have it.
func (o *oracle) common(a, b int, r *rarity) (*common, Evidence) {
	c := &common{
		overlap:   overlap{counts: [2]int{len(o.owns[a]), len(o.owns[b])}},
		extras:    new(templateSums),
		templates: [2]*ownTemplate{new(ownTemplate), new(ownTemplate)},
	}
	var evidence Evidence
	for side, i := range []int{a, b} {
		for s := range o.sets[i] {
			// Frequencies leave out the program's own participant; the other
			// side is left out where the shingle is shared.
			weight := uint64(r.weight(o.counts(s, i)))
			if o.owns[i][s] {
				c.totals[side] += weight
				continue
			}
			c.templates[side].total += weight
			c.templates[side].count++
		}
	}
	for s := range o.sets[a] {
		if !o.sets[b][s] {
			continue
		}
		here, others := o.counts(s, a, b)
		sum := &c.shared
		switch {
		case !o.owns[a][s] && !o.owns[b][s]:
			sum = &c.extras.both
		case !o.owns[a][s]:
			sum = &c.extras.oneSided[0]
		case !o.owns[b][s]:
			sum = &c.extras.oneSided[1]
		}
		sum.weight += r.weight(here, others)
		sum.own += r.weight(here+1, others)
		sum.shingles++
		if sum != &c.extras.both {
			evidence.Shared++
			if here+others.participants == 0 {
				evidence.Unique++
			}
		}
	}
	return c, evidence
}

// randomContest makes programs of shingles drawn from a small pool, as honest
// ones of a simple problem are, copies some of them, and calls some shingles
// their template.
func randomContest(random *rand.Rand) []Program {
	programs := make([]Program, 2+random.IntN(30))
	vocabulary := 5 + random.IntN(200)
	problems := 1 + random.IntN(3)
	templates := random.IntN(3) == 0
	for i := range programs {
		p := &programs[i]
		p.Participant = random.IntN(len(programs))
		p.Problem = random.IntN(problems)
		p.Structure = make([]uint64, random.IntN(100))
		for j := range p.Structure {
			p.Structure[j] = uint64(random.IntN(vocabulary))
		}
		if i > 0 && random.IntN(3) == 0 {
			source := programs[random.IntN(i)].Structure
			p.Structure = append(p.Structure[:len(p.Structure)/4], source[random.IntN(len(source)+1)/3:]...)
		}
		for _, s := range p.Structure {
			if s != 0 && random.IntN(4) > 0 {
				p.Wording = append(p.Wording, 1_000_000+s)
			}
		}
		for _, s := range slices.Concat(p.Structure, p.Wording) {
			if templates && s%5 == 0 && random.IntN(3) > 0 {
				p.Template = append(p.Template, s)
			}
		}
	}
	return programs
}

// Find gives what comparing all pairs gives, for pools alone, pools of several
// problems, and pools of a contest, also where only the pairs of some programs are
// wanted.
func TestFindEqualsComparingAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	kept, private, weighed, wanted := 0, 0, 0, 0
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		contest := randomContest(random)
		opts := Options{Keep: 0.01 + 0.4*random.Float64(), KeepPerParticipant: random.IntN(4)}
		if round%5 == 0 {
			opts.Without = []string{Parts()[random.IntN(len(Parts()))].Name}
		}
		programs := contest
		var others []Program
		if round%3 > 0 {
			others = contest
			cut := random.IntN(len(contest) + 1)
			opts.Corpus = (*Corpus)(nil).Extend(contest[:cut]).Extend(contest[cut:])
			programs = slices.DeleteFunc(slices.Clone(contest), func(p Program) bool { return p.Problem != 0 })
		}
		got, err := Find(context.Background(), programs, opts)
		if err != nil {
			t.Fatal(err)
		}
		want := compareAll(programs, others, opts)
		if round%2 == 0 {
			sampled := opts
			sampled.CountAll = 1
			checkSampled(t, programs, sampled, got)
		}
		if diff := cmp.Diff(want, got, inside); diff != "" {
			t.Fatalf("round %d, %d of %d programs, keep %v, %d each (-want +got):\n%s",
				round, len(programs), len(contest), opts.Keep, opts.KeepPerParticipant, diff)
		}
		opts.Wanted = make([]bool, len(programs))
		for i := range programs {
			opts.Wanted[i] = random.IntN(1+round%7) == 0
		}
		some, err := Find(t.Context(), programs, opts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(compareAll(programs, others, opts), some, inside); diff != "" {
			t.Fatalf("round %d, pairs of %v, keep %v, %d each (-want +got):\n%s", round, opts.Wanted, opts.Keep, opts.KeepPerParticipant, diff)
		}
		wanted += len(some.Pairs)
		kept += len(got.Pairs)
		for _, pair := range got.Pairs {
			if pair.SharedTemplate > 0 {
				private++
			}
			if others != nil {
				weighed++
			}
		}
	}
	if !testing.Short() && (kept < 300 || private < 50 || weighed < 100 || wanted < 300 || wanted > kept*3/4) {
		t.Errorf("%d pairs were found, %d with a shared template, %d in a contest, %d of some programs: the test says too little", kept, private, weighed, wanted)
	}
}

// checkSampled checks that a search with a sample finds the same pairs as a search that
// scores all, and counts as many pairs.
func checkSampled(t *testing.T, programs []Program, opts Options, want Result) {
	t.Helper()
	got, err := Find(t.Context(), programs, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got.Distribution.Pairs() != want.Distribution.Pairs() {
		t.Fatalf("%d pairs counted by a sample, want %d", got.Distribution.Pairs(), want.Distribution.Pairs())
	}
	for _, pair := range got.Pairs {
		if pair.Suspicion < opts.Keep {
			continue
		}
		a, _ := got.Distribution.Percentile(pair.Suspicion)
		b, _ := want.Distribution.Percentile(pair.Suspicion)
		if fineBin(pair.Suspicion) > fineBin(opts.Keep) && a != b {
			t.Fatalf("percentile of %v is %v by a sample, want %v", pair.Suspicion, a, b)
		}
	}
	got.Distribution, got.Sampled = want.Distribution, want.Sampled
	if diff := cmp.Diff(want, got, inside); diff != "" {
		t.Fatalf("keep %v, scored where it may be reached (-all +some):\n%s", opts.Keep, diff)
	}
}
