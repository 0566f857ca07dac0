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

// ejudgeFormat reads the archive of runs, as ejudge calls submissions, that a judge downloads. Its names consist of the
// parts that the judge chose, joined by hyphens: contest, run, user ID, login, user's name, problem, language and time,
// always in this order. The parts may contain hyphens too. Folders name a problem, a user or both. Nothing says which
// parts the judge chose, so ejudgeFormat takes the reading that fits all names. If several fit, the user has to choose.
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
	// ejudgeName matches a name that begins with the numbers of contest and run, and ends with a time: ejudge proposes
	// these parts.
	ejudgeName = regexp.MustCompile(`^[1-9][0-9]{0,8}-[0-9]{6,9}-(?:.*-)?20[0-9]{12}(?:\.[^-.]+)?$`)
	// ejudgeRun matches a name that begins with the number of a run, perhaps after the number of the contest. Numbers of
	// runs begin with zeros; numbers of students do not.
	ejudgeRun = regexp.MustCompile(`^(?:[1-9][0-9]{0,8}-)?0[0-9]{5}-.`)
)

func detectEjudge(l *listing) (why, resemblance i18n.Text) {
	files := l.submissions()
	count := func(match func(name string) bool) int { return len(l.matching(match)) }
	runs := count(func(name string) bool { return ejudgeRun.MatchString(path.Base(name)) })
	switch {
	case almostAll(count(ejudgeFolder.MatchString), len(files)):
		return i18n.Textf("it is in a folder contest_<id>_<time>, as ejudge's archives are"), none
	case almostAll(count(func(name string) bool { return ejudgeName.MatchString(path.Base(name)) }), len(files)):
		return i18n.Textf("its names have the numbers of a contest and of a run, and a time, as ejudge's archives do"), none
	case runs >= minDoubtedNames && almostAll(runs, len(files)):
		return none, i18n.Textf("ejudge's archive of runs without the folder around it")
	}
	return none, none
}

// ejudgePath is the path of a run in an archive.
type ejudgePath struct {
	file      file
	top       string   // the path above folders, which ends in a slash; or ""
	folders   []string // none, a problem, a user, or both
	pieces    []string // the name without its extension, split at hyphens
	extension string

	contest, run, language, time string // taken from both ends of pieces
}

// ejudgePaths splits the paths of files.
func ejudgePaths(files []file) []*ejudgePath {
	programs, inFolder := 0, 0
	for _, f := range files {
		if isProgram(f.path) {
			programs++
		}
		if ejudgeFolder.MatchString(f.inputPath) {
			inFolder++
		}
	}
	hasExtension := 2*programs > len(files)
	if inFolder == 0 {
		for inner := unwrap(files); inner != nil && depth(files) > 2; inner = unwrap(files) {
			files = inner
		}
	}
	var paths []*ejudgePath
	for _, f := range files {
		if 2*inFolder > len(files) && !ejudgeFolder.MatchString(f.inputPath) {
			continue
		}
		p := &ejudgePath{file: f, folders: f.elements[:len(f.elements)-1]}
		if at := slices.IndexFunc(p.folders, func(name string) bool { return ejudgeFolder.MatchString(name + "/") }); at >= 0 {
			p.contest = ejudgeFolder.FindStringSubmatch(p.folders[at] + "/")[1]
			p.folders = p.folders[at+1:]
		}
		name := f.elements[len(f.elements)-1]
		if extension := path.Ext(name); hasExtension && !strings.Contains(extension, "-") {
			name, p.extension = strings.TrimSuffix(name, extension), extension
		}
		p.pieces = strings.Split(name, "-")
		p.top = strings.TrimSuffix(f.path, strings.Join(append(slices.Clone(p.folders), path.Base(f.path)), "/"))
		paths = append(paths, p)
	}
	return paths
}

// The forms of parts that are numbers.
var (
	ejudgeNumber = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)
	ejudgeRunID  = regexp.MustCompile(`^[0-9]{6,9}$`)
	ejudgeTime   = regexp.MustCompile(`^20[0-9]{12}$`)
)

// ejudgeEnds says which parts stand at the ends of names. The forms of these parts show what they are.
type ejudgeEnds struct{ contest, run, language, time bool }

// takeEnds takes the parts at both ends from the pieces of all paths.
func takeEnds(paths []*ejudgePath) (ends ejudgeEnds) {
	first := func(form *regexp.Regexp) func(pieces []string) (string, []string) {
		return func(pieces []string) (string, []string) {
			if len(pieces) > 0 && form.MatchString(pieces[0]) {
				return pieces[0], pieces[1:]
			}
			return "", nil
		}
	}
	distinct := func(values []string) int { return len(slices.Compact(slices.Sorted(slices.Values(values)))) }
	areUnique := func(values []string) bool { return almostAll(distinct(values), len(paths)) }
	takeRun := func() bool {
		return takePart(paths, first(ejudgeRunID), areUnique, func(p *ejudgePath) *string { return &p.run })
	}
	if ends.run = takeRun(); !ends.run {
		isSame := func(values []string) bool {
			return distinct(slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })) == 1
		}
		ends.contest = takePart(paths, first(ejudgeNumber), isSame, func(p *ejudgePath) *string { return &p.contest })
		ends.run = ends.contest && takeRun()
	}
	if !ends.run { // run numbers without leading zeros: a user has several runs, but a run number occurs once
		repeat := func(values []string) bool {
			var next []string
			for _, p := range paths {
				next = append(next, strings.Join(p.pieces[min(1, len(p.pieces)):min(2, len(p.pieces))], ""))
			}
			return len(paths) >= minDoubtedNames && areUnique(values) && !areUnique(next) && distinct(next) > 1
		}
		ends.run = takePart(paths, first(ejudgeNumber), repeat, func(p *ejudgePath) *string { return &p.run })
	}
	ends.time = takePart(paths, func(pieces []string) (string, []string) {
		if n := len(pieces); n > 0 && ejudgeTime.MatchString(pieces[n-1]) {
			return pieces[n-1], pieces[:n-1]
		}
		return "", nil
	}, func([]string) bool { return true }, func(p *ejudgePath) *string { return &p.time })
	ends.language = takePart(paths, lastLanguage, func(values []string) bool { return areLanguages(paths, values) }, func(p *ejudgePath) *string { return &p.language })
	return ends
}

// areLanguages reports whether values, one for each path, are languages: most values are known languages, and the programs
// are in these languages. Problems may be called go and java, but their programs are in any language.
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
	return 2*known > len(values) && 10*wrong <= known && determines(len(values), func(i int) (language, extension string) { return values[i], paths[i].extension })
}

// takePart takes a part from the pieces of all paths, if nearly all paths have the part and the values fit. find returns
// the value of the part and the other pieces. The value is "" for a path without the part.
func takePart(paths []*ejudgePath, find func(pieces []string) (value string, rest []string), fit func(values []string) bool, field func(p *ejudgePath) *string) bool {
	values, found := make([]string, len(paths)), 0
	for i, p := range paths {
		if values[i], _ = find(p.pieces); values[i] != "" {
			found++
		}
	}
	if !almostAll(found, len(paths)) || !fit(values) {
		return false
	}
	for _, p := range paths {
		if value, rest := find(p.pieces); value != "" {
			*field(p), p.pieces = value, rest
		}
	}
	return true
}

// determines reports whether value decides other: nearly all of the n rows with equal values have equal others.
func determines(n int, row func(i int) (value, other string)) bool {
	first, same := make(map[string]string), 0
	for i := range n {
		value, other := row(i)
		if _, ok := first[value]; !ok {
			first[value] = other
		}
		if first[value] == other {
			same++
		}
	}
	return almostAll(same, n)
}

// mayBeLanguages reports whether unknown values may be languages: several users have each value, and a value always comes
// with the same extension.
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

// lastLanguage returns the end of a name that may be a language: the last piece, or two pieces such as gcc-vg.
func lastLanguage(pieces []string) (name string, rest []string) {
	n := min(1, len(pieces))
	if len(pieces) > 1 && ejudgeVariant.MatchString(pieces[len(pieces)-1]) {
		n = 2
	}
	return strings.Join(pieces[len(pieces)-n:], "-"), pieces[:len(pieces)-n]
}

// ejudgeVariant matches the second piece of the languages of ejudge (scripts/lang).
var ejudgeVariant = regexp.MustCompile(`^(?:32|64|vg|x86|linux|cs|vb)$`)

// ejudgeReading says what the folders and the rest of the names mean.
type ejudgeReading struct {
	userFolder, problemFolder int  // indexes in folders; -1 for none
	user, problem             bool // whether names have a user, and a problem
	doubts                    int  // how many signs speak against the reading
	isUnsure                  bool // the part that looks like a user may be a user and a problem
}

// ejudgeReadings returns all readings of paths with this number of folders.
func ejudgeReadings(folders int) (list []ejudgeReading) {
	orders := [][][2]int{{{-1, -1}}, {{0, -1}, {-1, 0}}, {{0, 1}, {1, 0}}} // of user and problem, by the number of folders
	for _, order := range orders[folders] {
		for _, in := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
			list = append(list, ejudgeReading{userFolder: order[0], problemFolder: order[1], user: in[0], problem: in[1]})
		}
	}
	return list
}

func (r ejudgeReading) hasUser() bool    { return r.user || r.userFolder >= 0 }
func (r ejudgeReading) hasProblem() bool { return r.problem || r.problemFolder >= 0 }

// split returns the user and the problem of a run, as they are in the path; ok is false if the path does not fit.
func (r ejudgeReading) split(p *ejudgePath) (userFolder, user, problem string, ok bool) {
	rest := strings.Join(p.pieces, "-")
	if r.userFolder >= 0 {
		userFolder = p.folders[r.userFolder]
	}
	switch {
	case !r.user && !r.problem:
		ok = rest == ""
	case !r.problem:
		user, ok = rest, r.problemFolder < 0 || !strings.HasSuffix("-"+rest, "-"+p.folders[r.problemFolder])
	case r.problemFolder >= 0: // the same problem as in the folder
		problem = strings.ReplaceAll(p.folders[r.problemFolder], " ", "_")
		if !r.user {
			ok = rest == problem
		} else {
			user, ok = strings.CutSuffix(rest, "-"+problem)
		}
	case !r.user:
		problem, ok = rest, true
	case len(p.pieces) > 1:
		user, problem, ok = strings.Join(p.pieces[:len(p.pieces)-1], "-"), p.pieces[len(p.pieces)-1], true
	}
	if r.problemFolder >= 0 {
		problem = p.folders[r.problemFolder]
	}
	return userFolder, user, problem, ok && (user != "" || !r.user) && (problem != "" || !r.hasProblem())
}

// ejudgeRow is what a reading finds in a path.
type ejudgeRow struct{ folder, user, problem string }

// who returns the user.
func (r ejudgeRow) who() string { return cmp.Or(r.folder, r.user) }

// fits checks a reading against all paths, and counts its doubts.
func (r *ejudgeReading) fits(paths []*ejudgePath) bool {
	var rows []ejudgeRow
	users, problems := make(map[string]int), make(map[string]int)
	for _, p := range paths {
		if folder, user, problem, ok := r.split(p); ok {
			row := ejudgeRow{folder, user, problem}
			rows = append(rows, row)
			users[row.who()]++
			problems[problem]++
		}
	}
	areShort := mostMatch(problems, isEjudgeShort)
	switch {
	case !almostAll(len(rows), len(paths)):
		return false
	case !r.hasUser():
		if mostMatch(problems, hasHyphen) {
			r.doubts = 2
		}
		return !r.hasProblem() || areShort && len(problems) <= maxLabels
	case len(users) < 2,
		r.user && r.userFolder >= 0 && !agree(rows),
		r.user && r.problem && r.problemFolder < 0 && isAmbiguous(users),
		len(problems) > 1 && !sharesProblems(rows):
		return false
	}
	doubts := []bool{mostAreLabels(users) && !mostMatch(users, ejudgeNumber.MatchString)}
	switch {
	case !r.hasProblem():
		r.isUnsure = mayHaveProblems(users)
		doubts = append(doubts, r.isUnsure, r.isUnsure)
	case len(problems) > 1:
		doubts = append(doubts, !mostAreLabels(problems), !areShort, len(problems) >= len(users))
	}
	for _, doubt := range doubts {
		if doubt {
			r.doubts++
		}
	}
	return true
}

// agree reports whether the folders and the names distinguish the same users.
func agree(rows []ejudgeRow) bool {
	return determines(len(rows), func(i int) (string, string) { return rows[i].folder, rows[i].user }) &&
		determines(len(rows), func(i int) (string, string) { return rows[i].user, rows[i].folder })
}

// sharesProblems reports whether most runs are for problems that several users tried, and whether users with several runs
// have several problems.
func sharesProblems(rows []ejudgeRow) bool {
	firstUser, firstProblem, isShared := make(map[string]string), make(map[string]string), make(map[string]bool)
	more, same := 0, 0 // runs after the first run of each user, and how many of them are for the problem of the first run
	for _, row := range rows {
		if first, ok := firstUser[row.problem]; !ok {
			firstUser[row.problem] = row.who()
		} else if first != row.who() {
			isShared[row.problem] = true
		}
		if first, ok := firstProblem[row.who()]; !ok {
			firstProblem[row.who()] = row.problem
		} else if more++; first == row.problem {
			same++
		}
	}
	shared := 0
	for _, row := range rows {
		if isShared[row.problem] {
			shared++
		}
	}
	const few = 10 // with fewer runs, that may be a coincidence
	return 2*shared > len(rows) && (len(rows) < few || 10*more > len(rows) && !almostAll(same, more))
}

// mayHaveProblems reports whether the values of users may end in a problem: without the text after the last hyphen, there
// are much fewer values, or a value can be cut in two ways.
func mayHaveProblems(users map[string]int) bool {
	prefixes := make(map[string]int)
	for user := range users {
		prefixes[user[:max(0, strings.LastIndex(user, "-"))]]++
	}
	return len(prefixes) > 1 && 3*len(prefixes) < 2*len(users) || isAmbiguous(prefixes)
}

func hasHyphen(name string) bool { return strings.Contains(name, "-") }

// isAmbiguous reports whether a value consists of another value, a hyphen and more: then the additional text may belong to
// the next part, as in ann-max-2 beside ann-sum.
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

// layout writes a reading as a pattern that --layout takes.
func (r ejudgeReading) layout(p *ejudgePath, ends ejudgeEnds) string {
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
		has  bool
		text string
	}{{ends.contest, "{}"}, {ends.run, "{id}"}, {r.user, user}, {r.problem, problem}, {ends.language, "{language}"}, {ends.time, "{time}"}} {
		if part.has {
			parts = append(parts, part.text)
		}
	}
	layout += strings.Join(parts, "-")
	if p.extension != "" {
		layout += ".{ext}"
	}
	return layout
}

// bestEjudgeReadings returns the readings with the fewest doubts.
func bestEjudgeReadings(paths []*ejudgePath) (best []ejudgeReading) {
	for _, r := range ejudgeReadings(len(paths[0].folders)) {
		if !r.fits(paths) || len(best) > 0 && r.doubts > best[0].doubts {
			continue
		}
		if len(best) > 0 && r.doubts < best[0].doubts {
			best = nil
		}
		best = append(best, r)
	}
	return best
}

func readEjudge(t *tree) (contents, error) {
	c := contents{about: contest.About{System: "ejudge"}}
	paths := alikeEjudgePaths(t, ejudgePaths(t.files))
	if len(paths) == 0 {
		for _, f := range t.files {
			t.skip(f.path, reasonUnlike)
		}
		return c, nil
	}
	ends := takeEnds(paths)
	language := ""
	if !ends.language {
		ends.language = takePart(paths, lastLanguage, func(values []string) bool {
			language = values[0]
			return mayBeLanguages(paths, values)
		}, func(p *ejudgePath) *string { return &p.language })
	}
	readings := bestEjudgeReadings(paths)
	err := chooseReading(readings, paths[0], ends)
	if err == nil && language != "" && ends.language {
		err = &LayoutError{Suggestion: readings[0].layout(paths[0], ends),
			Message: i18n.Textf("the names may end in languages or in problems: %s. If they are problems, "+ejudgeAdvice+".", text.Visible(language))}
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
	if !readings[0].hasProblem() {
		t.skip(cmp.Or(strings.TrimSuffix(paths[0].top, "/"), t.name), "no name shows a problem: all programs were read as one problem; if there are several, "+ejudgeAdvice)
	}
	return c, nil
}

const (
	ejudgeAdvice = "download the runs again with the user's login in the names and with folders of problems"
	reasonUnlike = "its name or folder has other parts than most"
)

// chooseReading returns an error unless there is exactly one reading, and this reading names users.
func chooseReading(readings []ejudgeReading, example *ejudgePath, ends ejudgeEnds) error {
	named := slices.DeleteFunc(slices.Clone(readings), func(r ejudgeReading) bool { return !r.hasUser() })
	switch {
	case !slices.ContainsFunc(named, func(r ejudgeReading) bool { return !r.isUnsure }):
		return i18n.Errorf("the names do not show who submitted the programs: " + ejudgeAdvice)
	case len(named) > 1:
		return &LayoutError{Suggestion: named[0].layout(example, ends), Message: i18n.Textf("the names can be read in several ways, "+
			"also with the layout %s. Choose one, or "+ejudgeAdvice+".", named[1].layout(example, ends))}
	case len(readings) > 1:
		return &LayoutError{Suggestion: named[0].layout(example, ends), Message: i18n.Textf("a part of the names may be users or problems. " +
			"If it is problems, " + ejudgeAdvice + ". If it is users, name the layout.")}
	}
	return nil
}

// nameParts returns the facts in a path; p is nil if the path is not like most others.
func (r ejudgeReading) nameParts(p *ejudgePath) (parts nameParts, reason i18n.Text) {
	if p == nil {
		return parts, i18n.Textf(reasonUnlike)
	}
	folder, user, problem, ok := r.split(p)
	if !ok {
		return parts, i18n.Textf(reasonUnlike)
	}
	parts = nameParts{contest: p.contest, id: withoutZeros(p.run), language: p.language, time: p.time, problem: unescapeEjudge(problem)}
	if first, rest, found := strings.Cut(user, "-"); found && ejudgeNumber.MatchString(first) {
		parts.user, user = first, rest
	}
	if user == "" || folder != "" && !ejudgeNumber.MatchString(folder) {
		user = folder
	} else if folder != "" {
		parts.user = folder
	}
	parts.participant = unescapeEjudge(user)
	return parts, none
}

// withoutZeros removes the zeros before a number, as ejudge's pages show it.
func withoutZeros(number string) string {
	if trimmed := strings.TrimLeft(number, "0"); trimmed != "" || number == "" {
		return trimmed
	}
	return "0"
}

// alikeEjudgePaths returns the paths that have as many folders as most paths, and not too many pieces.
func alikeEjudgePaths(t *tree, paths []*ejudgePath) []*ejudgePath {
	counts := make(map[int]int)
	for _, p := range paths {
		counts[len(p.folders)]++
	}
	return slices.DeleteFunc(paths, func(p *ejudgePath) bool {
		return len(p.folders) > 2 || len(p.pieces) > maxParts || 2*counts[len(p.folders)] <= len(t.files)
	})
}

// unescapeEjudge decodes %20, as ejudge writes a character that names of files should not have.
func unescapeEjudge(name string) string {
	if decoded, err := url.PathUnescape(name); err == nil {
		return printable(decoded)
	}
	return name
}
