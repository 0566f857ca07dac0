package check

import (
	"fmt"

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
		ShingleLength:      8,
		MinMatch:           9,
		Threshold:          0.5,
		Keep:               0.2,
		KeepPerParticipant: 50,
		Verdicts:           VerdictsJudged,
		Participants:       ParticipantsOfficial,
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
