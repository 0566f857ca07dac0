package evaluate

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// FileLayout is the layout for files to score: every file is a submission, and its path
// is the participant.
const FileLayout = `(?P<participant>.+)`

// ScoredPairs are labelled pairs with their scores.
type ScoredPairs struct {
	Rows       []Row // sorted by left, then right
	Files      int   // that could be compared
	Parameters contest.Parameters
	Skipped    []contest.SkippedItem // sorted by path
}

// Score scores labelled pairs of a request's submissions, read by FileLayout, as a check
// would. AssignProblems finds their problems. With closed, every other pair of one
// problem is an honest one. Pairs with a skipped file, or of different problems or
// languages, count with zeros.
func Score(ctx context.Context, req check.Request, labels []Label, closed bool, progress check.Progress) (*ScoredPairs, error) {
	files := programPaths(req)
	known := slices.Clone(files)
	for _, s := range req.Skipped {
		known = append(known, s.Path)
	}
	problems, err := AssignProblems(known, labels, req.Contest)
	if err != nil {
		return nil, err
	}
	if closed {
		labels = AddHonestPairs(labels, files, problems)
	}
	req.Submissions = slices.Clone(req.Submissions)
	for i := range req.Submissions {
		req.Submissions[i].Problem = problems[req.Submissions[i].Path]
	}
	wanted := make([]check.PathPair, len(labels))
	for i, label := range labels {
		wanted[i] = check.PathPair{Left: label.Left, Right: label.Right}
	}
	set, err := check.Score(ctx, req, wanted, progress)
	if err != nil {
		return nil, err
	}
	scored := &ScoredPairs{Parameters: req.Parameters, Skipped: set.Skipped}
	corpora := make(map[string]Corpus) // by path
	for _, pool := range set.Pools {
		programs := make([]Program, len(pool.Programs))
		for i, program := range pool.Programs {
			programs[i] = Program{program.Path, program.Shingles}
		}
		corpus := NewCorpus(programs)
		for path := range corpus {
			corpora[path] = corpus
		}
		scored.Files += len(programs)
	}
	for i, label := range labels {
		row := newRow(label, set.Pairs[i])
		row.Problem = problems[label.Left]
		row.NotStoredReason = notStoredReason(set.Pairs[i].Outcome, req.Parameters)
		row.Jaccard, row.Cosine = corpora[label.Left].Compare(label.Left, label.Right)
		scored.Rows = append(scored.Rows, row)
	}
	slices.SortFunc(scored.Rows, comparePaths)
	return scored, nil
}

// programPaths lists the paths of programs, read or skipped. Skipped files in no known
// language are not participants' work.
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

func newRow(label Label, score check.PairScore) Row {
	row := Row{
		Left: label.Left, Right: label.Right, Copied: label.Copied, Level: label.Level,
		Suspicion: score.Suspicion, Similarity: score.Similarity, MaxSimilarity: score.MaxSimilarity,
		LongestMatch: score.LongestMatch, MatchedTokens: score.MatchedTokens, Hamming: NoDistance,
	}
	if score.Hamming != nil {
		row.Hamming = *score.Hamming
	}
	return row
}

// notStoredReason says why a check does not store a pair; "" if it does.
func notStoredReason(fate check.Outcome, p contest.Parameters) string {
	switch fate {
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
		return fmt.Sprintf("both files have %d pairs more suspicious", p.KeepPerParticipant)
	default:
		return string(fate)
	}
}

// Evaluate computes the figures of the scores.
func (s *ScoredPairs) Evaluate(opts Options) *Report {
	r := Evaluate(s.Rows, opts)
	r.Files, r.Parameters, r.AlgorithmVersion = s.Files, s.Parameters, check.AlgorithmVersion
	r.Default = countShown(s.Parameters.Threshold, s.Rows)
	r.Skipped = append([]contest.SkippedItem{}, s.Skipped...)
	return r
}
