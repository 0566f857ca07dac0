// Package settings declares the settings of a check in one place, for the flags of the
// command line, the fields of forms and the properties of the JSON API.
//
// Each setting is a field of a struct. The tag help has the text for the command line, the tag doc the text for the API.
// The tag enum lists the allowed values. The tag form has the name in forms and in JSON; without it, the name is the Go
// name in lower case. The tag setting marks the fields that the settings file may set. The tag abovezero marks a number that must be
// above 0. Other tags belong to package kong.
package settings

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The values of Comparison.Verdicts and of Comparison.Participants.
const (
	Accepted = "accepted" // submissions that were accepted
	Judged   = "judged"   // all but compile errors; includes submissions without a verdict
	Official = "official" // all participants but virtual ones and staff
	All      = "all"
)

// Input says how to read the files of a contest. ojcheck detects the values of empty fields from the files.
type Input struct {
	From     string `placeholder:"FORMAT" help:"Format of the input: ${formats}. Detected by default." doc:"The format of the files: one of the values of --from. Detected by default."`
	Layout   string `placeholder:"LAYOUT" help:"What the parts of each path mean: problem/participant, participant/problem, participant/files, or a pattern such as {problem}/{id}_{participant}.{ext}, where {} is a part to ignore. A regular expression with groups such as (?P<participant>...) works too. Detected by default." doc:"How folders and files are named: a value as for --layout. Detected by default."`
	Language string `placeholder:"NAME" help:"Language of all files, whatever their extension." doc:"The ID of the language of all files, such as cpp. By default detected for each file."`
	Yes      bool   `help:"Go on with the detected layout even if it is ambiguous: you have checked that it is right." doc:"Go on with the detected layout even if it is ambiguous: you have checked that it is right. Without it, such an upload fails, and its preview says why."`
}

// Comparison says which submissions a check compares, and with what.
type Comparison struct {
	Verdicts       string    `setting:"" enum:"judged,accepted,all" default:"judged" placeholder:"WHICH" help:"Submissions to compare: judged (all but compile errors), accepted or all (default judged)." doc:"Which submissions to compare by their verdict: all but compile errors, accepted ones, or all. By default judged."`
	Participants   string    `setting:"" enum:"official,all" default:"official" placeholder:"WHOM" help:"Participants to compare: official, or all, with virtual participants and staff (default official)." doc:"Whose submissions to compare. By default official."`
	AcrossProblems bool      `setting:"" form:"across_problems" help:"Compare submissions to different problems too." doc:"Compare submissions of different problems too."`
	Earlier        bool      `kong:"-" doc:"Compare with all earlier contests that you may see."`
	Against        []string  `sep:"none" xor:"against" placeholder:"archive|NAME,..." help:"Compare with earlier contests too: all that are stored (archive), or those named. For several contests, repeat the flag or separate the names by commas. A value that is the name of a contest is one name, even with commas in it." doc:"Compare with the earlier contests of these IDs."`
	NoTemplates    bool      `setting:"" negatable:"templates" form:"no_templates" help:"Count own templates: code that participants repeat in their other problems. By default (--templates) they do not count." doc:"Count own templates: code that participants repeat in their other problems."`
	Threshold      Share     `setting:"" default:"${threshold}" placeholder:"T" help:"List only pairs with at least this suspicion, 0 to 1 or 0% to 100% (default ${threshold})." doc:"The minimum suspicion of listed pairs."`
	MaxChance      PairCount `setting:"" form:"max_chance" default:"${max_chance}" placeholder:"N" help:"Highest chance of a listed pair: the number of honest pairs of its problem that are expected by chance to be as suspicious (default ${max_chance}). 0 lists pairs by suspicion alone." doc:"The highest chance of a listed pair: the number of honest pairs of its problem that are expected by chance to be as suspicious; 0 for no limit. By default 1."`
}

// Storage says which pairs a check stores.
type Storage struct {
	Keep Share `setting:"" default:"${keep}" abovezero:"" placeholder:"K" help:"Store pairs with at least this suspicion, above 0 to 1 (default ${keep})." doc:"The minimum suspicion of stored pairs."`
}

// Settings has all settings of a check.
type Settings struct {
	Input      `embed:""`
	Comparison `embed:""`
	Storage    `embed:""`
}

// Of returns the settings of a check with parameters p, but not how its input was read.
func Of(p contest.Parameters) Settings {
	s := Settings{Storage: Storage{Share(p.Keep)}, Comparison: Comparison{
		Verdicts: p.Verdicts, Participants: p.Participants, AcrossProblems: p.AcrossProblems, NoTemplates: !p.Templates,
		Threshold: Share(p.Threshold), MaxChance: PairCount(p.MaxChance),
	}}
	if slices.Contains(p.Against, contest.AgainstArchive) {
		s.Earlier = true
	} else {
		s.Against = p.Against
	}
	return s
}

// Apply returns p with the settings. A Keep of 0 and empty Verdicts and Participants leave the
// values of p; a Threshold or MaxChance of 0 replaces the value of p.
func (s Settings) Apply(p contest.Parameters) contest.Parameters {
	p.Language, p.Layout = s.Language, s.Layout
	if s.Keep > 0 {
		p.Keep = float64(s.Keep)
	}
	return s.Comparison.Apply(p)
}

// Apply returns p changed by the settings of the comparison, see [Settings.Apply].
func (c Comparison) Apply(p contest.Parameters) contest.Parameters {
	if c.Verdicts != "" {
		p.Verdicts = c.Verdicts
	}
	if c.Participants != "" {
		p.Participants = c.Participants
	}
	p.AcrossProblems, p.Against, p.Templates = c.AcrossProblems, c.Against, !c.NoTemplates
	p.Threshold, p.MaxChance = float64(c.Threshold), float64(c.MaxChance)
	if c.Earlier {
		p.Against = []string{contest.AgainstArchive}
	}
	return p
}
