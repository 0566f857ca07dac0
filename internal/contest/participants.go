package contest

// RankedParticipant is a participant of a contest in the ranking of participants by a check.
type RankedParticipant struct {
	Participant
	PairID    int64   // their most suspicious pair; 0 if no pair is stored
	Suspicion float64 // of that pair, 0 to 1
	Listed    int     // pairs that the check lists
	Confirmed int     // confirmed cases of the contest, whichever check found them
	Clusters  []int   // Cluster.Number, ascending
}

type ParticipantSort string

// The columns that participants can be sorted by; ties are sorted by their most suspicious pair.
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
