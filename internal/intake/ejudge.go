package intake

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// ejudgeFormat reads the archive of runs, as ejudge calls submissions, that a judge downloads. Its names
// consist of parts that the judge chose, joined by hyphens. The parts are always in this order: contest, run,
// user ID, login, user's name, problem, language and time. A part may contain hyphens too. Folders name a
// problem, a user or both. Nothing says which parts the judge chose, so ejudgeFormat takes the reading that
// fits all names. If several fit, the user has to choose.
var ejudgeFormat = &format{
	name: "ejudge", title: "ejudge's archive of runs (contest_<id>_<time>/...)", detect: detectEjudge,
	mode: func(name string) readMode {
		if path.Ext(name) == "" || ejudgeFolder.MatchString(name) && !isProgram(name) && !isData(name) {
			return modeProgram
		}
		return modeByName
	},
	read: readEjudge,
}

var (
	// ejudgeFolder matches a path in the folder of the archive.
	ejudgeFolder = regexp.MustCompile(`(?:^|/)contest_([0-9]{1,9})_[0-9]{14}/`)
	// ejudgeName matches a name that begins with the numbers of contest and run, and ends with a time. By
	// default, ejudge writes such names.
	ejudgeName = regexp.MustCompile(`^[1-9][0-9]{0,8}-[0-9]{6,9}-(?:.*-)?20[0-9]{12}(?:\.[^-.]+)?$`)
	// ejudgeRun matches a name that begins with the number of a run, or with the numbers of contest and run.
	// Numbers of runs begin with zeros, numbers of students do not.
	ejudgeRun = regexp.MustCompile(`^(?:[1-9][0-9]{0,8}-)?0[0-9]{5}-.`)
)

func detectEjudge(l *listing) (reason, resemblance i18n.Text) {
	files := l.withoutParticipantFiles()
	runs := l.count(func(name string) bool { return ejudgeRun.MatchString(path.Base(name)) })
	switch {
	case almostAll(l.count(ejudgeFolder.MatchString), len(files)):
		return i18n.Textf("it is in a folder contest_<id>_<time>, as ejudge's archives are"), noText
	case almostAll(l.count(func(name string) bool { return ejudgeName.MatchString(path.Base(name)) }), len(files)):
		return i18n.Textf("its names have the numbers of a contest and of a run, and a time, as ejudge's archives do"), noText
	case runs >= minDoubtedNames && almostAll(runs, len(files)):
		return noText, i18n.Textf("ejudge's archive of runs without the folder around it")
	}
	return noText, noText
}

// ejudgePath is the path of a run in an archive.
type ejudgePath struct {
	file      file
	top       string   // the path above folders, which ends in a slash; or ""
	folders   []string // names of folders: a problem, a user, both or neither
	pieces    []string // the name without its extension, split at hyphens; ejudgeArchive.take takes parts of it
	extension string
	parts     map[string]string // the parts that take took, and the contest in the name of a folder
}

// ejudgePaths splits the paths of files. It omits paths that have another number of folders than most, or too
// many pieces.
func ejudgePaths(files []file) []*ejudgePath {
	inFolder := count(slices.Values(files), func(f file) bool { return ejudgeFolder.MatchString(f.inputPath) })
	hasExtension := 2*count(slices.Values(files), func(f file) bool { return isProgram(f.path) }) > len(files)
	if inFolder == 0 {
		for inner := unwrap(files); inner != nil && depth(files) > 2; inner = unwrap(files) {
			files = inner
		}
	}
	var paths []*ejudgePath
	counts := make(map[int]int) // number of paths by number of folders
	for _, f := range files {
		if 2*inFolder > len(files) && !ejudgeFolder.MatchString(f.inputPath) {
			continue
		}
		p := &ejudgePath{file: f, folders: f.elements[:len(f.elements)-1], parts: make(map[string]string)}
		if at := slices.IndexFunc(p.folders, func(name string) bool { return ejudgeFolder.MatchString(name + "/") }); at >= 0 {
			p.parts["contest"] = ejudgeFolder.FindStringSubmatch(p.folders[at] + "/")[1]
			p.folders = p.folders[at+1:]
		}
		name := f.elements[len(f.elements)-1]
		if extension := path.Ext(name); hasExtension && !strings.Contains(extension, "-") {
			name, p.extension = strings.TrimSuffix(name, extension), extension
		}
		p.pieces = strings.Split(name, "-")
		p.top = strings.TrimSuffix(f.path, strings.Join(append(slices.Clone(p.folders), path.Base(f.path)), "/"))
		paths = append(paths, p)
		counts[len(p.folders)]++
	}
	return slices.DeleteFunc(paths, func(p *ejudgePath) bool {
		return len(p.folders) > 2 || len(p.pieces) > maxParts || 2*counts[len(p.folders)] <= len(files)
	})
}

var (
	ejudgeNumber = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)
	ejudgeRunID  = regexp.MustCompile(`^[0-9]{6,9}$`)
	ejudgeTime   = regexp.MustCompile(`^20[0-9]{12}$`)
)

// ejudgeArchive holds the paths of an archive.
type ejudgeArchive struct {
	paths []*ejudgePath
	found map[string]bool // the parts that take took
}

// takeEnds takes the parts at both ends of the names whose forms show what they are: contest, id (the number of a
// run), time and language.
func (a *ejudgeArchive) takeEnds() {
	firstPiece := func(form *regexp.Regexp) func(pieces []string) (string, []string) {
		return func(pieces []string) (string, []string) {
			if len(pieces) > 0 && form.MatchString(pieces[0]) {
				return pieces[0], pieces[1:]
			}
			return "", nil
		}
	}
	distinct := func(values []string) int { return len(slices.Compact(slices.Sorted(slices.Values(values)))) }
	areUnique := func(values []string) bool { return almostAll(distinct(values), len(a.paths)) }
	areSame := func(values []string) bool {
		return distinct(slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })) == 1
	}
	// A run number without leading zeros occurs once, and the user after it has several runs.
	areRuns := func(values []string) bool {
		users := make([]string, len(a.paths))
		for i, p := range a.paths {
			if len(p.pieces) > 1 {
				users[i] = p.pieces[1]
			}
		}
		return len(a.paths) >= minDoubtedNames && areUnique(values) && !areUnique(users) && distinct(users) > 1
	}
	lastTime := func(pieces []string) (string, []string) {
		if last := len(pieces) - 1; last >= 0 && ejudgeTime.MatchString(pieces[last]) {
			return pieces[last], pieces[:last]
		}
		return "", nil
	}
	switch {
	case a.take("id", firstPiece(ejudgeRunID), areUnique):
	case a.take("contest", firstPiece(ejudgeNumber), areSame) && a.take("id", firstPiece(ejudgeRunID), areUnique):
	default:
		a.take("id", firstPiece(ejudgeNumber), areRuns)
	}
	a.take("time", lastTime, func([]string) bool { return true })
	a.take("language", lastLanguage, func(values []string) bool { return areLanguages(a.paths, values) })
}

// areLanguages reports whether values, one for each path, are languages. Most values must be known languages,
// and the programs must be in these languages. Problems may be called go and java, but their programs are in
// any language.
func areLanguages(paths []*ejudgePath, values []string) bool {
	known, wrong := 0, 0
	for i, value := range values {
		named, ok := lexer.ByName(value)
		if !ok || len(value) < 2 {
			continue
		}
		known++
		written := paths[i].file.language
		if written == nil {
			written, _ = lexer.ByContent(paths[i].file.content)
		}
		if written != nil && written.Family != named.Family {
			wrong++
		}
	}
	return 2*known > len(values) && 10*wrong <= known &&
		determines(len(values), func(i int) (language, extension string) { return values[i], paths[i].extension })
}

// take takes a part from the pieces of all paths. It reports false and does nothing unless nearly all paths have
// the part and accept accepts its values. find returns the value of the part and the other pieces. The value is
// "" for a path without the part.
func (a *ejudgeArchive) take(part string, find func(pieces []string) (value string, rest []string),
	accept func(values []string) bool,
) bool {
	values, count := make([]string, len(a.paths)), 0
	for i, p := range a.paths {
		if values[i], _ = find(p.pieces); values[i] != "" {
			count++
		}
	}
	if !almostAll(count, len(a.paths)) || !accept(values) {
		return false
	}
	for _, p := range a.paths {
		if value, rest := find(p.pieces); value != "" {
			p.parts[part], p.pieces = value, rest
		}
	}
	a.found[part] = true
	return true
}

// determines reports whether value determines other: in nearly all of the n rows, other is the same as in the first
// row with this value.
func determines(n int, row func(i int) (value, other string)) bool {
	otherOf, same := make(map[string]string), 0
	for i := range n {
		value, other := row(i)
		if _, ok := otherOf[value]; !ok {
			otherOf[value] = other
		}
		if otherOf[value] == other {
			same++
		}
	}
	return almostAll(same, n)
}

// mayBeLanguages reports whether unknown values may be languages: each value comes with different users, but
// always with the same extension.
func mayBeLanguages(paths []*ejudgePath, values []string) bool {
	distinct, extensions := make(map[string]int), make(map[string]bool)
	for i, p := range paths {
		distinct[values[i]]++
		extensions[p.extension] = true
	}
	return len(extensions) > 1 && len(distinct) > 1 && len(distinct) <= maxLabels && !mostAreLabels(distinct) &&
		determines(len(values), func(i int) (language, extension string) { return values[i], paths[i].extension }) &&
		!determines(len(values), func(i int) (language, rest string) {
			_, pieces := lastLanguage(paths[i].pieces)
			return values[i], strings.Join(pieces, "-")
		})
}

// lastLanguage returns the end of a name that may be a language. It is one piece, or two such as gcc-vg.
func lastLanguage(pieces []string) (name string, rest []string) {
	n := min(1, len(pieces))
	if len(pieces) > 1 && ejudgeVariant.MatchString(pieces[len(pieces)-1]) {
		n = 2
	}
	return strings.Join(pieces[len(pieces)-n:], "-"), pieces[:len(pieces)-n]
}

// ejudgeVariant matches the second piece of a language's name in ejudge (scripts/lang).
var ejudgeVariant = regexp.MustCompile(`^(?:32|64|vg|x86|linux|cs|vb)$`)

// ejudgeReading says what the folders and the rest of the names mean.
type ejudgeReading struct {
	userFolder, problemFolder int // indexes in ejudgePath.folders; -1 for none
	userInName, problemInName bool
	doubts                    int  // number of signs that the reading is wrong
	isUnsure                  bool // the user in the name may be a user and a problem
}

func (r ejudgeReading) hasUser() bool    { return r.userInName || r.userFolder >= 0 }
func (r ejudgeReading) hasProblem() bool { return r.problemInName || r.problemFolder >= 0 }

// split returns the texts of a path that name the user and the problem. ok is false if the path does not fit
// the reading.
func (r ejudgeReading) split(p *ejudgePath) (userFolder, user, problem string, ok bool) {
	rest := strings.Join(p.pieces, "-")
	if r.userFolder >= 0 {
		userFolder = p.folders[r.userFolder]
	}
	switch {
	case !r.userInName && !r.problemInName:
		ok = rest == ""
	case !r.problemInName: // a name that ends in the problem of the folder has a problem too
		user, ok = rest, r.problemFolder < 0 || !strings.HasSuffix("-"+rest, "-"+p.folders[r.problemFolder])
	case r.problemFolder >= 0: // folder and name have the same problem
		problem = strings.ReplaceAll(p.folders[r.problemFolder], " ", "_")
		if !r.userInName {
			ok = rest == problem
		} else {
			user, ok = strings.CutSuffix(rest, "-"+problem)
		}
	case !r.userInName:
		problem, ok = rest, true
	case len(p.pieces) > 1:
		user, problem, ok = strings.Join(p.pieces[:len(p.pieces)-1], "-"), p.pieces[len(p.pieces)-1], true
	}
	if r.problemFolder >= 0 {
		problem = p.folders[r.problemFolder]
	}
	return userFolder, user, problem, ok && (user != "" || !r.userInName) && (problem != "" || !r.hasProblem())
}

// ejudgeRow is what a reading finds in a path.
type ejudgeRow struct{ folder, user, problem string }

// anyUser returns the user by the folder, or else by the name.
func (r ejudgeRow) anyUser() string { return cmp.Or(r.folder, r.user) }

// fits reports whether a reading fits all paths, and counts its doubts.
func (r *ejudgeReading) fits(paths []*ejudgePath) bool {
	var rows []ejudgeRow
	users, problems := make(map[string]int), make(map[string]int)
	for _, p := range paths {
		if folder, user, problem, ok := r.split(p); ok {
			row := ejudgeRow{folder, user, problem}
			rows = append(rows, row)
			users[row.anyUser()]++
			problems[problem]++
		}
	}
	areShort := mostMatch(problems, isEjudgeShort)
	switch {
	case !almostAll(len(rows), len(paths)):
		return false
	case !r.hasUser():
		if mostMatch(problems, func(name string) bool { return strings.Contains(name, "-") }) {
			r.doubts = 2
		}
		return !r.hasProblem() || areShort && len(problems) <= maxLabels
	case len(users) < 2,
		r.userInName && r.userFolder >= 0 && !haveSameUsers(rows),
		r.userInName && r.problemInName && r.problemFolder < 0 && isAmbiguous(users),
		len(problems) > 1 && !sharesProblems(rows):
		return false
	}
	doubts := []bool{mostAreLabels(users) && !mostMatch(users, ejudgeNumber.MatchString)}
	switch {
	case !r.hasProblem():
		r.isUnsure = mayHaveProblems(users)
		doubts = append(doubts, r.isUnsure, r.isUnsure) // counts twice
	case len(problems) > 1:
		doubts = append(doubts, !mostAreLabels(problems), !areShort, len(problems) >= len(users))
	}
	r.doubts = count(slices.Values(doubts), func(doubt bool) bool { return doubt })
	return true
}

// haveSameUsers reports whether the folders and the names distinguish the same users.
func haveSameUsers(rows []ejudgeRow) bool {
	return determines(len(rows), func(i int) (string, string) { return rows[i].folder, rows[i].user }) &&
		determines(len(rows), func(i int) (string, string) { return rows[i].user, rows[i].folder })
}

// sharesProblems reports whether most runs are for problems that several users tried. Besides, users with
// several runs must have several problems.
func sharesProblems(rows []ejudgeRow) bool {
	firstUser, firstProblem, isShared := make(map[string]string), make(map[string]string), make(map[string]bool)
	more, same := 0, 0 // runs after a user's first run, and those of them for the problem of the first run
	for _, row := range rows {
		if first, ok := firstUser[row.problem]; !ok {
			firstUser[row.problem] = row.anyUser()
		} else if first != row.anyUser() {
			isShared[row.problem] = true
		}
		if first, ok := firstProblem[row.anyUser()]; !ok {
			firstProblem[row.anyUser()] = row.problem
		} else if more++; first == row.problem {
			same++
		}
	}
	shared := count(slices.Values(rows), func(row ejudgeRow) bool { return isShared[row.problem] })
	const minRuns = 10 // with fewer runs, one problem for each user may be a coincidence
	return 2*shared > len(rows) && (len(rows) < minRuns || 10*more > len(rows) && !almostAll(same, more))
}

// mayHaveProblems reports whether the values of users may end in a problem. They may if there are much fewer
// values without the text after the last hyphen, or if a value can be cut in two ways.
func mayHaveProblems(users map[string]int) bool {
	prefixes := make(map[string]int)
	for user := range users {
		prefixes[user[:max(0, strings.LastIndex(user, "-"))]]++
	}
	return len(prefixes) > 1 && 3*len(prefixes) < 2*len(users) || isAmbiguous(prefixes)
}

// isAmbiguous reports whether a value consists of another value, a hyphen and more. Then the rest may belong
// to the next part, as in ann-max-2 beside ann-sum.
func isAmbiguous(values map[string]int) bool {
	for v := range values {
		for i := range v {
			if v[i] == '-' && (values[v[:i]] > 0 || values[v[i+1:]] > 0) {
				return true
			}
		}
	}
	return false
}

// isEjudgeShort reports whether a text may be a short name of a problem.
var isEjudgeShort = regexp.MustCompile(`^[A-Za-z0-9_.!-]{1,32}$`).MatchString

// layout returns a reading as a value of --layout.
func (r ejudgeReading) layout(a *ejudgeArchive) string {
	p := a.paths[0]
	layout := p.top
	for i := range p.folders {
		if i == r.userFolder {
			layout += "{participant}/"
		} else {
			layout += "{problem}/"
		}
	}
	user, problem := "{participant}", "{problem}"
	if r.userFolder >= 0 {
		user = "{}"
	}
	if r.problemFolder >= 0 {
		problem = "{}"
	}
	var parts []string
	for _, part := range []struct {
		isInName bool
		text     string
	}{
		{a.found["contest"], "{}"}, {a.found["id"], "{id}"}, {r.userInName, user}, {r.problemInName, problem},
		{a.found["language"], "{language}"}, {a.found["time"], "{time}"},
	} {
		if part.isInName {
			parts = append(parts, part.text)
		}
	}
	layout += strings.Join(parts, "-")
	if p.extension != "" {
		layout += ".{ext}"
	}
	return layout
}

// bestEjudgeReadings returns the readings with the fewest doubts, of all readings with the folders of the paths.
func bestEjudgeReadings(paths []*ejudgePath) (best []ejudgeReading) {
	orders := [][][2]int{{{-1, -1}}, {{0, -1}, {-1, 0}}, {{0, 1}, {1, 0}}} // userFolder and problemFolder, by number of folders
	for _, order := range orders[len(paths[0].folders)] {
		for _, inName := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
			r := ejudgeReading{
				userFolder: order[0], problemFolder: order[1], userInName: inName[0], problemInName: inName[1],
			}
			if !r.fits(paths) || len(best) > 0 && r.doubts > best[0].doubts {
				continue
			}
			if len(best) > 0 && r.doubts < best[0].doubts {
				best = nil
			}
			best = append(best, r)
		}
	}
	return best
}

func readEjudge(t *tree) (contents, error) {
	c := contents{about: contest.Metadata{System: "ejudge"}}
	a := &ejudgeArchive{ejudgePaths(t.files), make(map[string]bool)}
	paths := a.paths
	if len(paths) == 0 {
		for _, f := range t.files {
			t.skip(f.path, reasonUnlike)
		}
		return c, nil
	}
	a.takeEnds()
	language, isUncertain := "", false
	if !a.found["language"] {
		isUncertain = a.take("language", lastLanguage, func(values []string) bool {
			language = values[0]
			return mayBeLanguages(paths, values)
		})
	}
	readings := bestEjudgeReadings(paths)
	err := chooseReading(readings, a)
	if err == nil && language != "" && isUncertain {
		err = &LayoutError{Suggestion: readings[0].layout(a),
			Message: i18n.Textf("the names may end in languages or in problems: %s. If they are problems, "+ejudgeAdvice+".",
				text.Visible(language))}
	}
	if err != nil {
		for _, f := range t.files {
			t.skip(f.path, "the names of the archive do not show for certain who submitted it")
		}
		return c, err
	}
	byPath := make(map[string]*ejudgePath, len(paths))
	for _, p := range paths {
		byPath[p.file.path] = p
	}
	c = t.readNames("ejudge", func(f *file) (nameParts, i18n.Text) { return readings[0].nameParts(byPath[f.path]) })
	withoutTimes(c.submissions)
	if !readings[0].hasProblem() {
		t.skip(cmp.Or(strings.TrimSuffix(paths[0].top, "/"), t.name),
			"no name shows a problem: all programs were read as one problem; if there are several, "+ejudgeAdvice)
	}
	return c, nil
}

// ejudgeArchiveName matches the name of an archive, which ends in the time of the download.
var ejudgeArchiveName = regexp.MustCompile(`\b(contest_[0-9]{1,9})_[0-9]{14}(/|$)`)

// withoutTimes removes the time of the download from paths and problems, so that runs that are downloaded again are the stored
// ones. If two downloads have a run, it stays in the path of the later one.
func withoutTimes(submissions []contest.Submission) {
	used := make(map[string]bool)
	clean := func(name string) string { return ejudgeArchiveName.ReplaceAllString(name, "$1$2") }
	for i := range submissions {
		s := &submissions[i]
		s.Problem = clean(s.Problem)
		if p := clean(s.Path); !used[p] {
			used[p], s.Path = true, p
			for j := range s.Files {
				s.Files[j].Path = clean(s.Files[j].Path)
			}
		}
	}
	slices.SortFunc(submissions, compareSubmissions)
}

const (
	ejudgeAdvice = "download the runs again with the user's login in the names and with folders of problems"
	reasonUnlike = "its name or folder has other parts than most"
)

// chooseReading returns an error unless there is exactly one reading, and it names users.
func chooseReading(readings []ejudgeReading, a *ejudgeArchive) error {
	withUsers := slices.DeleteFunc(slices.Clone(readings), func(r ejudgeReading) bool { return !r.hasUser() })
	switch {
	case !slices.ContainsFunc(withUsers, func(r ejudgeReading) bool { return !r.isUnsure }):
		return i18n.Errorf("the names do not show who submitted the programs: " + ejudgeAdvice)
	case len(withUsers) > 1:
		return &LayoutError{Suggestion: withUsers[0].layout(a),
			Message: i18n.Textf("the names can be read in several ways, also with the layout %s. "+
				"Choose one, or "+ejudgeAdvice+".", withUsers[1].layout(a))}
	case len(readings) > 1:
		return &LayoutError{Suggestion: withUsers[0].layout(a),
			Message: i18n.Textf("a part of the names may be users or problems. " +
				"If it is problems, " + ejudgeAdvice + ". If it is users, name the layout.")}
	}
	return nil
}

// nameParts returns the facts in a path; p is nil if the path is unlike most others.
func (r ejudgeReading) nameParts(p *ejudgePath) (parts nameParts, reason i18n.Text) {
	if p == nil {
		return parts, i18n.Textf(reasonUnlike)
	}
	folder, user, problem, ok := r.split(p)
	if !ok {
		return parts, i18n.Textf(reasonUnlike)
	}
	parts = nameParts{
		contest: p.parts["contest"], id: withoutZeros(p.parts["id"]), language: p.parts["language"], time: p.parts["time"],
		problem: unescapeEjudge(problem),
	}
	if first, rest, found := strings.Cut(user, "-"); found && ejudgeNumber.MatchString(first) {
		parts.user, user = first, rest
	}
	if user == "" || folder != "" && !ejudgeNumber.MatchString(folder) {
		user = folder
	} else if folder != "" {
		parts.user = folder
	}
	parts.participant = unescapeEjudge(user)
	return parts, noText
}

// withoutZeros removes the zeros before a number, because ejudge's pages omit them.
func withoutZeros(number string) string {
	if trimmed := strings.TrimLeft(number, "0"); trimmed != "" || number == "" {
		return trimmed
	}
	return "0"
}

// unescapeEjudge decodes %20, as ejudge writes a character that names of files should not have.
func unescapeEjudge(name string) string {
	if decoded, err := url.PathUnescape(name); err == nil {
		return printable(decoded)
	}
	return name
}
