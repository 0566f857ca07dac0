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

// nameLayout is a layout that splits the names of files or folders. verify fills the fields after roles.
type nameLayout struct {
	layout                 string
	roles                  []string       // what the parts of the names are: groups of the layout, except participant
	participants, problems map[string]int // number of programs of each
	example                [2]string      // participant and problem of the first program
	hasLongID              bool           // most values of the group id are too long for the number of a student
}

// roleTexts names the roles in words.
func (s nameLayout) roleTexts() i18n.Text {
	var list []i18n.Text
	for _, role := range s.roles {
		list = append(list, i18n.Textf(map[string]i18n.Key{
			"id": "a number", "verdict": "a verdict", "time": "a time", "problem": "a problem", "language": "a language",
			"attempt": "an attempt", "score": "a score",
		}[role]))
	}
	return i18n.Join(list)
}

// isBetter reports whether s has more roles than another layout, and fits by more than coincidence: a role is a
// verdict or a time, or s gives participants several programs. currentParticipants is the number of participants
// without s; 0 if folders name the participants.
//
// A number beside a name may be the number of a student. So a layout that finds only numbers must find
// several problems, or numbers that are too long for students.
func (s nameLayout) isBetter(other nameLayout, currentParticipants int) bool {
	if s.layout == "" || len(s.roles) <= len(other.roles) {
		return false
	}
	mergesMany := currentParticipants == 0 || 4*len(s.participants) <= 3*currentParticipants
	if len(s.roles) == 1 && s.roles[0] == "id" {
		return mergesMany && (len(s.problems) > 1 || s.hasLongID)
	}
	merges := currentParticipants == 0 || 10*len(s.participants) <= 9*currentParticipants
	has := func(role string) bool { return slices.Contains(s.roles, role) }
	return has("verdict") || has("time") ||
		merges && (currentParticipants > 0 || len(s.problems) > 1 && has("problem") || has("id"))
}

// longID is the length from which an ID is too long for the number of a student. IDs of MongoDB are longer.
const longID = 16

// isWeak reports whether the names of participants themselves may contain all the roles.
func (s nameLayout) isWeak() bool {
	return !slices.ContainsFunc(s.roles, func(r string) bool { return r != "attempt" && r != "language" })
}

// namedPaths are the files or folders that have the names of participants.
type namedPaths struct {
	paths          []string
	areFiles       bool     // false if they are folders
	files          []string // paths of all programs
	defaultProblem string   // name of the problem if the layout has no problem
	isOneOfSeveral bool     // the files are one of several inputs, and paths begin with its name
}

// participantPaths returns the paths that have the names of the participants. Nearly all submissions must be
// such files, or nearly all must be such folders. Otherwise it returns nil.
func (r reading) participantPaths() *namedPaths {
	folders := &namedPaths{defaultProblem: r.input.name, isOneOfSeveral: r.isOneOfSeveral}
	files := &namedPaths{areFiles: true, defaultProblem: r.input.name, isOneOfSeveral: r.isOneOfSeveral}
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

// separators may stand between the parts of a name. A longer separator comes before the shorter ones in it. A
// later one is chosen only if it finds more roles.
var separators = []string{"__", "--", " - ", ", ", "_", "-", ".", " ", "@", "+", ","}

// splitNames finds out what the parts of the names mean. It reads parts from both ends, as long as the values
// of a part in all names show its meaning. The middle is the name of the participant. If no part has a
// meaning, or no middle remains, splitNames returns the zero layout. The caller has to verify any other
// layout.
//
// folders is the pattern of the folders above the names. hasFolder says that these folders differ at one
// level, and folderRole says what they mean there. If folderRole is "participant", the names hold the problem
// and no participant.
func (n *namedPaths) splitNames(names []string, separator, folderRole, folders string, hasFolder bool) nameLayout {
	p := newCutNames(names, separator)
	if p == nil {
		return nameLayout{}
	}
	if folderRole == "problem" {
		p.used["problem"] = hasFolder
	}
	p.findRoles()
	var middle []string
	isComplete := false // the names hold what the folders lack
	if folderRole == "participant" {
		middle = p.middleWithoutParticipant()
		isComplete = p.used["problem"]
	} else if p.countRest() > 0 {
		middle, isComplete = p.middle(), true
	}
	if !isComplete || len(p.roles) == 0 || !hasFolder && folderRole != "problem" {
		return nameLayout{}
	}
	if base := path.Base(folders); folderRole == "problem" && !p.used["problem"] && folders != "" { // an only problem
		folders = strings.TrimSuffix(folders, base+"/") + "{problem}/"
	}
	pattern := strings.Join(slices.Concat(p.left, middle, p.rightInOrder()), separator)
	return nameLayout{layout: folders + pattern + n.suffix(), roles: p.roles}
}

// verify applies the layout of s to the paths. It returns the zero layout unless nearly all paths match. It
// also does so if the layout takes participants for problems.
func (n *namedPaths) verify(s nameLayout) nameLayout {
	p, err := parsePattern(s.layout)
	if err != nil {
		return nameLayout{}
	}
	s.participants, s.problems = map[string]int{}, map[string]int{}
	matched, long := 0, 0
	for _, name := range n.files {
		f, ok := p.match(name)
		if !ok {
			continue
		}
		if len(f.id) >= longID {
			long++
		}
		f.problem = cmp.Or(f.problem, n.defaultProblem)
		if matched == 0 {
			s.example = [2]string{f.participant, f.problem}
		}
		matched++
		s.participants[f.participant]++
		s.problems[f.problem]++
	}
	isSwapped := len(s.participants) < len(s.problems) && mostAreLabels(s.participants)
	if !almostAll(matched, len(n.files)) || len(s.participants) < 2 || isSwapped {
		return nameLayout{}
	}
	s.hasLongID = 2*long > matched
	return s
}

// cutNames are names that are cut at a separator, and what is known about their parts.
type cutNames struct {
	names       [][]string // each has at least width parts
	width       int
	sameWidth   bool            // nearly all names have width parts
	left, right []string        // patterns of the parts that have a meaning, from both ends inwards
	roles       []string        // the groups in left and right
	used        map[string]bool // by role: it must not be found again
}

// newCutNames cuts names that foldParts has folded. It returns nil if more than a tenth of the names have only one
// part, or if nearly all have more than maxParts.
func newCutNames(names []string, separator string) *cutNames {
	p := &cutNames{used: map[string]bool{}}
	for _, name := range names {
		p.names = append(p.names, strings.SplitN(name, separator, maxParts+1))
	}
	all := len(p.names)
	p.width = commonWidth(p.names)
	if p.width < 2 || p.width > maxParts {
		return nil
	}
	p.names = slices.DeleteFunc(p.names, func(parts []string) bool { return len(parts) < p.width })
	exact := count(slices.Values(p.names), func(parts []string) bool { return len(parts) == p.width })
	p.sameWidth = almostAll(exact, all)
	return p
}

// countRest counts the parts without a meaning.
func (p *cutNames) countRest() int { return p.width - len(p.left) - len(p.right) }

// findRoles finds the meanings of parts, from the left and then from the right.
func (p *cutNames) findRoles() {
	p.findRolesFrom(&p.left, func(name []string) string { return name[len(p.left)] })
	p.findRolesFrom(&p.right, func(name []string) string { return name[len(name)-1-len(p.right)] })
}

func (p *cutNames) findRolesFrom(side *[]string, next func(name []string) string) {
	for p.countRest() > 0 {
		var values []string
		for _, name := range p.names {
			values = append(values, next(name))
		}
		switch role := roleOf(values, p.used["problem"]); {
		case role == literal:
			*side = append(*side, values[0])
		case role == "id" && p.used[role], role == "problem" && areNumbers(values) && p.hasLetteredProblem():
			*side = append(*side, "{}") // for example the number of the participant
		case role == "" || p.used[role]:
			return
		default:
			p.addRole(role)
			*side = append(*side, "{"+role+"}")
		}
	}
}

// hasLetteredProblem reports whether a part is a problem whose name has letters, such as A.
func (p *cutNames) hasLetteredProblem() bool {
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

func (p *cutNames) addRole(role string) {
	p.used[role] = true
	p.roles = append(p.roles, role)
}

func (p *cutNames) rightInOrder() []string {
	right := slices.Clone(p.right)
	slices.Reverse(right)
	return right
}

// countValues counts the distinct values of part i.
func (p *cutNames) countValues(i int) int {
	values := map[string]bool{}
	for _, name := range p.names {
		values[name[i]] = true
	}
	return len(values)
}

// middle returns the patterns of the parts without a meaning. These parts are the participant. But if there are two
// parts, and the values of both occur in several names on average, then the part with fewer values is the problem.
// First and last names do not repeat like this.
func (p *cutNames) middle() []string {
	if p.countRest() != 2 || !p.sameWidth || p.used["problem"] {
		return []string{"{participant}"}
	}
	first, second := p.countValues(len(p.left)), p.countValues(len(p.left)+1)
	fewer, more := min(first, second), max(first, second)
	if fewer < 2 || fewer > maxLabels || 2*len(p.names) < 3*more || len(p.names) < 3*fewer {
		return []string{"{participant}"}
	}
	p.addRole("problem")
	if first < second {
		return []string{"{problem}", "{participant}"}
	}
	return []string{"{participant}", "{problem}"}
}

// middleWithoutParticipant returns the patterns of the parts without a meaning if a folder is the
// participant. The first part with few values is the problem. The patterns ignore the other parts.
func (p *cutNames) middleWithoutParticipant() (list []string) {
	for i := range p.countRest() {
		if n := p.countValues(len(p.left) + i); p.sameWidth && !p.used["problem"] && n <= maxLabels && 2*n < len(p.names) {
			p.addRole("problem")
			list = append(list, "{problem}")
		} else {
			list = append(list, "{}")
		}
	}
	return list
}

// foldParts replaces each verdict and each time by one without underscores, so that it is one part.
func foldParts(name string) string {
	return foldedTime.ReplaceAllString(foldedVerdict.ReplaceAllString(name, "${1}WA${2}"), "${1}20240501T100000${2}")
}

var (
	foldedVerdict = regexp.MustCompile(`(^|[^\pL])` + verdictWords + `([^\pL]|$)`)
	foldedTime    = regexp.MustCompile(`(^|[^0-9])(?:` + strings.TrimSuffix(wordsWithUnderscore["time"], "|") + `)([^0-9]|$)`)
)

// commonWidth returns the largest number of parts that at least 90% of the names have.
func commonWidth(names [][]string) int {
	var widths []int
	for _, parts := range names {
		widths = append(widths, len(parts))
	}
	slices.Sort(widths)
	return widths[len(widths)/10]
}

// folderPattern returns the pattern of the folders above the names. The folders may differ at one level: then found
// is true, and the pattern has role at that level. If role is problem, an only folder that is called like a problem
// is a problem too. ok is false if a pattern cannot express the folders.
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
		isOnlyProblem := role == "problem" && level == len(first)-2 && problemLabel.MatchString(first[level]) &&
			!roundLabel.MatchString(first[level]) && !(n.isOneOfSeveral && level == 0)
		switch {
		case isSame && !isLiteral(first[level]), !isSame && found:
			return "", false, false
		case isSame && (found || !isOnlyProblem):
			pattern += first[level] + "/"
		case role == "participant":
			pattern, found = pattern+participantFolder(values)+"/", true
		default:
			pattern, found = pattern+"{"+role+"}/", true
		}
	}
	return pattern, found, true
}

// layoutByLevel returns the layout of files that are at one depth. The names at each level show the role of
// the level. The level with the most names is the participant, unless these names are called like problems.
func (n *namedPaths) layoutByLevel() nameLayout {
	first := strings.Split(n.files[0], "/")
	levels := make([]map[string]int, len(first))
	for i := range levels {
		levels[i] = make(map[string]int)
	}
	for _, name := range n.files {
		elements := strings.Split(name, "/")
		if len(elements) != len(first) || len(first) > maxFolders {
			return nameLayout{}
		}
		elements[len(elements)-1] = stem(elements[len(elements)-1])
		for i, element := range elements {
			levels[i][element]++
		}
	}
	patterns := make([]string, len(levels))
	problem, participant := -1, -1
	var openLevels []int // levels that may be problems or participants
	for i, values := range levels {
		kind := slices.IndexFunc(folderKinds, func(k folderKind) bool { return len(values) > 1 && k.matches(values) })
		switch {
		case len(values) == 1 && isLiteral(first[i]) && i < len(levels)-1:
			patterns[i] = first[i]
		case kind >= 0:
			patterns[i] = "{" + folderKinds[kind].role + "}"
		case i == len(levels)-1 && mostMatch(values, isDigits.MatchString) && (problem >= 0 || 2*len(values) > len(n.files)):
			patterns[i] = "{id}"
		default:
			patterns[i] = "{}"
			openLevels = append(openLevels, i)
			if mostAreLabels(values) {
				problem = i
			} else if participant < 0 || len(values) >= len(levels[participant]) {
				participant = i
			}
		}
	}
	if participant < 0 {
		return nameLayout{}
	}
	for _, i := range openLevels {
		if problem < 0 && i != participant {
			problem = i
		}
	}
	if problem >= 0 {
		patterns[problem] = "{problem}"
	}
	patterns[participant] = "{participant}"
	best := n.verify(nameLayout{layout: strings.Join(patterns, "/") + extensionOf(n.files)})
	for _, separator := range []string{"_", "-"} {
		layout := strings.Replace(best.layout, "{participant}.", "{participant}"+separator+"{attempt}.", 1)
		s := n.verify(nameLayout{layout: layout})
		if s.layout != best.layout && s.layout != "" && 4*len(s.participants) <= 3*len(best.participants) {
			return s
		}
	}
	return best
}

// roundLabel matches names of rounds and days of a contest.
var roundLabel = regexp.MustCompile(`^(?i:round|day)`)

// participantFolder returns the pattern of folders that have the names of participants. The pattern ignores a
// number at an end of the names, as in "alice-1024", and a word that all names have.
func participantFolder(names []string) string {
	var folded []string
	for _, name := range sampleOf(names, maxDoubtedNames) {
		folded = append(folded, foldParts(name))
	}
	for _, separator := range separators {
		p := newCutNames(folded, separator)
		if p == nil {
			continue
		}
		p.findRoles()
		if len(p.left)+len(p.right) == 0 || p.countRest() == 0 {
			continue
		}
		for _, side := range [][]string{p.left, p.right} {
			for i, part := range side {
				if strings.HasPrefix(part, "{") {
					side[i] = "{}"
				}
			}
		}
		return strings.Join(slices.Concat(p.left, []string{"{participant}"}, p.rightInOrder()), separator)
	}
	return "{participant}"
}

// isLiteral reports whether a pattern may contain the text as it is.
func isLiteral(text string) bool { return !strings.ContainsAny(text, "{}(") }

// literal is the role of a part that is the same in all names.
const literal = "="

// roleOf returns what a part of all names means: a group of a pattern, or literal. It returns "" if the part may
// be the participant. hasProblem says that another part is the problem.
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
		return literal
	case isUnique && nearly(submissionID.MatchString):
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

// maxParts bounds the parts of a name. A name with more parts does not describe a submission.
const maxParts = 20

// maxLabels is the highest number of problems, attempts, languages or scores that roleOf expects in a
// contest.
const maxLabels = 30

func isVerdict(v string) bool { return slices.Contains(knownVerdicts, string(parseVerdict(v))) }

// isTime reports whether a part is a time from 2000 to 2099. These bounds exclude most other numbers of ten
// digits.
func isTime(v string) bool {
	t, ok := parseTime(v)
	return ok && t.Year() >= 2000 && t.Year() < 2100
}

// submissionID matches a decimal or hexadecimal number, such as an ObjectId of MongoDB or a UUID.
var submissionID = regexp.MustCompile(`^(?i:[0-9]{1,18}|[0-9a-f]{8,40}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$`)

func isSmallNumber(v string) bool {
	n, err := strconv.Atoi(v)
	return err == nil && n >= 0 && n <= 99
}

func isScore(v string) bool {
	x, err := strconv.ParseFloat(v, 64)
	return err == nil && x >= 0 && x <= 100
}
