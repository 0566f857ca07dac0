// Package apitypes declares the JSON of the API, for server and client. The OpenAPI
// document of the server takes its descriptions from the doc tags.
package apitypes

import "time"

// List is one page of a list.
type List[T any] struct {
	Items []T    `json:"items" nullable:"false" doc:"The rows of this page, in the order of the list."`
	Next  string `json:"next,omitempty" doc:"The cursor of the next page. There is none on the last page." example:"q83vAAAAAAAAAAAAAAAAMg"`
}

// Job is a check, an import or a preview.
type Job struct {
	ID        string   `json:"id" example:"KJ3P7QW2ZC5XN4T6M3D2LH7VBE"`
	Kind      string   `json:"kind" enum:"check,import,preview"`
	Contest   string   `json:"contest" doc:"The name of the contest." example:"Spring finals"`
	State     string   `json:"state" enum:"waiting,running,done,failed,cancelled" doc:"One preview and one other job run at a time; others wait."`
	Stage     string   `json:"stage" doc:"What the job does now, in words." example:"comparing programs"`
	Done      int      `json:"done" doc:"Steps of the stage that are done."`
	Total     int      `json:"total" doc:"Steps of the stage in all; 0 if unknown."`
	CheckID   int64    `json:"check_id,omitempty" doc:"The ID of the check, once the job is done."`
	ContestID int64    `json:"contest_id,omitempty" doc:"The ID of the contest, once an import is done."`
	Preview   *Preview `json:"preview,omitempty" doc:"What the upload contains, once a preview is done."`
	Error     *Failure `json:"error,omitempty" doc:"Why the job failed."`
}

// Preview is what an upload contains, as ojcheck reads it.
type Preview struct {
	Format       string           `json:"from" doc:"The format: a value for the field \"from\" of an upload." example:"dir"`
	Why          string           `json:"why" doc:"Why the format was chosen; empty if the upload named it."`
	Layout       string           `json:"layout" example:"problem/participant"`
	LayoutWhy    string           `json:"layout_why" doc:"Why the layout was chosen; empty if the upload named it."`
	Doubt        string           `json:"doubt" doc:"Why the detected layout is ambiguous; empty if it is not. A check or import of an ambiguous upload fails without the field yes."`
	LayoutToTry  string           `json:"layout_to_try" doc:"A layout that may be right; empty if none is known to fit better."`
	Participants int              `json:"participants"`
	Submissions  int              `json:"submissions"`
	ProblemCount int              `json:"problem_count"`
	Problems     []PreviewProblem `json:"problems" nullable:"false" doc:"The first 100 problems."`
	Skipped      []SkippedItem    `json:"skipped" nullable:"false" doc:"What was skipped, and why: at most the first 1,000."`
	Incomplete   []string         `json:"incomplete" nullable:"false" doc:"The inputs that were not read to their end or have broken files, and why."`
}

// PreviewProblem is a problem of a preview.
type PreviewProblem struct {
	Name         string       `json:"name" example:"A"`
	Title        string       `json:"title"`
	Participants int          `json:"participants"`
	Submissions  int          `json:"submissions"`
	Languages    string       `json:"languages" doc:"The number of submissions in each language." example:"120 cpp, 3 python"`
	FirstRows    []PreviewRow `json:"first" nullable:"false" doc:"The first 5 submissions."`
}

// PreviewRow is a submission of a preview.
type PreviewRow struct {
	Participant string     `json:"participant"`
	Attempt     int        `json:"attempt"`
	Verdict     string     `json:"verdict" doc:"Empty if it is not known."`
	Language    string     `json:"language"`
	Time        *time.Time `json:"time"`
	Kind        string     `json:"kind" example:"official"`
	Files       int        `json:"files"`
	Path        string     `json:"path"`
}

// Failure says why a job failed.
type Failure struct {
	Message  string        `json:"message" doc:"What is wrong."`
	Advice   string        `json:"advice" doc:"What to do about it."`
	Layout   string        `json:"layout,omitempty" doc:"A layout that may help; left out if none is known."`
	Doubtful bool          `json:"doubtful,omitempty" doc:"Whether the upload failed only because the detected layout is ambiguous. Send it again with the field yes if the detected layout is right."`
	Skipped  []SkippedItem `json:"skipped" nullable:"false" doc:"What was skipped, and why: at most the first 1,000."`
}

// Check is a check of a contest.
type Check struct {
	ID               int64      `json:"id" example:"7"`
	ContestID        int64      `json:"contest_id" example:"3"`
	Contest          string     `json:"contest" doc:"The contest's name." example:"Spring finals"`
	State            string     `json:"state" enum:"running,complete,failed" doc:"Only complete checks have pairs."`
	Reason           string     `json:"reason" doc:"Why the check failed, and what to do about it; empty if it did not fail."`
	Digest           string     `json:"digest" doc:"A hash of the submissions, the parameters and the algorithm version: checks with the same digest have the same result."`
	ToolVersion      string     `json:"tool_version"`
	AlgorithmVersion string     `json:"algorithm_version"`
	StartedAt        *time.Time `json:"started_at"`
	FinishedAt       *time.Time `json:"finished_at"`
	Parameters       Parameters `json:"parameters"`
	Summary          Summary    `json:"summary"`
	ThresholdText    string     `json:"threshold_text,omitempty" doc:"Which pairs the check lists, how many honest pairs are expected among them by chance, and how certain that number is. Left out in lists of checks, and if nothing was compared."`
}

// Parameters are the settings of a check.
type Parameters struct {
	Threshold      float64  `json:"threshold" minimum:"0" maximum:"1" doc:"The minimum suspicion of a listed pair."`
	MaxChance      float64  `json:"max_chance" minimum:"0" doc:"The maximum chance of a listed pair: the number of honest pairs expected by chance to be as suspicious; 0 for no limit."`
	Keep           float64  `json:"keep" minimum:"0" maximum:"1" doc:"The minimum suspicion of a stored pair."`
	Verdicts       string   `json:"verdicts" doc:"Which submissions were compared, by their verdicts: judged, accepted or all."`
	Participants   string   `json:"participants" doc:"Whose submissions were compared: official or all."`
	AcrossProblems bool     `json:"across_problems" doc:"Whether submissions of different problems were compared too."`
	Templates      bool     `json:"templates" doc:"Whether the participants' own templates were left out of the comparison."`
	Language       string   `json:"language" doc:"The language forced for every file; empty if none was."`
	Layout         string   `json:"layout" doc:"The layout of the input, such as problem/participant: what the parts of each path mean."`
	Base           []string `json:"base" nullable:"false" doc:"The names of the files of base code."`
	Against        []string `json:"against" nullable:"false" doc:"The earlier contests that the contest was compared with; the value \"archive\" means all of them."`
	ShingleLength  int      `json:"shingle_length" doc:"The length of a shingle, in tokens."`
	MinMatch       int      `json:"min_match" doc:"The length of the shortest match, in tokens."`
}

// Summary counts what a check did.
type Summary struct {
	Problems      int      `json:"problems"`
	Participants  int      `json:"participants"`
	Submissions   int      `json:"submissions" doc:"How many submissions were compared."`
	PairsCompared int64    `json:"pairs_compared" doc:"The number of pairs of participants, counted once for each problem."`
	PairsStored   int      `json:"pairs_stored" doc:"How many pairs were stored."`
	SkippedCount  int      `json:"skipped" doc:"The number of files and submissions that were not compared."`
	Text          string   `json:"text" doc:"The counts in words." example:"4 problems, 40 participants, 93 submissions, 3,120 pairs compared"`
	EmptyReason   string   `json:"nothing" doc:"Why nothing was compared; empty if something was compared."`
	Incomplete    []string `json:"incomplete" nullable:"false" doc:"The inputs that were not read to their end or have broken files, and why."`
	Warnings      []string `json:"warnings" nullable:"false" doc:"Which pairs may be missing from the list, and what to do about it."`
	Notes         []string `json:"notes" nullable:"false" doc:"Other facts that help to interpret the ranking."`
}

// SkippedItem is a file or a submission that a check did not compare.
type SkippedItem struct {
	Path   string `json:"path" example:"A/ann/readme.txt"`
	Reason string `json:"reason" example:"not a source file"`
}

// Contest is a stored contest.
type Contest struct {
	ID           int64        `json:"id" example:"3"`
	Name         string       `json:"name" doc:"The name; no other contest has it." example:"Spring finals"`
	CreatedAt    time.Time    `json:"created_at"`
	Submissions  int          `json:"submissions" doc:"How many submissions are stored, from all imports together."`
	Participants int          `json:"participants"`
	Problems     int          `json:"problems"`
	Checks       int          `json:"checks"`
	Blind        bool         `json:"blind" doc:"Whether review is blind: participants have numbers instead of names."`
	Independent  bool         `json:"independent" doc:"Whether review is independent: reviewers see the reviews of others on a pair only after their own decision; until then they see its case as open."`
	Agreement    int          `json:"agreement" doc:"How many reviewers must confirm a pair." minimum:"1" maximum:"9"`
	Live         string       `json:"live,omitempty" enum:"live,silent" doc:"live: a watch follows the contest now. silent: its watch has reported nothing for a minute. Left out if no watch follows it."`
	Role         string       `json:"role" doc:"Your role in the contest." enum:"viewer,reviewer,chief,administrator"`
	About        AboutContest `json:"about" doc:"What the judge system says of the contest; fields are empty or null if it says nothing."`
}

// AboutContest is what the judge system says about a contest.
type AboutContest struct {
	System          string           `json:"system" example:"Contest API 2023-06"`
	SystemID        string           `json:"system_id,omitempty" doc:"The judge system's ID of the contest. Left out if review is blind, because names can be looked up with it."`
	Title           string           `json:"title"`
	StartsAt        *time.Time       `json:"starts_at"`
	DurationSeconds int64            `json:"duration_seconds" doc:"The duration; 0 if it is not known."`
	Problems        []ContestProblem `json:"problems,omitempty" nullable:"false" doc:"The problems. Left out in lists of contests, and if the judge system names no problems."`
}

// ContestProblem is what the judge system says about a problem.
type ContestProblem struct {
	Name     string `json:"name" doc:"The name of the problem in submissions and pairs." example:"A"`
	Title    string `json:"title"`
	SystemID string `json:"system_id" doc:"The judge system's ID of the problem."`
}
