package intake

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// split is a layout that splits names, with the participants and problems that the layout finds.
type split struct {
	layout                 string
	roles                  []string       // groups of the layout that are in the names, except participant
	participants, problems map[string]int // number of programs of each
	example                [2]string      // a participant and their problem
	hasLongID              bool           // most values of the group id are too long for a student's number
}

// parts describes the roles in words.
func (s split) parts() i18n.Text {
	var list []i18n.Text
	for _, role := range s.roles {
		list = append(list, i18n.Textf(map[string]i18n.Key{
			"id": "a number", "verdict": "a verdict", "time": "a time", "problem": "a problem", "language": "a language",
			"attempt": "an attempt", "score": "a score",
		}[role]))
	}
	return i18n.Join(list)
}

// isBetter reports whether s names more parts than another split, and is no coincidence: s has a verdict or a time, or
// gives participants several programs. participantsBefore counts participants without s; 0 if folders name participants.
//
// A number beside a name may be the number of a student, which distinguishes namesakes. So a split that finds only
// numbers must find several problems, or numbers that are too long for students.
func (s split) isBetter(than split, participantsBefore int) bool {
	if s.layout == "" || len(s.roles) <= len(than.roles) {
		return false
	}
	mergesMany := participantsBefore == 0 || 4*len(s.participants) <= 3*participantsBefore
	if len(s.roles) == 1 && s.roles[0] == "id" {
		return mergesMany && (len(s.problems) > 1 || s.hasLongID)
	}
	merges := participantsBefore == 0 || 10*len(s.participants) <= 9*participantsBefore
	return slices.ContainsFunc(s.roles, func(r string) bool { return r == "verdict" || r == "time" }) ||
		merges && (participantsBefore > 0 || len(s.problems) > 1 && slices.Contains(s.roles, "problem") || slices.Contains(s.roles, "id"))
}

// longID is the length from which numbers are too long for students. Numbers of MongoDB are as long.
const longID = 16

// isWeak reports whether the parts beside the participant are of a kind that names of participants may have too.
func (s split) isWeak() bool {
	return !slices.ContainsFunc(s.roles, func(r string) bool { return r != "attempt" && r != "language" })
}

// namedPaths are the files or folders with the names of the participants, as they were read.
type namedPaths struct {
	paths    []string
	areFiles bool     // else folders
	files    []string // paths of all programs
	input    string   // name of the problem if the layout has no problem
	isOne    bool     // the files are one of several inputs, and the first folder is the name of the input
}

// nameElements returns the elements of paths that hold the names of participants. It returns nil unless nearly all
// submissions are files with the name of the participant, or nearly all are such folders.
func (r reading) nameElements() *namedPaths {
	files, folders := &namedPaths{areFiles: true, input: r.input, isOne: r.isOne}, &namedPaths{input: r.input, isOne: r.isOne}
	for _, s := range r.submissions {
		n, base := folders, path.Base(s.Path)
		if len(s.Files) == 1 && s.Files[0].Path == s.Path {
			n, base = files, stem(base)
		}
		if base == s.Participant || path.Base(s.Path) == s.Participant {
			n.paths = append(n.paths, s.Path)
			for _, f := range s.Files {
				n.files = append(n.files, f.Path)
			}
		}
	}
	for _, n := range []*namedPaths{files, folders} {
		if almostAll(len(n.paths), len(r.submissions)) {
			return n
		}
	}
	return nil
}

func (n *namedPaths) name(p string) string {
	if n.areFiles {
		return stem(path.Base(p))
	}
	return path.Base(p)
}

// suffix returns the pattern of what follows the names.
func (n *namedPaths) suffix() string {
	if !n.areFiles {
		return "/{file}"
	}
	return extensionOf(n.paths)
}

// extensionOf returns the pattern of the extensions of files.
func extensionOf(files []string) string {
	if slices.ContainsFunc(files, func(p string) bool { return path.Ext(p) == "" }) {
		return ""
	}
	return ".{ext}"
}

// separators may stand between the parts of a name. A separator comes after the longer separators that contain it, and
// is preferred only if it finds more.
var separators = []string{"__", "--", " - ", ", ", "_", "-", ".", " ", "@", "+", ","}

// split finds out what the parts of the names mean. It takes parts from both ends as long as the values of a part in
// all names show the meaning of the part. The remaining parts in the middle are the name of the participant. If no part
// has a meaning, or no part remains, split returns the zero split. The caller has to verify any other split.
//
// folders is the pattern of the folders above the names, and folder says what these folders mean where they differ. If
// folder is "participant", the names hold the problem and no participant.
func (n *namedPaths) split(names []string, separator, folder, folders string, hasFolder bool) split {
	p := newParts(names, separator)
	if p == nil {
		return split{}
	}
	if folder == "problem" {
		p.used["problem"] = hasFolder
	}
	p.take()
	middle := []string{"{participant}"}
	if folder == "participant" {
		middle = p.middleWithoutParticipant()
	} else if p.free() > 0 {
		middle = p.middle()
	}
	if !hasFolder && folder != "problem" || len(p.roles) == 0 || p.free() == 0 && folder != "participant" || folder == "participant" && !p.used["problem"] {
		return split{}
	}
	if base := path.Base(folders); folder == "problem" && !p.used["problem"] && folders != "" { // the folder of the files is the only problem
		folders = strings.TrimSuffix(folders, base+"/") + "{problem}/"
	}
	pattern := strings.Join(slices.Concat(p.left, middle, p.rightInOrder()), separator)
	return split{layout: folders + pattern + n.suffix(), roles: p.roles}
}

// verify applies the layout of s to the paths. It returns the zero split unless nearly all paths match, or if the layout
// takes participants for problems.
func (n *namedPaths) verify(s split) split {
	p, err := parsePattern(s.layout)
	if err != nil {
		return split{}
	}
	s.participants, s.problems = map[string]int{}, map[string]int{}
	matched, long := 0, 0
	for _, name := range n.files {
		if f, ok := p.match(name); ok {
			if len(f.id) >= longID {
				long++
			}
			f.problem = cmp.Or(f.problem, n.input)
			if matched == 0 {
				s.example = [2]string{f.participant, f.problem}
			}
			matched++
			s.participants[f.participant]++
			s.problems[f.problem]++
		}
	}
	if !almostAll(matched, len(n.files)) || len(s.participants) < 2 || len(s.participants) < len(s.problems) && mostAreLabels(s.participants) {
		return split{}
	}
	s.hasLongID = 2*long > matched
	return s
}

// parts are names that are cut at a separator, and what is known about the parts.
type parts struct {
	names       [][]string // each has at least width parts
	width       int
	exact       bool     // nearly all names have width parts
	left, right []string // patterns of the parts that have a meaning, from both ends
	roles       []string // the groups in left and right
	used        map[string]bool
}

// newParts cuts names that foldParts has folded; nil if most names have only one part, or too many parts.
func newParts(names []string, separator string) *parts {
	p := &parts{used: map[string]bool{}}
	for _, name := range names {
		p.names = append(p.names, strings.SplitN(name, separator, maxParts+1))
	}
	all := len(p.names)
	p.width = commonWidth(p.names)
	if p.width < 2 || p.width > maxParts {
		return nil
	}
	p.names = slices.DeleteFunc(p.names, func(parts []string) bool { return len(parts) < p.width })
	exact := 0
	for _, parts := range p.names {
		if len(parts) == p.width {
			exact++
		}
	}
	p.exact = almostAll(exact, all)
	return p
}

// free counts the parts without a meaning.
func (p *parts) free() int { return p.width - len(p.left) - len(p.right) }

// take finds the meanings of parts, from the left and then from the right.
func (p *parts) take() {
	p.takeFrom(&p.left, func(name []string) string { return name[len(p.left)] })
	p.takeFrom(&p.right, func(name []string) string { return name[len(name)-1-len(p.right)] })
}

func (p *parts) takeFrom(side *[]string, next func(name []string) string) {
	for p.free() > 0 {
		var values []string
		for _, name := range p.names {
			values = append(values, next(name))
		}
		role := roleOf(values, p.used["problem"])
		literal := strings.TrimPrefix(role, "=")
		switch {
		case role == "id" && p.used[role], role == "problem" && areNumbers(values) && p.hasLetteredProblem():
			*side = append(*side, "{}") // for example the number of the participant
		case role == "" || p.used[role]:
			return
		case literal != role:
			*side = append(*side, literal) // the same in all names
		default:
			p.use(role)
			*side = append(*side, "{"+role+"}")
		}
	}
}

// hasLetteredProblem reports whether a part is a problem whose name has letters, such as A.
func (p *parts) hasLetteredProblem() bool {
	for i := range p.width {
		var values []string
		for _, name := range p.names {
			values = append(values, name[i])
		}
		if roleOf(values, false) == "problem" && !areNumbers(values) {
			return true
		}
	}
	return false
}

func areNumbers(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !isSmallNumber(v) })
}

func (p *parts) use(role string) {
	p.used[role] = true
	p.roles = append(p.roles, role)
}

func (p *parts) rightInOrder() []string {
	right := slices.Clone(p.right)
	slices.Reverse(right)
	return right
}

// distinct counts the values of part i.
func (p *parts) distinct(i int) int {
	values := map[string]bool{}
	for _, name := range p.names {
		values[name[i]] = true
	}
	return len(values)
}

// middle returns the patterns of the parts without a meaning: the participant. If there are two such parts, and most values
// of each part stand beside several values of the other part, then the part with fewer values is the problem. First and
// last names do not combine like this.
func (p *parts) middle() []string {
	if p.free() != 2 || !p.exact || p.used["problem"] {
		return []string{"{participant}"}
	}
	first, second := p.distinct(len(p.left)), p.distinct(len(p.left)+1)
	fewer, more := min(first, second), max(first, second)
	if fewer < 2 || fewer > maxLabels || 2*len(p.names) < 3*more || len(p.names) < 3*fewer {
		return []string{"{participant}"}
	}
	p.use("problem")
	if first < second {
		return []string{"{problem}", "{participant}"}
	}
	return []string{"{participant}", "{problem}"}
}

// middleWithoutParticipant returns the patterns of the parts without a meaning if a folder is the participant. The first
// part that has few values is the problem. The other parts are not read.
func (p *parts) middleWithoutParticipant() (list []string) {
	for i := range p.free() {
		if n := p.distinct(len(p.left) + i); p.exact && !p.used["problem"] && n <= maxLabels && 2*n < len(p.names) {
			p.use("problem")
			list = append(list, "{problem}")
		} else {
			list = append(list, "{}")
		}
	}
	return list
}

// foldParts removes underscores from verdicts and times, so that a verdict or a time is one part.
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

// folderPattern returns the pattern of the folders above the names. At one level the folders may differ: role says what
// these folders are. If role is problem, a single folder that is called like a problem is a problem too. ok is false if a
// pattern cannot express the folders.
func (n *namedPaths) folderPattern(role string) (pattern string, found, ok bool) {
	first := strings.Split(n.paths[0], "/")
	isDeeper := func(p string) bool { return strings.Count(p, "/") != len(first)-1 }
	if len(first) > maxFolders || slices.ContainsFunc(n.paths, isDeeper) {
		return "", false, false
	}
	for level := range len(first) - 1 {
		var values []string
		for _, p := range n.paths {
			values = append(values, strings.Split(p, "/")[level])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		isSame := len(values) == 1
		isProblem := role == "problem" && level == len(first)-2 && problemLabel.MatchString(first[level]) &&
			!roundLabel.MatchString(first[level]) && !(n.isOne && level == 0)
		switch {
		case isSame && !isLiteral(first[level]), !isSame && found:
			return "", false, false
		case isSame && (found || !isProblem):
			pattern += first[level] + "/"
		case role == "participant":
			pattern, found = pattern+participantFolder(values)+"/", true
		default:
			pattern, found = pattern+"{"+role+"}/", true
		}
	}
	return pattern, found, true
}

// byLevel returns the layout of files at one depth, by what the names at each level share. The level with the most names is
// the participant, unless the names at that level are called like problems.
func (n *namedPaths) byLevel() split {
	first := strings.Split(n.files[0], "/")
	levels := make([]map[string]int, len(first))
	for i := range levels {
		levels[i] = make(map[string]int)
	}
	for _, name := range n.files {
		elements := strings.Split(name, "/")
		if len(elements) != len(first) || len(first) > maxFolders {
			return split{}
		}
		elements[len(elements)-1] = stem(elements[len(elements)-1])
		for i, element := range elements {
			levels[i][element]++
		}
	}
	patterns := make([]string, len(levels))
	problem, participant := -1, -1
	var free []int // levels that may be of problems and participants
	for i, values := range levels {
		kind := slices.IndexFunc(folderKinds, func(k folderKind) bool { return len(values) > 1 && k.matches(values) })
		switch {
		case len(values) == 1 && isLiteral(first[i]) && i < len(levels)-1:
			patterns[i] = first[i]
		case kind >= 0:
			patterns[i] = "{" + folderKinds[kind].name + "}"
		case i == len(levels)-1 && mostMatch(values, isDigits.MatchString) && (problem >= 0 || 2*len(values) > len(n.files)):
			patterns[i] = "{id}"
		default:
			patterns[i] = "{}"
			free = append(free, i)
			if mostAreLabels(values) {
				problem = i
			} else if participant < 0 || len(values) >= len(levels[participant]) {
				participant = i
			}
		}
	}
	if participant < 0 {
		return split{}
	}
	for _, i := range free {
		if problem < 0 && i != participant {
			problem = i
		}
	}
	if problem >= 0 {
		patterns[problem] = "{problem}"
	}
	patterns[participant] = "{participant}"
	best := n.verify(split{layout: strings.Join(patterns, "/") + extensionOf(n.files)})
	for _, separator := range []string{"_", "-"} {
		s := n.verify(split{layout: strings.Replace(best.layout, "{participant}.", "{participant}"+separator+"{attempt}.", 1)})
		if s.layout != best.layout && s.layout != "" && 4*len(s.participants) <= 3*len(best.participants) {
			return s
		}
	}
	return best
}

// roundLabel matches names of rounds and days of a contest.
var roundLabel = regexp.MustCompile(`^(?i:round|day)`)

// participantFolder returns the pattern of folders with the names of participants. At an end, the names may have a number,
// such as in "alice-1024", or a word that all names have.
func participantFolder(names []string) string {
	var folded []string
	for _, name := range sampleOf(names, maxDoubtedNames) {
		folded = append(folded, foldParts(name))
	}
	for _, separator := range separators {
		p := newParts(folded, separator)
		if p == nil {
			continue
		}
		if p.take(); len(p.left)+len(p.right) > 0 && p.free() > 0 {
			for _, side := range [][]string{p.left, p.right} {
				for i, part := range side {
					if strings.HasPrefix(part, "{") {
						side[i] = "{}"
					}
				}
			}
			return strings.Join(slices.Concat(p.left, []string{"{participant}"}, p.rightInOrder()), separator)
		}
	}
	return "{participant}"
}

// isLiteral reports whether a pattern may contain the text as it is.
func isLiteral(text string) bool { return !strings.ContainsAny(text, "{}(") }

// roleOf returns what a part of all names means: a group of a pattern, or "=" and the text if all names have the same text.
// It returns "" if the part may be the participant. hasProblem says that another part is the problem.
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
	case isFew && nearly(isLanguage):
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

// isTime reports whether a part is a time from 2000 to 2099. The bounds exclude most other numbers of ten digits.
func isTime(v string) bool {
	t, ok := parseTime(v)
	return ok && len(v) >= 10 && t.Year() >= 2000 && t.Year() < 2100
}

// isSubmissionID reports whether a part is a decimal or hexadecimal number, such as an ObjectId of MongoDB or a UUID.
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
