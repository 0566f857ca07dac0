package contest

// Namesake is a participant of another contest who has the same name.
type Namesake struct {
	Contest     string // its name
	Participant Participant
}
