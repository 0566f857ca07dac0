package intake

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// doubtNames says why the participants may be names of files: 1024_AC_alice_A is a number, a verdict, a participant and
// a problem. It suggests a pattern that splits the names, if it finds one. It returns nil if the participants look like
// people, or if folders name them.
func doubtNames(submissions []contest.Submission) *LayoutError {
	var paths []string
	for _, s := range submissions {
		if len(s.Files) == 1 && s.Files[0].Path == s.Path && stem(path.Base(s.Path)) == s.Participant {
			paths = append(paths, s.Path)
		}
	}
	if len(paths) < minDoubtedNames || !almostAll(len(paths), len(submissions)) {
		return nil
	}
	participants := countParticipants(submissions)
	best := split{}
	for _, separator := range []string{"_", "-", ".", " "} {
		if s := splitNames(paths, separator); s.isBetter(best, len(participants)) {
			best = s
		}
	}
	example := text.Visible(stem(path.Base(paths[0])))
	if best.layout != "" {
		return &LayoutError{Suggestion: best.layout, Message: fmt.Sprintf(
			"the participants may be names of files: %s has %s in it. With the layout %s there are %s and %s, for example %s.",
			example, i18n.English().Join(best.parts()), best.layout, text.Count(len(best.participants), "participant"),
			text.Count(len(best.problems), "problem"), text.Visible(best.example()))}
	}
	single := 0
	for _, n := range participants {
		if n == 1 {
			single++
		}
	}
	shape, alike := commonShape(paths)
	if len(paths) < minDoubtedShapes || !almostAll(single, len(participants)) || !almostAll(alike, len(paths)) {
		return nil
	}
	if !strings.HasPrefix(shape, "9") && strings.Count(shape, "9") < 2 { // team_12 is a participant
		return nil
	}
	return &LayoutError{Message: fmt.Sprintf("the participants may be names of files: %s of %s have one submission and a name like %s. "+
		"If these are numbers of submissions, a manifest can say who submitted them, or for Codeforces the answer of contest.status, saved beside them as status.json.",
		text.Thousands(single), text.Count(len(participants), "participant"), example)}
}

// With fewer names, a pattern (minDoubtedNames) or a common shape without a pattern
// (minDoubtedShapes) may be a coincidence.
const (
	minDoubtedNames  = 5
	minDoubtedShapes = 20
)

// countParticipants counts the submissions of each participant.
func countParticipants(submissions []contest.Submission) map[string]int {
	counts := map[string]int{}
	for _, s := range submissions {
		counts[s.Participant]++
	}
	return counts
}

// commonShape returns the most common shape of the names of files, and how many have it. In a shape, 9 stands for a
// number and a for letters: 1024-AC is 9-a.
func commonShape(paths []string) (shape string, n int) {
	counts := map[string]int{}
	for _, p := range paths {
		counts[letterRuns.ReplaceAllString(digitRuns.ReplaceAllString(stem(path.Base(p)), "9"), "a")]++
	}
	shape = mostFrequent(counts)
	return shape, counts[shape]
}

// mostFrequent returns the key with the highest count, of several the first in order. counts is not empty.
func mostFrequent(counts map[string]int) string {
	keys := slices.Sorted(maps.Keys(counts))
	return slices.MaxFunc(keys, func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
}

var (
	digitRuns  = regexp.MustCompile(`[0-9]+`)
	letterRuns = regexp.MustCompile(`\pL+`)
)

// split is a layout that splits names, with the participants and problems that it finds.
type split struct {
	layout                 string
	roles                  []string       // the layout's groups that are in the file names, without participant
	participants, problems map[string]int // number of names
}

// example returns the participant with the most names, of several the first.
func (s split) example() string { return mostFrequent(s.participants) }

// isBetter reports whether a split names more parts than another, and is no coincidence: it has a part that names of
// people lack, or merges several names into one participant.
func (s split) isBetter(than split, participantsBefore int) bool {
	if s.layout == "" || len(s.roles) <= len(than.roles) {
		return false
	}
	return slices.ContainsFunc(s.roles, func(r string) bool { return r == "id" || r == "verdict" || r == "time" }) ||
		len(s.problems) > 1 && slices.Contains(s.roles, "problem") ||
		10*len(s.participants) <= 9*participantsBefore
}

// parts describes the roles in words.
func (s split) parts() []string {
	var list []string
	for _, role := range s.roles {
		list = append(list, map[string]string{
			"id": "a number", "verdict": "a verdict", "time": "a time", "problem": "a problem", "language": "a language",
			"attempt": "an attempt", "score": "a score",
		}[role])
	}
	return list
}

// splitNames finds out what the parts of file names mean. It takes parts from both ends as long as the values of a part
// in all names show its meaning. The parts that remain in the middle are the participant's name, which may contain the
// separator. splitNames returns the zero split if no part has a meaning, or if no part remains.
func splitNames(paths []string, separator string) split {
	folders, hasProblem, ok := folderPattern(paths)
	if !ok {
		return split{}
	}
	var names [][]string
	for _, p := range paths {
		names = append(names, strings.Split(foldParts(stem(path.Base(p))), separator))
	}
	width := commonWidth(names)
	if width < 2 || width > maxParts {
		return split{}
	}
	names = slices.DeleteFunc(names, func(parts []string) bool { return len(parts) < width })
	s := split{participants: map[string]int{}, problems: map[string]int{}}
	used := map[string]bool{"problem": hasProblem}
	take := func(at func(parts []string, i int) string, free int) (list []string) {
		for i := range free {
			var values []string
			for _, parts := range names {
				values = append(values, at(parts, i))
			}
			role := roleOf(values, used["problem"])
			if role == "" || used[role] {
				break
			}
			if element := strings.TrimPrefix(role, "="); element != role {
				list = append(list, element) // the same in all names
				continue
			}
			used[role] = true
			s.roles = append(s.roles, role)
			list = append(list, "{"+role+"}")
		}
		return list
	}
	left := take(func(parts []string, i int) string { return parts[i] }, width)
	right := take(func(parts []string, i int) string { return parts[len(parts)-1-i] }, width-min(len(left), width))
	if len(left)+len(right) >= width || len(s.roles) == 0 {
		return split{}
	}
	slices.Reverse(right)
	if folder := path.Base(folders); !used["problem"] && folders != "" { // the folder of the files is the only problem
		folders = strings.TrimSuffix(folders, folder+"/") + "{problem}/"
	}
	s.layout = folders + strings.Join(slices.Concat(left, []string{"{participant}"}, right), separator) + extensionPattern(paths)
	return s.verify(paths)
}

// verify applies the layout to the paths. It returns the zero split unless nearly all match.
func (s split) verify(paths []string) split {
	p, err := parsePattern(s.layout)
	if err != nil {
		return split{}
	}
	matched := 0
	for _, name := range paths {
		if f, ok := p.match(name); ok {
			matched++
			s.participants[f.participant]++
			s.problems[f.problem]++
		}
	}
	if !almostAll(matched, len(paths)) {
		return split{}
	}
	return s
}

// foldParts replaces a verdict or a time that contains underscores by one without, so that it is one part.
func foldParts(name string) string {
	return foldedTime.ReplaceAllString(foldedVerdict.ReplaceAllString(name, "${1}WA${2}"), "${1}20240501T100000${2}")
}

var (
	foldedVerdict = regexp.MustCompile(`(^|[^\pL])` + verdictWords + `([^\pL]|$)`)
	foldedTime    = regexp.MustCompile(`(^|[^0-9])(?:` + strings.TrimSuffix(wordsWithUnderscore["time"], "|") + `)([^0-9]|$)`)
)

// commonWidth returns the largest number of parts that nearly all names have.
func commonWidth(names [][]string) int {
	var widths []int
	for _, parts := range names {
		widths = append(widths, len(parts))
	}
	slices.Sort(widths)
	return widths[len(widths)/10]
}

// folderPattern returns the pattern of the folders above the files. At one level the folders may differ: they are
// problems. A single folder with the name of a problem is one too. ok is false if a pattern cannot express the folders.
func folderPattern(paths []string) (pattern string, hasProblem, ok bool) {
	first := strings.Split(paths[0], "/")
	for level := range len(first) - 1 {
		isSame := true
		for _, p := range paths {
			elements := strings.Split(p, "/")
			if len(elements) != len(first) {
				return "", false, false
			}
			isSame = isSame && elements[level] == first[level]
		}
		switch {
		case isSame && !isLiteral(first[level]), !isSame && hasProblem:
			return "", false, false
		case isSame && (hasProblem || level < len(first)-2 || !problemLabel.MatchString(first[level])):
			pattern += first[level] + "/"
		default:
			pattern, hasProblem = pattern+"{problem}/", true
		}
	}
	isDeeper := func(p string) bool { return strings.Count(p, "/") != len(first)-1 }
	return pattern, hasProblem, !slices.ContainsFunc(paths, isDeeper)
}

// isLiteral reports whether a pattern may contain the text as it is.
func isLiteral(text string) bool { return !strings.ContainsAny(text, "{}(") }

// extensionPattern returns the pattern of the files' extensions; "" if a file has none.
func extensionPattern(paths []string) string {
	if slices.ContainsFunc(paths, func(p string) bool { return path.Ext(p) == "" }) {
		return ""
	}
	return ".{ext}"
}

// roleOf returns what a part of all names means: a group of a pattern, or "=" and the text if it is the same in all. It
// returns "" if it may be the participant. hasProblem says that another part is the problem.
func roleOf(values []string, hasProblem bool) string {
	distinct := map[string]int{}
	for _, v := range values {
		distinct[v]++
	}
	nearly := func(match func(string) bool) bool {
		n := 0
		for v, count := range distinct {
			if match(v) {
				n += count
			}
		}
		return almostAll(n, len(values))
	}
	isUnique := 100*len(distinct) >= 99*len(values)
	isFew := len(distinct) <= maxLabels && 2*len(distinct) < len(values)
	switch {
	case nearly(isVerdict):
		return "verdict"
	case nearly(isTime):
		return "time"
	case len(distinct) == 1 && isLiteral(values[0]) && (hasProblem || !problemLabel.MatchString(values[0])):
		return "=" + values[0]
	case isUnique && nearly(isSubmissionID):
		return "id"
	case isFew && nearly(isSmallNumber) && hasProblem:
		return "attempt"
	case isFew && nearly(problemLabel.MatchString) && !hasProblem:
		return "problem"
	case isFew && nearly(func(v string) bool { _, ok := lexer.ByName(v); return ok }):
		return "language"
	case isFew && nearly(isScore) && distinct["100"] > 0:
		return "score"
	}
	return ""
}

// maxParts bounds the parts of a name: a name with more parts does not describe a submission.
const maxParts = 20

// maxLabels bounds the problems of a contest, as roleOf expects them.
const maxLabels = 30

func isVerdict(v string) bool { return slices.Contains(knownVerdicts, string(parseVerdict(v))) }

// isTime reports whether a part is a time, from 2000 to 2099. The years exclude most other numbers of ten digits.
func isTime(v string) bool {
	t, ok := parseTime(v)
	return ok && len(v) >= 10 && t.Year() >= 2000 && t.Year() < 2100
}

// isSubmissionID reports whether a part is a number, also a hexadecimal one such as an ObjectId of MongoDB or a UUID.
func isSubmissionID(v string) bool { return submissionID.MatchString(v) }

var submissionID = regexp.MustCompile(`^(?i:[0-9]{1,18}|[0-9a-f]{8,40}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$`)

func isSmallNumber(v string) bool {
	n, err := strconv.Atoi(v)
	return err == nil && n >= 0 && n <= 99
}

func isScore(v string) bool {
	x, err := strconv.ParseFloat(v, 64)
	return err == nil && x >= 0 && x <= 100
}
