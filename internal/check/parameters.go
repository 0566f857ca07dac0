package check

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// AlgorithmVersion identifies the algorithm. The scores of a check depend only on it, on
// the input and on the parameters.
var AlgorithmVersion = fmt.Sprintf("lexer %d, fingerprint %d, pairs %d",
	lexer.Version, program.FingerprintVersion, pairs.Version)

// Defaults returns the default parameters of a check.
func Defaults() contest.Parameters {
	return contest.Parameters{
		ShingleLength:      10,
		MinMatch:           9,
		Threshold:          0.3,
		MaxChance:          1,
		Keep:               0.15,
		KeepPerParticipant: 50,
		KeepPerProblem:     100_000,
		Verdicts:           settings.Judged,
		Participants:       settings.Official,
		Templates:          true,
	}
}

// forcedLanguage returns the language for all files; nil if each file has its own.
func forcedLanguage(p contest.Parameters) *lexer.Language {
	language, _ := lexer.ByName(p.Language)
	return language
}

// validate returns an error for invalid parameters.
func validate(p contest.Parameters) error {
	switch {
	case !slices.Contains([]string{settings.Accepted, settings.Judged, settings.All}, p.Verdicts):
		return fmt.Errorf("verdicts %q: choose %s, %s or %s", p.Verdicts, settings.Accepted, settings.Judged, settings.All)
	case !slices.Contains([]string{settings.Official, settings.All}, p.Participants):
		return fmt.Errorf("participants %q: choose %s or %s", p.Participants, settings.Official, settings.All)
	case !(p.Threshold >= 0 && p.Threshold <= 1): // NaN is neither
		return fmt.Errorf("threshold %v: give a number from 0 to 1", p.Threshold)
	case !(p.MaxChance >= 0) || math.IsInf(p.MaxChance, 1):
		return fmt.Errorf("max-chance %v: give a number of pairs, 0 or more", p.MaxChance)
	case !(p.Keep > 0 && p.Keep <= 1):
		return fmt.Errorf("keep %v: give a number above 0, up to 1", p.Keep)
	case p.Language != "" && forcedLanguage(p) == nil:
		return fmt.Errorf("unknown language %q", p.Language)
	case p.ShingleLength < 1 || p.MinMatch < 1 || p.KeepPerParticipant < 0 || p.KeepPerProblem < 0:
		return fmt.Errorf("shingles of %d tokens, matches of %d tokens, %d pairs for each participant, %d for each problem: give lengths of 1 or more, and no negative number",
			p.ShingleLength, p.MinMatch, p.KeepPerParticipant, p.KeepPerProblem)
	case len(p.Omitted) > 0 && len(p.Against) > 0:
		return errors.New("programs that are read without some rules cannot be compared with earlier contests, which were read with all rules")
	}
	for _, name := range p.Omitted {
		if names := Measurable(); !slices.Contains(names, name) {
			return fmt.Errorf("there is no rule or part of the suspicion called %q: there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// selectSubmissions splits submissions, in their order, into selected and excluded ones,
// with the reasons for the exclusion.
func selectSubmissions(all []contest.Submission, p contest.Parameters) (
	selected, excluded []contest.Submission, skipped []contest.SkippedItem) {
	for _, s := range all {
		if reason := exclusionReason(s, p); !reason.IsZero() {
			excluded = append(excluded, s)
			skipped = append(skipped, contest.SkippedItem{Path: s.Path, Reason: reason})
		} else {
			selected = append(selected, s)
		}
	}
	return selected, excluded, skipped
}

// exclusionReason says why a submission is not compared; zero for a submission that is compared.
func exclusionReason(s contest.Submission, p contest.Parameters) i18n.Text {
	if p.Participants == settings.Official {
		switch s.Kind {
		case contest.Virtual:
			return i18n.Textf("virtual participant: compared only with the setting “Participants: All”, --participants=all")
		case contest.Staff:
			return i18n.Textf("staff participant: compared only with the setting “Participants: All”, --participants=all")
		}
	}
	switch p.Verdicts {
	case settings.Accepted:
		if s.Verdict != contest.VerdictAccepted {
			if s.Verdict == contest.VerdictUnknown {
				return i18n.Textf("verdict unknown: only accepted submissions are compared")
			}
			return i18n.Textf("verdict %s: only accepted submissions are compared", string(s.Verdict))
		}
	case settings.Judged:
		if s.Verdict == contest.VerdictCompileError {
			return i18n.Textf("compile error: compared only with the setting “Submissions: All submissions”, --verdicts=all")
		}
	}
	return i18n.Text{}
}

func ids(submissions []contest.Submission) []int64 {
	list := make([]int64, len(submissions))
	for i, s := range submissions {
		list[i] = s.ID
	}
	return list
}

func sortSkipped(skipped []contest.SkippedItem) {
	slices.SortStableFunc(skipped, contest.SkippedItem.Compare)
}

// Measurable names everything that contest.Parameters.Omitted can switch off to measure
// its worth: first rules of the normalisation, then parts of the suspicion, then the pairs
// across languages.
func Measurable() []string {
	var names []string
	for _, rule := range lexer.Rules() {
		names = append(names, rule.Name)
	}
	return append(append(names, pairs.Parts()...), omitAcrossLanguages)
}
