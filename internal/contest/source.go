package contest

import (
	"fmt"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// SourceKind says where a known source comes from.
type SourceKind string

// The kinds of known sources, in the order of lists.
const (
	Generated SourceKind = "generated" // an answer that a language model wrote from the statement
	Editorial SourceKind = "editorial" // of the problem's editorial
	Published SourceKind = "published" // a library, or a program on the web
	Jury      SourceKind = "jury"      // a solution of the jury or of a tester
	Leaked    SourceKind = "leaked"    // a solution that participants passed round
)

// SourceKinds lists all kinds.
var SourceKinds = []SourceKind{Generated, Editorial, Published, Jury, Leaked}

func (k SourceKind) Valid() bool { return slices.Contains(SourceKinds, k) }

// sourceTexts has the texts of each kind: its name, a number of sources, some of several sources, and the
// only source.
var sourceTexts = map[SourceKind]struct{ name, counted, some, only i18n.Key }{
	Generated: {"generated", "%d generated answers", "%s of the %d generated answers", "the generated answer"},
	Editorial: {"editorial", "%d editorial solutions", "%s of the %d editorial solutions", "the editorial solution"},
	Published: {"published", "%d published programs", "%s of the %d published programs", "the published program"},
	Jury:      {"jury", "%d jury solutions", "%s of the %d jury solutions", "the jury solution"},
	Leaked:    {"leaked", "%d leaked programs", "%s of the %d leaked programs", "the leaked program"},
}

// Text names the kind.
func (k SourceKind) Text() i18n.Key { return sourceTexts[k].name }

// KnownSource is a program that participants may have taken code from. The jury adds it. It is no
// participant: no pair, count, cluster or frequency includes it.
type KnownSource struct {
	ID        int64
	ContestID int64  // 0 for a source for all contests
	Contest   string // name; "" for a source for all contests
	Problem   string // "" for all problems of the contest
	Kind      SourceKind
	Name      string
	Date      time.Time // of publication; zero if unknown
	URL       string
	Licence   string
	AddedAt   time.Time
	File      File // File.Content is nil in lists
	// Sample has the shingles by which searches find the program, see program.Sample; nil in a source that was read
	// from the archive.
	Sample []uint32
}

// IsFor reports whether programs for a problem are compared with the source.
func (s KnownSource) IsFor(problem string) bool { return s.Problem == "" || s.Problem == problem }

// Scope names the contest and problem of the source.
func (s KnownSource) Scope() string {
	switch {
	case s.Contest == "":
		return "all contests"
	case s.Problem == "":
		return s.Contest
	}
	return s.Contest + ", problem " + s.Problem
}

// StoredSourceError says that a known source with the same program and scope is stored already. It wraps
// ErrExists.
type StoredSourceError struct{ Source KnownSource }

func (e *StoredSourceError) Error() string {
	return fmt.Sprintf("%s: this program is %v as a source of %s", e.Source.File.Path, ErrExists, e.Source.Scope())
}

func (e *StoredSourceError) Unwrap() error { return ErrExists }

// CheckSource is a check's copy of a known source. File.Content is nil in lists.
type CheckSource struct {
	Number int // in the check, from 1
	KnownSource
}

// KnownCode says how much of a pair's code is in the known sources of the problem.
type KnownCode struct {
	SuspicionWithout float64 `json:"suspicion_without" minimum:"0" maximum:"1" doc:"The suspicion without what known sources have."`
	Share            float64 `json:"share" minimum:"0" maximum:"1" doc:"The share of the shared passages that stands in known sources."`
	// Number, Kind and Name are those of the source that has the most shared passages. Number is CheckSource.Number.
	Number    int        `json:"source" minimum:"1" doc:"The number, in this check, of the source that has the most of the shared passages."`
	Kind      SourceKind `json:"kind" enum:"generated,editorial,published,jury,leaked"`
	Name      string     `json:"name" doc:"The name of the source; in blind contests its number." example:"answer 3"`
	Explained bool       `json:"explained" doc:"Whether known sources explain the pair: without what they have, its suspicion is at most half of what it was; or they have most of what both share, and the rest would not be listed."`
	BothNear  bool       `json:"both_near" doc:"Whether both programs are near a known source."` // see SourcePool
}

// String returns the facts in one line: "explained by a known source (answer 2, generated): 80% …".
func (k KnownCode) String() string {
	verb, near := "partly in", ""
	if k.Explained {
		verb = "explained by"
	}
	if k.BothNear {
		near = ", both programs are near a known source"
	}
	return fmt.Sprintf("%s a known source (%s, %s): %.0f%% of what both share, suspicion without it %.3f%s",
		verb, k.Name, k.Kind, 100*k.Share, k.SuspicionWithout, near)
}

// SourcePool says how near programs for one problem in one language family are to the known sources. A
// participant is near a source if one of their programs is nearer to it, by a tenth or more, than any two
// programs of the others are to each other. The others are the participants who are in no listed pair and
// near no source.
type SourcePool struct {
	Problem  string             `json:"problem"`
	Language string             `json:"language"` // family
	Sources  map[SourceKind]int `json:"sources"`  // number of sources of each kind
	Others   int                `json:"others"`   // participants who are in no listed pair and near no source
	Listed   int                `json:"listed"`   // participants in a listed pair and near no source
	Highest  float64            `json:"highest"`  // highest suspicion of two others; 1.1 times as much is near
	Near     int                `json:"near"`     // participants who are near a source
	// TooSimple and TooFew say why nobody is near a source: honest programs are alike, or Others is below MinOthers.
	TooSimple bool `json:"too_simple,omitempty"`
	TooFew    bool `json:"too_few,omitempty"`
}

// MinOthers is the lowest SourcePool.Others that shows how near honest programs are to each other.
const MinOthers = 10

// reason says why the pool does not show who is near a source; "" if CanTell.
func (p SourcePool) reason(printer *i18n.Printer) string {
	switch {
	case p.TooSimple:
		return printer.T("too simple: honest programs for this problem are alike, so that being near a source means little")
	case p.TooFew:
		return printer.T("too few participants outside all listed pairs (%s, and %s are needed) "+
			"to know how near honest programs are to each other",
			i18n.Number(printer, p.Others), i18n.Number(printer, MinOthers))
	}
	return ""
}

// CanTell reports whether the pool shows who is near a source.
func (p SourcePool) CanTell() bool { return !p.TooSimple && !p.TooFew }

// Note says in one line which participants are near the sources. language is the name of p.Language for people.
func (p SourcePool) Note(printer *i18n.Printer, language string) string {
	if p.Problem == "" {
		return printer.T("all problems in %s, compared with %s: %s", language, p.CountedSources(printer), p.Found(printer))
	}
	return printer.T("problem %s in %s, compared with %s: %s", p.Problem, language, p.CountedSources(printer), p.Found(printer))
}

// CountedSources counts the sources: "12 generated answers and 1 jury solution".
func (p SourcePool) CountedSources(printer *i18n.Printer) string {
	var sources []string
	for _, kind := range SourceKinds {
		if n := p.Sources[kind]; n > 0 {
			sources = append(sources, printer.T(sourceTexts[kind].counted, n))
		}
	}
	return printer.Join(sources)
}

// Found says how many participants are near a source, or why the pool does not show that.
func (p SourcePool) Found(printer *i18n.Printer) string {
	if reason := p.reason(printer); reason != "" {
		return reason
	}
	return printer.T("%d participants are near a source: nearer than any two of the others, who are in no listed pair "+
		"and near no source, are to each other", p.Near)
}

// NearSources is a participant's program that is near known sources.
type NearSources struct {
	Side    Side
	Sources []NearSource // the nearest first
}

// NearSource is a known source that a program is near.
type NearSource struct {
	Number    int        `json:"source"` // CheckSource.Number
	Kind      SourceKind `json:"kind"`
	Name      string     `json:"name"`
	Suspicion float64    `json:"suspicion"` // of the program and the source, 0 to 1
}

// NearProgram is a submission that is near a source, as a check stores it.
type NearProgram struct {
	SubmissionID int64
	Number       int // CheckSource.Number
	Suspicion    float64
}

// CountedNear counts the sources that a program is near: "1 of the 2 generated answers".
func (p SourcePool) CountedNear(printer *i18n.Printer, near []NearSource) string {
	counts := make(map[SourceKind]int)
	for _, n := range near {
		counts[n.Kind]++
	}
	var names []string
	for _, kind := range SourceKinds {
		switch n, all := counts[kind], p.Sources[kind]; {
		case n == 0:
		case all == 1:
			names = append(names, printer.T(sourceTexts[kind].only))
		default:
			names = append(names, printer.T(sourceTexts[kind].some, i18n.Number(printer, n), all))
		}
	}
	return printer.Join(names)
}

// Sentence says how near a program is to sources: "Nearer to 3 of the 12 generated answers than …".
func (p SourcePool) Sentence(printer *i18n.Printer, near []NearSource) string {
	if p.Listed > 0 || p.Near > 1 {
		return printer.T("Nearer to %s than any two of the other %d participants who are in no listed pair and near no source "+
			"are to each other.", p.CountedNear(printer, near), p.Others)
	}
	return printer.T("Nearer to %s than any two of the other %d participants are to each other.",
		p.CountedNear(printer, near), p.Others)
}

// SourceFilter selects known sources: the sources of a contest, those for all contests, or both. The zero value selects every
// source.
type SourceFilter struct {
	ContestID      int64 // of the contest; 0 for none
	ForAllContests bool  // select the sources that are for all contests
}

// NearFilter selects programs that are near known sources of a check; the zero value selects all.
type NearFilter struct {
	Problem      string // "" for all
	SubmissionID int64  // 0 for all
	Offset       int
	Limit        int // 0 for no limit
}
