package check

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// AlgorithmVersion names what the scores of a check depend on beside its
// input and its parameters.
var AlgorithmVersion = fmt.Sprintf("lexer %d, fingerprint %d, pairs %d",
	lexer.Version, program.FingerprintVersion, pairs.Version)

// Defaults are the parameters of a check where the judge sets none.
func Defaults() contest.Parameters {
	return contest.Parameters{
		ShingleLength:      10,
		MinMatch:           9,
		Threshold:          0.5,
		Keep:               0.15,
		KeepPerParticipant: 50,
		KeepPerProblem:     100_000,
		Verdicts:           VerdictsJudged,
		Participants:       ParticipantsOfficial,
		Templates:          true,
	}
}

// The choices of Parameters.Verdicts.
const (
	VerdictsAccepted = "accepted" // accepted submissions alone
	VerdictsJudged   = "judged"   // all but compile errors; unknown verdicts count
	VerdictsAll      = "all"
)

// The choices of Parameters.Participants.
const (
	ParticipantsOfficial = "official" // without staff and virtual participants
	ParticipantsAll      = "all"
)

// forcedLanguage is the language that every file is read as; nil where each
// has its own.
func forcedLanguage(p contest.Parameters) *lexer.Language {
	language, _ := lexer.ByName(p.Language)
	return language
}

// validate refuses parameters that mean nothing.
func validate(p contest.Parameters) error {
	switch {
	case !slices.Contains([]string{VerdictsAccepted, VerdictsJudged, VerdictsAll}, p.Verdicts):
		return fmt.Errorf("verdicts %q: choose %s, %s or %s", p.Verdicts, VerdictsAccepted, VerdictsJudged, VerdictsAll)
	case !slices.Contains([]string{ParticipantsOfficial, ParticipantsAll}, p.Participants):
		return fmt.Errorf("participants %q: choose %s or %s", p.Participants, ParticipantsOfficial, ParticipantsAll)
	case !(p.Threshold >= 0 && p.Threshold <= 1): // NaN is neither
		return fmt.Errorf("threshold %v: give a number from 0 to 1", p.Threshold)
	case !(p.Keep > 0 && p.Keep <= 1):
		return fmt.Errorf("keep %v: give a number above 0, up to 1", p.Keep)
	case p.Language != "" && forcedLanguage(p) == nil:
		return fmt.Errorf("unknown language %q", p.Language)
	case p.ShingleLength < 1 || p.MinMatch < 1 || p.KeepPerParticipant < 0 || p.KeepPerProblem < 0:
		return fmt.Errorf("shingles of %d tokens, matches of %d, %d pairs for each participant: lengths begin at 1", p.ShingleLength, p.MinMatch, p.KeepPerParticipant)
	}
	if len(p.Without) > 0 && len(p.Against) > 0 {
		return errors.New("without all rules, programs cannot be compared with earlier contests: those were read with all of them")
	}
	return validateWithout(p.Without)
}
