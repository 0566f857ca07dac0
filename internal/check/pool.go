package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// pool holds the programs that may be paired with each other.
type pool struct {
	problem            string // "" if it spans problems
	family             string // of languages; contest.AcrossLanguages for pairs of two families
	corpus             *familyCorpus
	submissions        []*submission
	distribution       pairs.Distribution // of the scores of all its pairs; set when they are compared
	tail               pairs.Tail         // of its honest pairs; set with distribution
	participantCount   int                // set with distribution
	keepPerParticipant int                // pairs to store of each participant, see pairs.Options; 0 for no limit
}

// poolKey identifies a pool of a contest.
type poolKey struct{ problem, family string }

// histogram returns the stored statistics of a pool.
func (p *pool) histogram(r pairs.Result, keep float64) contest.Histogram {
	return contest.Histogram{
		Problem:            p.problem,
		Language:           p.family,
		Programs:           len(p.submissions),
		Bins:               r.Distribution.Histogram(),
		Sampled:            r.Sampled,
		ParticipantBins:    p.participantBins(r.Pairs, keep),
		Participants:       r.Participants,
		RarityParticipants: r.RarityParticipants,
		Median:             r.Distribution.Median(),
		MAD:                r.Distribution.MAD(),
		TypicalSize:        r.TypicalSize,
		Simplicity:         pairs.Simplicity(r.TypicalSize),
		TooSimple:          p.tooSimple(r),
	}
}

// tooSimple reports whether similar programs for the problem of a pool say little, see contest.Histogram. This was not
// measured with the short shingles across languages.
func (p *pool) tooSimple(r pairs.Result) bool {
	return p.family != contest.AcrossLanguages &&
		(pairs.Simplicity(r.TypicalSize) >= pairs.TooSimple || pairs.Alike(r.Distribution.Pairs(), r.Distribution.Median()))
}

// participantBins returns a histogram of the participants whose most suspicious pair has at least
// the suspicion keep, by that suspicion. The limits on stored pairs never drop that pair.
func (p *pool) participantBins(ranked []pairs.Pair, keep float64) []int64 {
	bins := make([]int64, contest.HistogramBins)
	counted := make(map[string]bool) // by participant
	for _, pair := range ranked {
		for _, side := range []int{pair.Left, pair.Right} {
			name := p.submissions[side].Participant
			if pair.Suspicion >= keep && !counted[name] {
				counted[name] = true
				bins[pairs.Bin(pair.Suspicion)]++
			}
		}
	}
	return bins
}

// indexes returns the index of each submission in p.submissions.
func (p *pool) indexes() map[*submission]int {
	indexes := make(map[*submission]int, len(p.submissions))
	for i, sub := range p.submissions {
		indexes[sub] = i
	}
	return indexes
}

// participants counts the participants with a program in the pool.
func (p *pool) participants() int {
	names := make(map[string]bool)
	for _, sub := range p.submissions {
		names[sub.Participant] = true
	}
	return len(names)
}

// name names the pool in errors.
func (p *pool) name() string {
	return fmt.Sprintf("problem %q in %s", p.problem, p.family)
}

// pools groups the submissions by problem and family of languages, or by family alone,
// and sorts the pools. Where a problem has several families, one more pool has all families, for
// the pairs across languages. pools takes the corpora of the last call, by family, and extends
// these corpora.
func pools(submissions []*submission, p contest.Parameters, corpora map[string]*familyCorpus) []*pool {
	byKey := make(map[poolKey]*pool)
	byFamily := make(map[string][]*submission)
	byProblem := make(map[string][]*submission)
	families := make(map[string]int) // by problem
	for _, sub := range submissions {
		k := poolKey{sub.Problem, sub.family}
		if p.AcrossProblems {
			k.problem = ""
		}
		if byKey[k] == nil {
			byKey[k] = &pool{problem: k.problem, family: k.family}
			families[k.problem]++
		}
		sub.pool = byKey[k]
		sub.pool.submissions = append(sub.pool.submissions, sub)
		byFamily[sub.family] = append(byFamily[sub.family], sub)
		byProblem[k.problem] = append(byProblem[k.problem], sub)
	}
	for problem, members := range byProblem {
		if families[problem] > 1 && comparesAcrossLanguages(p) {
			k := poolKey{problem, contest.AcrossLanguages}
			byKey[k] = &pool{problem: k.problem, family: k.family, submissions: members}
			byFamily[k.family] = submissions
		}
	}
	for family, members := range byFamily {
		corpora[family] = corpora[family].extend(members, family, p.AcrossProblems)
	}
	list := slices.SortedFunc(maps.Values(byKey), func(a, b *pool) int {
		return cmp.Or(cmp.Compare(a.problem, b.problem), compareFamilies(a.family, b.family))
	})
	for _, p := range list {
		p.corpus = corpora[p.family]
	}
	return list
}

// familyCorpus holds what the pools of one family of languages share, or what all pools across
// languages share.
type familyCorpus struct {
	*pairs.Corpus                           // nil if there is one problem, or all are in one pool
	family                           string // as pool.family
	acrossProblems                   bool
	participants, problems, families numbering
	mergedProblems                   map[*submission]string // of the submissions in the Corpus
}

// extend returns the corpus of all submissions of a family. It extends c. It makes a new corpus
// if c is nil, has a submission that was removed since, or has similar problems that
// are merged differently now.
func (c *familyCorpus) extend(submissions []*submission, family string, acrossProblems bool) *familyCorpus {
	var added []*submission
	if c != nil {
		unchanged := 0
		for _, sub := range submissions {
			if problem, ok := c.mergedProblems[sub]; !ok {
				added = append(added, sub)
			} else if problem == sub.mergedProblem {
				unchanged++
			}
		}
		if unchanged < len(c.mergedProblems) {
			c = nil
		}
	}
	if c == nil {
		c = &familyCorpus{family: family, acrossProblems: acrossProblems, participants: make(numbering),
			problems: make(numbering), families: make(numbering), mergedProblems: make(map[*submission]string)}
		added = submissions
	}
	for _, sub := range added {
		c.problems.number(c.problemOf(sub))
	}
	if len(added) > 0 && len(c.problems) > 1 && !acrossProblems {
		c.Corpus = c.Corpus.Extend(c.programs(added))
		for _, sub := range added {
			c.mergedProblems[sub] = sub.mergedProblem
		}
	}
	return c
}

// problemOf returns the problem of a submission. If each pool holds one problem, similar problems count
// as one problem, so that code that they share does not count as code from another problem.
func (c *familyCorpus) problemOf(sub *submission) string {
	if c.acrossProblems {
		return sub.Problem
	}
	return sub.mergedProblem
}

// At most so many single files are compared besides the whole programs: of one program, and of one pool.
const (
	maxProgramFiles = 10
	maxPoolFiles    = 10_000
)

// programs converts submissions for package pairs.
func (c *familyCorpus) programs(submissions []*submission) []pairs.Program {
	programs := make([]pairs.Program, len(submissions))
	mostFiles := min(maxProgramFiles, maxPoolFiles/max(1, len(submissions)))
	for i, sub := range submissions {
		code := sub.codeFor(c.family)
		programs[i] = pairs.Program{
			Participant: c.participants.number(sub.Participant),
			Problem:     c.problems.number(c.problemOf(sub)),
			Family:      c.families.number(sub.family),
			Code:        shinglesOf{code},
			Variables:   code.Variables,
			Template:    code.Template(),
			Uncalled:    code.Uncalled(),
		}
		for _, file := range code.Files(mostFiles) {
			programs[i].Files = append(programs[i].Files, shinglesOf{file})
		}
	}
	return programs
}

// outsideProgram converts a program that is in no pool: of a known source or of an earlier contest.
func outsideProgram(code *program.Code) pairs.Program {
	return pairs.Program{Structure: limitRepeats(code.Shingles()), Wording: limitRepeats(code.Wording()),
		Variables: code.Variables, Uncalled: code.Uncalled()}
}

// shinglesOf is a pairs.Code.
type shinglesOf struct{ code *program.Code }

func (s shinglesOf) Structure() []uint64 { return limitRepeats(s.code.Shingles()) }
func (s shinglesOf) Wording() []uint64   { return limitRepeats(s.code.Wording()) }

// numbering numbers names in the order of their first use.
type numbering map[string]int

func (n numbering) number(name string) int {
	if _, ok := n[name]; !ok {
		n[name] = len(n)
	}
	return n[name]
}

// participantProblem identifies all attempts of a participant at one problem, in all
// languages. The ranking has at most one pair for two participants and a problem.
type participantProblem struct{ contest, participant, problem string }

func (sub *submission) participantProblem() participantProblem {
	return participantProblem{sub.earlierContest, sub.Participant, sub.Problem}
}

// oncePerProblem removes all but one of the ranked pairs of two participants at a problem: if
// they copied in two families of languages, or from one to the other, the most suspicious
// pair that the parameters list stays. If none is listed, the most suspicious pair stays.
func oncePerProblem(ranked []foundPair, p contest.Parameters) []foundPair {
	type participants [2]participantProblem
	keyOf := func(f foundPair) participants {
		a, b := f.left.participantProblem(), f.right.participantProblem()
		if b.participant < a.participant {
			a, b = b, a
		}
		return participants{a, b}
	}
	best := make(map[participants]int, len(ranked)) // the place in ranked of the pair that stays
	stays := make([]bool, len(ranked))
	for i, f := range ranked {
		k := keyOf(f)
		first, repeated := best[k]
		if repeated && (ranked[first].isListed(p) || !f.isListed(p)) {
			continue
		}
		if repeated {
			stays[first] = false
		}
		best[k], stays[i] = i, true
	}
	result := ranked[:0]
	for i, f := range ranked {
		if stays[i] {
			result = append(result, f)
		}
	}
	return result
}

// countCompared counts the compared pairs of different participants. With AcrossProblems it
// counts pairs of different problems, too, and with comparesAcrossLanguages pairs of different
// families of languages.
func countCompared(submissions []*submission, p contest.Parameters) (compared int64) {
	acrossProblems := p.AcrossProblems
	families := make(map[participantProblem][]string)
	for _, sub := range submissions {
		family := sub.family
		if comparesAcrossLanguages(p) {
			family = ""
		}
		if list := families[sub.participantProblem()]; !slices.Contains(list, family) {
			families[sub.participantProblem()] = append(list, family)
		}
	}
	byProblem := make(map[string][][]string)
	byParticipant := make(map[string][][]string) // pairs of one participant across problems: subtracted below
	for key, list := range families {
		slices.Sort(list)
		if acrossProblems {
			byParticipant[key.participant] = append(byParticipant[key.participant], list)
			key.problem = ""
		}
		byProblem[key.problem] = append(byProblem[key.problem], list)
	}
	for _, lists := range byProblem {
		compared += countOverlapping(lists)
	}
	for _, lists := range byParticipant {
		compared -= countOverlapping(lists)
	}
	return compared
}

// countOverlapping counts the pairs of sorted lists that overlap.
func countOverlapping(lists [][]string) (total int64) {
	counts, parts := make(map[string]int64), make(map[string][]string) // by the joined list
	for _, list := range lists {
		joined := strings.Join(list, " ")
		counts[joined]++
		parts[joined] = list
	}
	for a, n := range counts {
		total += n * (n - 1) / 2
		for b, m := range counts {
			if a < b && overlap(parts[a], parts[b]) {
				total += n * m
			}
		}
	}
	return total
}

// overlap reports whether two lists have an element in common.
func overlap[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(element T) bool { return slices.Contains(b, element) })
}
