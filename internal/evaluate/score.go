package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// FileLayout is the layout for files to score: every file is a submission, and its path is the participant.
const FileLayout = `(?P<participant>.+)`

// LabelSet says which pairs to score.
type LabelSet struct {
	Labels []Label
	Closed bool // every pair of one problem without a label is honest
	Clean  bool // leave out the contradictions
}

// ScoredPairs are labelled pairs with their scores.
type ScoredPairs struct {
	Rows           []Row           // sorted by left, then right
	Contradictions []Contradiction // left out of Rows, sorted by left, then right
	Files          int             // number of files that could be compared
	Parameters     contest.Parameters
	Skipped        []contest.SkippedItem // sorted by path
}

// unknownProblem says why the pairs of a file in a closed set are not counted.
const unknownProblem = "no label says which problem it is for: only its pairs with files like it in its folder are counted"

// Score scores the labelled pairs of a request's submissions as a check would. The submissions must be read
// by FileLayout. AssignProblems finds their problems. In a closed set, a pair without a label has a row of
// its own if a check stores it; other pairs without a label are only counted. Pairs have zeros as scores if a
// file was skipped, or if the files are for different problems or in different languages.
func Score(ctx context.Context, req check.Request, set LabelSet, progress check.Progress) (*ScoredPairs, error) {
	files := programPaths(req)
	all := slices.Clone(files)
	for _, s := range req.Skipped {
		all = append(all, s.Path)
	}
	problems, unknown, err := AssignProblems(all, set.Labels, req.Contest)
	if err != nil {
		return nil, err
	}
	req.Submissions = slices.Clone(req.Submissions)
	for i := range req.Submissions {
		req.Submissions[i].Problem = problems[req.Submissions[i].Path]
	}
	scoring, err := check.NewScoring(ctx, req, progress)
	if err != nil {
		return nil, err
	}
	scored := &ScoredPairs{Parameters: req.Parameters, Skipped: slices.Clone(scoring.Skipped)}
	if set.Closed {
		for _, file := range unknown {
			scored.Skipped = append(scored.Skipped, contest.SkippedItem{Path: file, Reason: i18n.Textf(unknownProblem)})
		}
		slices.SortStableFunc(scored.Skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	}
	labels := slices.Clone(set.Labels)
	if set.Clean {
		scored.Contradictions = set.contradictions(scoring.Pools, problems)
	}
	leftOut := make(map[[2]string]bool)
	for _, c := range scored.Contradictions {
		leftOut[pairKey(c.Left, c.Right)] = true
		if !c.labelled {
			labels = append(labels, Label{Left: c.Left, Right: c.Right})
		}
	}
	wanted := make([]check.PathPair, len(labels))
	for i, label := range labels {
		wanted[i] = check.PathPair{Left: label.Left, Right: label.Right}
	}
	scores, others, rest, err := scoring.Score(ctx, wanted)
	if err != nil {
		return nil, err
	}
	corpora := make(map[string]corpus) // by path
	for _, pool := range scoring.Pools {
		corpus := newCorpus(pool.Programs)
		for path := range corpus {
			corpora[path] = corpus
		}
		scored.Files += len(pool.Programs)
	}
	add := func(label Label, score check.PairScore) {
		row := newRow(label, score, problems[label.Left], req.Parameters)
		if !set.Closed || score.Outcome == check.OutcomeStored {
			row.Jaccard, row.Cosine = corpora[label.Left].compare(label.Left, label.Right)
		}
		scored.Rows = append(scored.Rows, row)
	}
	for i, label := range labels {
		if !leftOut[pairKey(label.Left, label.Right)] {
			add(label, scores[i])
		}
	}
	if set.Closed {
		for _, score := range others {
			add(Label{Left: score.Left, Right: score.Right}, score)
		}
		for _, count := range append(rest, uncompared(files, problems, scoring, append(scores, others...))...) {
			scored.Rows = append(scored.Rows, Row{Problem: count.Problem, Pairs: count.Pairs, Suspicion: count.Suspicion,
				Chance: weakestChance, Hamming: MaxDistance, NotStoredReason: notStoredReason(count.Outcome, req.Parameters)})
		}
	}
	slices.SortFunc(scored.Rows, compareRows)
	return scored, nil
}

// newRow returns the row of a pair, without the baselines.
func newRow(label Label, score check.PairScore, problem string, p contest.Parameters) Row {
	row := Row{
		Left: label.Left, Right: label.Right, Copied: label.Copied, Problem: problem, Level: label.Level,
		Suspicion: score.Suspicion, Chance: weakestChance, Similarity: score.Similarity, MaxSimilarity: score.MaxSimilarity,
		LongestMatch: score.LongestMatch, MatchedTokens: score.MatchedTokens, Hamming: MaxDistance,
		NotStoredReason: notStoredReason(score.Outcome, p),
	}
	if score.Chance != nil {
		row.Chance = *score.Chance
	}
	if score.Hamming != nil {
		row.Hamming = *score.Hamming
	}
	return row
}

// uncompared counts the pairs of files of the same problem that a check does not compare. They have no
// scores.
func uncompared(files []string, problems map[string]string, scoring *check.Scoring, scores []check.PairScore) []check.PairCount {
	type kind struct {
		problem string
		outcome check.Outcome
	}
	families := make(map[string]string) // "" for a file that was skipped
	for _, file := range files {
		families[file] = ""
	}
	// A pair of one problem has a skipped file, unless both files are readable. Two readable files are in different
	// languages, unless they are in one pool. From these pairs, the scored ones are subtracted.
	counts := make(map[kind]int)
	pairs := func(n int) int { return n * (n - 1) / 2 }
	all, readable := make(map[string]int), make(map[string]int) // files by problem
	for _, pool := range scoring.Pools {
		readable[pool.Problem] += len(pool.Programs)
		counts[kind{pool.Problem, check.OutcomeOtherLanguage}] -= pairs(len(pool.Programs))
		for _, program := range pool.Programs {
			families[program.Path] = pool.Family
		}
	}
	for file := range families {
		all[problems[file]]++
	}
	for problem, n := range all {
		counts[kind{problem, check.OutcomeSkipped}] = pairs(n) - pairs(readable[problem])
		counts[kind{problem, check.OutcomeOtherLanguage}] += pairs(readable[problem])
	}
	for _, s := range scores {
		left, known := families[s.Left]
		right, alsoKnown := families[s.Right]
		switch problem := problems[s.Left]; {
		case !known || !alsoKnown || problem != problems[s.Right]:
		case left == "" || right == "":
			counts[kind{problem, check.OutcomeSkipped}]--
		case left != right:
			counts[kind{problem, check.OutcomeOtherLanguage}]--
		}
	}
	var list []check.PairCount
	for k, n := range counts {
		if n > 0 && (k.outcome != check.OutcomeOtherLanguage || !scoring.AcrossLanguages) {
			list = append(list, check.PairCount{Problem: k.problem, Outcome: k.outcome, Pairs: n})
		}
	}
	return list
}

// programPaths lists the paths of programs, read or skipped. It omits skipped files in no known language,
// because they are not the work of participants.
func programPaths(req check.Request) []string {
	var files []string
	for _, s := range req.Submissions {
		files = append(files, s.Path)
	}
	for _, s := range req.Skipped {
		if _, ok := lexer.ByPath(s.Path); ok {
			files = append(files, s.Path)
		}
	}
	return files
}

// reasonBeyondBound is the reason of pairs that are not stored, however suspicious they are.
const reasonBeyondBound = "both files have more suspicious pairs, as many as check stores"

// notStoredReason says why a check does not store a pair; "" for a stored pair.
func notStoredReason(outcome check.Outcome, p contest.Parameters) string {
	switch outcome {
	case check.OutcomeStored:
		return ""
	case check.OutcomeSkipped:
		return "a file was skipped"
	case check.OutcomeOtherProblem:
		return "not paired: for different problems"
	case check.OutcomeOtherLanguage:
		return "not paired: in different languages"
	case check.OutcomeBelowKeep:
		return fmt.Sprintf("suspicion below --keep %v", p.Keep)
	case check.OutcomeBeyondBound:
		return reasonBeyondBound
	default:
		return string(outcome)
	}
}

// Evaluate computes the figures of the scores.
func (s *ScoredPairs) Evaluate(opts Options) *Report {
	r := evaluate(s.Rows, opts)
	r.Files, r.Parameters, r.AlgorithmVersion = s.Files, s.Parameters, check.AlgorithmVersion
	r.Default = countListed(s.Parameters.Threshold, s.Parameters.MaxChance, s.Rows)
	r.Contradictions = append([]Contradiction{}, s.Contradictions...)
	r.Skipped = contest.InEnglish(s.Skipped)
	return r
}
