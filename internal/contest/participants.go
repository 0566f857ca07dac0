package contest

// RankedParticipant is a participant in a check's ranking of participants.
type RankedParticipant struct {
	Participant
	PairID    int64   // their most suspicious pair; 0 if no pair is stored
	Suspicion float64 // of the pair PairID, 0 to 1
	Listed    int     // pairs that the check lists
	Confirmed int     // confirmed cases in the contest, from all checks
	Clusters  []int   // Cluster.Number, ascending
}

type ParticipantSort string

// The columns for sorting participants. Participants with equal values are sorted by their most suspicious pair.
const (
	ParticipantsBySuspicion ParticipantSort = "suspicion"
	ParticipantsByListed    ParticipantSort = "listed"
	ParticipantsByConfirmed ParticipantSort = "confirmed"
	ParticipantsByNumber    ParticipantSort = "number"
)

// ParticipantFilter selects and sorts the participants of a check's contest. Visible and Seal
// are as in PairFilter.
type ParticipantFilter struct {
	Participant   string // as in PairFilter
	Visible       []int64
	Seal          Seal
	Sort          ParticipantSort // "" for ParticipantsBySuspicion
	Offset, Limit int             // a limit of 0 means no limit
}
