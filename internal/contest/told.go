package contest

// Told is what a judge system says of a stored submission beside its program; ""
// and nil where it says nothing.
type JudgeMetadata struct {
	Kind            ParticipantKind
	SystemID        string      // what it calls the submission
	LanguageVersion string      // what it calls the language
	Judgements      []Judgement // in order of time
}
