package apitypes

import "time"

// Side is one of the two submissions of a pair.
type Side struct {
	SubmissionID int64      `json:"submission_id" doc:"0 if it would show who a hidden participant is." example:"93"`
	ContestID    int64      `json:"contest_id" doc:"The ID of the contest that the program was submitted for."`
	Contest      string     `json:"contest" doc:"The name of the contest, if it is not the contest of the check but an earlier one; else empty."`
	Participant  string     `json:"participant" doc:"The participant's name; in blind contests, a label with a number." example:"Participant 17"`
	Number       int        `json:"number" doc:"The participant's number in the contest; 0 if it would show who a hidden participant is." example:"17"`
	Problem      string     `json:"problem" example:"A"`
	Path         string     `json:"path" example:"A/ann/02-AC.cpp"`
	Language     string     `json:"language" doc:"The ID of the language; empty if it is not known." example:"cpp"`
	Verdict      string     `json:"verdict" doc:"The verdict of the judge system; empty if it is not known." example:"AC"`
	Attempt      int        `json:"attempt" doc:"The number of the attempt: 1 is the participant's first for the problem."`
	Time         *time.Time `json:"time" doc:"When the participant submitted the program."`
}

// Source is a program that the jury added, such as an editorial; it is not a participant's.
type Source struct {
	ID        int64     `json:"id" example:"7"`
	ContestID int64     `json:"contest_id,omitempty" doc:"The ID of its contest; left out for a source for all contests."`
	Problem   string    `json:"problem" doc:"The problem; empty for all problems." example:"A"`
	Kind      string    `json:"kind" enum:"generated,editorial,published,jury,leaked"`
	Name      string    `json:"name" example:"answer 3"`
	Date      string    `json:"date" doc:"The day on which it was published; empty if it is not known." example:"2026-01-31"`
	URL       string    `json:"url"`
	Licence   string    `json:"licence" example:"CC0"`
	File      string    `json:"file" doc:"The name of its file." example:"answer3.cpp"`
	AddedAt   time.Time `json:"added_at"`
}

// Findings is the result of a search.
type Findings struct {
	Language      string          `json:"language" doc:"The ID of the language as which the program was read." example:"cpp"`
	Tokens        int             `json:"tokens" doc:"The number of tokens of the program."`
	Sampled       int             `json:"sampled" doc:"The number of passages in the program's sample."`
	CommonCount   int             `json:"common" doc:"How many passages of the sample were not looked up, because very many programs have them."`
	OmittedCount  int             `json:"more" doc:"The number of similar programs that are not in the answer."`
	NearOmitted   bool            `json:"more_near" doc:"Whether programs with a similar fingerprint were not compared, because a search compares only the nearest ones."`
	SharedOmitted bool            `json:"more_shared,omitempty" doc:"Whether programs with shared parts were not compared, because a search compares only those that share the rarest parts."`
	NotIndexed    []string        `json:"not_indexed,omitempty" doc:"The names of the searched contests in which not all programs can be found until they are checked again, because this version of ojcheck has not read all submissions there."`
	Findings      []Finding       `json:"findings" nullable:"false" doc:"The most similar program of each participant and problem, the most similar first."`
	Sources       []SourceFinding `json:"sources" nullable:"false" doc:"The similar known sources: programs that the jury added."`
}

// Finding is a program that is similar to the given program.
type Finding struct {
	Submission    Side    `json:"submission" doc:"The submission. Unlike in pairs, its contest is always named."`
	SameCount     int     `json:"others" doc:"How many other submissions have the same program. A search reads the first ten with an equal fingerprint or sample; if all of them have the program, it takes it that the others have it too. Unless it searches all contests, it may stop counting at 999."`
	Same          []Side  `json:"same" nullable:"false" doc:"The first of the other submissions with the same program, about ten."`
	Distance      *int    `json:"distance" minimum:"0" maximum:"64" doc:"The number of bits in which the fingerprints differ; null if a program has no fingerprint."`
	SharedSample  int     `json:"shared_sample" doc:"The number of passages that the samples of both programs have."`
	Similarity    float64 `json:"similarity" minimum:"0" maximum:"1"`
	Coverage      float64 `json:"coverage" minimum:"0" maximum:"1" doc:"Share of the given program that is found in this one."`
	FoundCoverage float64 `json:"coverage_there" minimum:"0" maximum:"1" doc:"Share of this program that is found in the given one."`
	LongestMatch  int     `json:"longest_match" doc:"The length of the longest match, in tokens."`
	MatchedTokens int     `json:"matched_tokens"`

	OtherAttempts []Finding `json:"other_attempts" nullable:"false" doc:"The participant's other similar programs for the problem, the most similar first; their own other_attempts is empty."`
}

// SourceFinding is a known source that is similar to the given program.
type SourceFinding struct {
	Source        Source  `json:"source"`
	Contest       string  `json:"contest" doc:"The name of the source's contest; empty for a source for all contests."`
	Similarity    float64 `json:"similarity" minimum:"0" maximum:"1"`
	Coverage      float64 `json:"coverage" minimum:"0" maximum:"1" doc:"Share of the given program that is found in this one."`
	LongestMatch  int     `json:"longest_match" doc:"The length of the longest match, in tokens."`
	MatchedTokens int     `json:"matched_tokens"`
}
