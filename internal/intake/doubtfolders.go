package intake

import (
	"maps"
	"regexp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// doubtShapes doubts participants who have one of the given submissions each and names of one shape, such as 1000 or
// 17-4_alice. These may be numbers or names of submissions.
func (r reading) doubtShapes(submissions []contest.Submission) *Doubt {
	participants := countParticipants(submissions)
	withOne := count(maps.Values(participants), func(n int) bool { return n == 1 })
	shapes := map[string]int{}
	for name := range participants {
		shapes[letterRuns.ReplaceAllString(numberRuns.ReplaceAllString(name, "9"), "a")]++
	}
	shape := keyOfMost(shapes)
	if len(participants) < minDoubtedShapes || !almostAll(withOne, len(participants)) {
		return nil
	}
	isNumber := strings.Count(shape, "9") > 1 || strings.Contains(shape, "9") && len(shape) > 4 // team_12 is a participant
	example := submissions[0].Participant
	isNumber = almostAll(shapes[shape], len(participants)) && (isNumber || submissionWord.MatchString(example))
	if !isNumber && !almostAll(count(maps.Keys(participants), startsWithNumber.MatchString), len(participants)) {
		return nil
	}
	advice := i18n.Textf("a manifest can say who submitted them")
	switch {
	case gradescopeName.MatchString(example):
		advice = i18n.Textf(gradescopeAdvice)
	case isDigits.MatchString(example):
		advice = i18n.Textf("a manifest can say who submitted them, " +
			"or for Codeforces the answer of contest.status, saved beside them as status.json")
	}
	return r.newDoubt(i18n.Textf("the participants may be numbers of submissions: %[3]s of %[1]d have one submission and a name like %[2]s. If so, %[4]s",
		len(participants), text.Visible(example), i18n.Textf("%d", withOne), advice), nameLayout{})
}

// doubtFolders doubts folders, read as problems or participants, whose names are those of verdicts, languages
// or problems.
func (r reading) doubtFolders() *Doubt {
	n := r.participantPaths()
	if n == nil || r.preset != ProblemParticipant {
		return nil
	}
	problems, participants := countProblems(r.submissions), countParticipants(r.submissions)
	for _, kind := range folderKinds {
		if len(problems) > 1 && r.matches(kind, problems, problemOf) {
			var s nameLayout
			if n.areFiles {
				s = n.bestLayout(kind.role, len(participants))
			}
			if s.layout == "" {
				s = n.layoutByLevel()
			}
			return r.newDoubt(i18n.Textf(kind.problems, examples(problems)), s)
		}
		if !n.areFiles && r.matches(kind, participants, participantOf) {
			return r.newDoubt(i18n.Textf(kind.participants, examples(participants)), n.layoutByLevel())
		}
	}
	areRepeated := len(r.submissions) > len(participants)
	if !n.areFiles && len(problems) > 1 && areRepeated && mostAreLabels(participants) && r.countWithSeveralPrograms() > 0 {
		wrapper, _, _ := n.folderPattern("round")
		wrapper, _, _ = strings.Cut(wrapper, "{round}")
		better := n.verify(nameLayout{
			layout: regexp.QuoteMeta(wrapper) + `(?P<problem>[^/]+/[^/]+)/(?P<participant>[^/]+)\.[^/.]+`,
		})
		if better.layout == "" {
			better = n.layoutByLevel()
		}
		return r.newDoubt(i18n.Textf("the participants are called like problems: %s", examples(participants)), better)
	}
	return nil
}

// folderKind is a kind of folders that are neither problems nor participants, such as verdicts or languages.
type folderKind struct {
	role                   string   // the part of a layout: "verdict"
	problems, participants i18n.Key // why they may be of the kind
	isNamed                func(name string) bool
}

var folderKinds = []folderKind{
	{"verdict", "the problems are called like verdicts: %s", "the participants are called like verdicts: %s", isVerdict},
	{"language", "the problems are called like languages: %s", "the participants are called like languages: %s", isLanguage},
}

// isLanguage reports whether a name is that of a language or compiler, and each of its words belongs to such a name. So
// cs1-loop is not a language.
func isLanguage(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_ .", r) })
	for _, word := range words {
		if _, ok := lexer.ByName(word); !ok && !languageWord.MatchString(word) {
			return false
		}
	}
	_, ok := lexer.ByName(name)
	return ok
}

// languageWord matches a version, and other words that names of languages contain.
var languageWord = regexp.MustCompile(`^(?i:v?[0-9]+|gnu|ms|microsoft|visual|oracle|free|linux|vg|x86|x64)$`)

// matches reports whether all names are of the kind. They are not if all may also be names of problems, such
// as C and D.
func (k folderKind) matches(names map[string]int) bool {
	areProblems := true
	for name := range names {
		if !k.isNamed(name) {
			return false
		}
		areProblems = areProblems && problemLabel.MatchString(name)
	}
	return !areProblems
}

// matches reports whether the names of submissions are of a kind. They are no languages if most programs are in
// another language than their name says, as in a problem called java.
func (r reading) matches(kind folderKind, names map[string]int, nameOf func(contest.Submission) string) bool {
	if matches := kind.matches(names); !matches || kind.role != "language" {
		return matches
	}
	other := 0
	for _, s := range r.submissions {
		named, _ := lexer.ByName(nameOf(s))
		if written, ok := lexer.ByName(s.Language); ok && written.Family != named.Family {
			other++
		}
	}
	return 2*other <= len(r.submissions)
}
