package intake

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Doubt says why the layout of folders and files is ambiguous. Read returns it as an error, beside a whole Result
// by the detected layout, unless Options.AcceptDoubt is set.
type Doubt struct {
	Message i18n.Text // what the input may be instead, then what was read; it begins with a small letter
	Layout  string    // the layout to try; "" if no layout is known to fit

	reason      i18n.Text // why the detected layout may be wrong, as a clause
	improvement i18n.Text // what Layout finds, as a sentence; zero without Layout
	isSwapped   bool      // folders that were read as problems may be participants
}

func (d *Doubt) Error() string {
	if d.Layout == "" {
		return d.Message.String() + " Say with --layout what the folders are, for example {problem}/{participant}.{ext}; " +
			"if the detected layout is right, add --yes."
	}
	return fmt.Sprintf("%s If that is right, add --layout %s; if the detected layout is right, add --yes.", d.Message, quote(d.Layout))
}

// quote quotes a layout for a shell.
func quote(layout string) string {
	if slices.Contains(presets, layout) {
		return layout
	}
	return "'" + strings.ReplaceAll(layout, "'", `'\''`) + "'"
}

// reading is the result of reading an input by a preset.
type reading struct {
	preset         string
	submissions    []contest.Submission
	input          string // name of the problem if the preset has none
	isOneOfSeveral bool   // the input is one of several, and paths begin with its name
}

// doubt says why a reading may be wrong; nil if it looks right. If the user chose the preset, isDetected is
// false, and doubt looks only at names with several parts. foldersDoubt says why the folders may be
// participants. suggestedPreset reads them as participants.
func (r reading) doubt(isDetected bool, foldersDoubt i18n.Text, suggestedPreset string, files inputFiles) *Doubt {
	if len(r.submissions) == 0 {
		return nil
	}
	if isDetected {
		if d := r.doubtFolders(); d != nil {
			return d
		}
		if d := r.doubtPrograms(); d != nil && (d.Layout != "" || foldersDoubt.IsZero()) {
			return d
		}
	}
	if !foldersDoubt.IsZero() {
		return r.doubtSwapped(foldersDoubt, suggestedPreset, files)
	}
	if d := r.doubtNames(isDetected); d != nil || !isDetected {
		return d
	}
	if d := cmp.Or(r.doubtStray(), r.doubtCopies(), r.doubtLetters(), r.doubtGroups(), r.doubtShapes()); d != nil {
		return d
	}
	participants := countParticipants(r.submissions)
	problems, ofProblem := groupBy(r.submissions, problemOf)
	for _, problem := range problems { // each problem by itself, because its files may come from another system
		hasOthers := func(s contest.Submission) bool { return participants[s.Participant] > 1 }
		all := len(ofProblem[problem])
		if r.submissions = slices.DeleteFunc(ofProblem[problem], hasOthers); almostAll(len(r.submissions), all) {
			if d := r.doubtShapes(); d != nil {
				return d
			}
		}
	}
	return nil
}

// doubtStray doubts files beside the folders of participants. Their names must be those of files in the
// folders, or numbers that are unlike the folders' names: A/01.cpp beside A/alice/01.cpp and A/bob/01.cpp.
func (r reading) doubtStray() *Doubt {
	level := math.MaxInt // number of folders around the folders of participants
	for _, s := range r.submissions {
		level = min(level, strings.Count(s.Path, "/"))
	}
	var stray []string // paths
	inFolders := &namedPaths{input: r.input, isOneOfSeveral: r.isOneOfSeveral}
	folders, strayNames, innerNames := map[string]bool{}, map[string]bool{}, map[string]bool{}
	hasAttempts, areAttempts := false, true // areAttempts says that all files in the folders are called like attempts
	for _, s := range r.submissions {
		base, isDeeper := path.Base(s.Path), strings.Count(s.Path, "/") > level
		if !isDeeper && s.Files[0].Path == s.Path && (base == s.Participant || stem(base) == s.Participant) {
			stray = append(stray, s.Path)
			strayNames[stem(base)] = true
			continue
		}
		folders[s.Participant] = true
		hasAttempts = hasAttempts || isDeeper
		for _, f := range s.Files {
			inFolders.paths = append(inFolders.paths, strings.Join(strings.Split(f.Path, "/")[:level+1], "/"))
			inFolders.files = append(inFolders.files, f.Path)
			name := stem(path.Base(f.Path))
			innerNames[name] = true
			areAttempts = areAttempts && isAttempt(name)
		}
	}
	areInside, areNumbers, numberedFolders := true, true, 0
	for name := range strayNames {
		if folders[name] {
			return nil // a participant, with a folder for another problem
		}
		areInside = areInside && innerNames[name]
		areNumbers = areNumbers && isAttempt(name)
	}
	for name := range folders {
		if isAttempt(name) {
			numberedFolders++
		}
	}
	areNoParticipants := areInside && !(areNumbers && 2*numberedFolders > len(folders)) || areNumbers && numberedFolders == 0
	if len(strayNames) >= len(folders) { // so many may well be participants, unless all files are called like attempts
		areNoParticipants = areNumbers && numberedFolders == 0 && areAttempts
	}
	if len(stray) == 0 || len(folders) == 0 || !areNoParticipants {
		return nil
	}
	layouts := []string{"/{file}"}
	if hasAttempts {
		layouts = []string{"/{attempt}.{ext}", "/{attempt}-{verdict}.{ext}"}
	}
	var better nameLayout
	if above, _, ok := inFolders.folderPattern("problem"); ok {
		for _, layout := range layouts {
			if better.layout == "" {
				better = inFolders.verify(nameLayout{layout: above + "{participant}" + layout})
			}
		}
	}
	d := r.newDoubt(i18n.Textf("%d files are perhaps not participants: they are beside folders of participants and are not called like them: %s",
		len(stray), text.Visible(stray[0])), better)
	if d.Layout != "" {
		skips := i18n.Textf("It skips the files beside the folders.")
		d.improvement, d.Message = i18n.Sentences(d.improvement, skips), i18n.Sentences(d.Message, skips)
	}
	return d
}

func isAttempt(name string) bool {
	_, _, ok := parseAttempt(name)
	return ok
}

// doubtCopies doubts names that an operating system gives to the copy of a file: "alice (1)" beside "alice".
func (r reading) doubtCopies() *Doubt {
	n, participants := r.participantPaths(), countParticipants(r.submissions)
	if n == nil || !n.areFiles {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(participants)) {
		m := copyName.FindStringSubmatch(name)
		if m == nil || m[1] == name || participants[m[1]] == 0 {
			continue
		}
		folders, _, _ := n.folderPattern("problem")
		expression, _ := expandTemplate(folders)
		return r.newDoubt(i18n.Textf("%s may be a copy of a file of %s", text.Visible(name), text.Visible(m[1])),
			n.verify(nameLayout{layout: expression + "(?P<participant>[^/]+?)" + copySuffix + `\.[^/.]+`}))
	}
	return nil
}

// copySuffix matches what systems add to the names of copies.
const copySuffix = `(?: - Copy| copy| - Копия| - 副本)?(?: \([0-9]+\))?`

var copyName = regexp.MustCompile(`^(.+?)` + copySuffix + `$`)

// doubtLetters doubts participants of one problem whose names are letters of problems, or end in such
// letters.
func (r reading) doubtLetters() *Doubt {
	participants := countParticipants(r.submissions)
	if len(participants) < 2 || len(countProblems(r.submissions)) > 1 {
		return nil
	}
	if mostMatch(participants, func(name string) bool { return len(name) == 1 && "A" <= name && name <= "Z" }) {
		d := r.newDoubt(i18n.Textf("the participants are called like problems: %s", examples(participants)), nameLayout{})
		if r.isOneOfSeveral { // each archive is of one participant
			folders := strings.Repeat("{}/", max(0, strings.Count(r.submissions[0].Path, "/")-1))
			d.Layout = "{participant}/" + folders + "{problem}.{ext}"
		}
		return d
	}
	shortNames, lettered := make(map[string]bool), 0
	for name := range participants {
		if m := lastLetter.FindStringSubmatch(name); m != nil {
			shortNames[m[1]] = true
			lettered++
		}
	}
	n := r.participantPaths()
	if n == nil || !n.areFiles || len(participants) < minDoubtedNames ||
		!almostAll(lettered, len(participants)) || 3*len(shortNames) > 2*lettered {
		return nil
	}
	return r.newDoubt(i18n.Textf("the participants may be names of files: %s seem to end in a problem", examples(participants)),
		n.verify(nameLayout{layout: `(?:.*/)?(?P<participant>[^/]+)(?P<problem>[A-Z])\.[^/.]+`}))
}

var lastLetter = regexp.MustCompile(`^(.*\p{Ll})[A-Z]$`)

// doubtGroups doubts problems without a common participant, because the folders may be groups of
// participants.
func (r reading) doubtGroups() *Doubt {
	n, participants, problems := r.participantPaths(), countParticipants(r.submissions), countProblems(r.submissions)
	if n == nil || len(problems) < 2 || len(participants) < 2*minDoubtedNames || mostAreLabels(problems) {
		return nil
	}
	problemOfParticipant := make(map[string]string)
	for _, s := range r.submissions {
		if p, ok := problemOfParticipant[s.Participant]; ok && p != s.Problem {
			return nil
		}
		problemOfParticipant[s.Participant] = s.Problem
	}
	folders, _, ok := n.folderPattern("problem")
	if !ok {
		return nil
	}
	return r.newDoubt(i18n.Textf("the folders may be groups, because no participant is in two of them: %s", examples(problems)),
		n.verify(nameLayout{layout: strings.Replace(folders, "{problem}", "{}", 1) + "{participant}" + n.suffix()}))
}

// newDoubt returns a doubt about the reading. better is a better layout, or zero.
func (r reading) newDoubt(reason i18n.Text, better nameLayout) *Doubt {
	first := r.submissions[0]
	better.layout = r.withoutInput(better.layout)
	read := i18n.Textf("%s and %s were read, for example %s for %s.",
		i18n.Textf("%d participants", len(countParticipants(r.submissions))),
		i18n.Textf("%d problems", len(countProblems(r.submissions))), text.Visible(first.Participant), text.Visible(first.Problem))
	d := &Doubt{Layout: better.layout, reason: reason}
	if better.layout != "" {
		d.improvement = i18n.Textf("With the layout %s there are %s and %s, for example %s for %s.", better.layout,
			i18n.Textf("%d participants", len(better.participants)), i18n.Textf("%d problems", len(better.problems)),
			text.Visible(better.example[0]), text.Visible(better.example[1]))
	}
	d.Message = i18n.Sentences(i18n.Textf("%s.", reason), read, d.improvement)
	return d
}

// withoutInput removes the name of the input at the beginning of a layout, because the layout should fit
// other inputs too.
func (r reading) withoutInput(layout string) string {
	rest, ok := strings.CutPrefix(layout, r.input+"/")
	switch {
	case !r.isOneOfSeveral || !ok:
		return layout
	case strings.Contains(rest, "(?"):
		return "[^/]+/" + rest
	case strings.Contains(rest, "{problem}"):
		return "{}/" + rest
	}
	return "{problem}/" + rest
}

// joinDoubts returns the first of the doubts about several inputs; each may be nil. The result has a layout
// only if all inputs need this layout, because --layout applies to all inputs.
func joinDoubts(doubts []*Doubt, inputs []inputFiles) *Doubt {
	first := slices.IndexFunc(doubts, func(d *Doubt) bool { return d != nil })
	if first < 0 {
		return nil
	}
	if len(inputs) == 1 {
		return doubts[first]
	}
	d := *doubts[first]
	d.Message = i18n.Textf("In %s, %s", text.Visible(inputs[first].name), d.Message)
	for _, other := range doubts {
		if other == nil || other.Layout != d.Layout {
			d.Layout = ""
		}
	}
	if d.Layout == "" {
		d.Message = i18n.Sentences(d.Message, i18n.Textf(
			"A layout is for all paths: a path that needs one of its own is imported by itself, into the same contest."))
	}
	return &d
}

// doubtInputs doubts inputs that were read as problems, if they look like participants.
func doubtInputs(t *tree, submissions []contest.Submission) *Doubt {
	n := &namedPaths{input: t.name}
	files := slices.Clone(t.files)
	for i, f := range files {
		files[i].elements = strings.Split(f.path, "/")
		n.files = append(n.files, f.path)
	}
	s := shapeOf(files)
	reason := cmp.Or(s.doubt(), s.doubtCounts())
	if reason == "" || len(submissions) == 0 {
		return nil
	}
	d := reading{submissions: submissions, input: t.name}.newDoubt(
		i18n.Textf("the paths may be participants: %s", i18n.Textf(reason)),
		n.verify(nameLayout{layout: "{participant}/{problem}.{ext}"}))
	d.isSwapped = true
	return d
}

// doubtGuess doubts what a format found in names, if the export has no other data about participants and
// problems.
func (r reading) doubtGuess() *Doubt {
	if len(r.submissions) == 0 {
		return nil
	}
	participants, problems := countParticipants(r.submissions), countProblems(r.submissions)
	for _, kind := range folderKinds {
		if len(problems) > 1 && r.matches(kind, problems, problemOf) {
			return r.newDoubt(i18n.Textf(kind.problems, examples(problems)), nameLayout{})
		}
		if r.matches(kind, participants, participantOf) {
			return r.newDoubt(i18n.Textf(kind.participants, examples(participants)), nameLayout{})
		}
	}
	if len(problems) >= minDoubtedNames && len(problems) >= len(participants) &&
		(mostAreLabels(participants) || !mostAreLabels(problems)) {
		return r.newDoubt(i18n.Textf("participants and problems may be swapped: there are not more participants than problems"), nameLayout{})
	}
	names := &namedPaths{areFiles: true, input: r.input}
	for _, s := range r.submissions {
		problem, participant := strings.ReplaceAll(s.Problem, "/", "_"), strings.ReplaceAll(s.Participant, "/", "_")
		names.paths = append(names.paths, problem+"/"+participant+".x")
	}
	names.files = names.paths
	if best := names.bestLayout("problem", len(participants)); best.layout != "" && !(best.isWeak() && r.areNamesRepeated()) {
		return r.newDoubt(i18n.Textf("the participants may be more than names: %s seems to hold %s",
			text.Visible(names.name(names.paths[0])), best.roleTexts()), nameLayout{})
	}
	return r.doubtShapes()
}

// doubtNames doubts participants that are names of files or folders with several parts. For example,
// 1024_AC_alice_A has a number, a verdict, a participant and a problem.
func (r reading) doubtNames(isDetected bool) *Doubt {
	n := r.participantPaths()
	if n == nil || len(n.paths) < minDoubtedNames {
		return nil
	}
	best := n.bestLayout("problem", len(countParticipants(r.submissions)))
	var kind i18n.Key = "the participants may be names of files: %s seems to hold %s beside the participant"
	if !n.areFiles {
		kind = "the participants may be names of folders: %s seems to hold %s beside the participant"
	}
	example := text.Visible(n.name(n.paths[0]))
	mayBeOther := isDetected && r.preset == ProblemParticipant && !r.areNamesRepeated() &&
		!mostAreLabels(countProblems(r.submissions))
	if mayBeOther { // the folders may be rooms or participants
		inRooms := n.bestLayout("_", 0)
		if len(inRooms.problems) > 1 && mostAreLabels(inRooms.problems) && len(inRooms.participants) > len(inRooms.problems) {
			return r.newDoubt(i18n.Textf(kind, example, inRooms.roleTexts()), inRooms)
		}
		swapped := n.bestLayout("participant", 0)
		if len(best.participants) <= len(best.problems) && len(swapped.participants) > len(swapped.problems) {
			return r.newDoubt(i18n.Textf("the problems may be folders of participants: %s seems to hold %s, and no participant",
				example, swapped.roleTexts()), swapped)
		}
	}
	if best.layout == "" || best.isWeak() && r.areNamesRepeated() {
		return nil
	}
	return r.newDoubt(i18n.Textf(kind, example, best.roleTexts()), best)
}

// areNamesRepeated reports whether there are several problems, and a participant has submissions for half of
// them on average. Then the names are those of participants, even if they end in numbers. Numbers of attempts
// would differ between problems.
func (r reading) areNamesRepeated() bool {
	problems := len(countProblems(r.submissions))
	return problems > 1 && 2*len(r.submissions) >= problems*len(countParticipants(r.submissions))
}

// bestLayout returns the best layout over all separators. folderRole is as in splitNames.
func (n *namedPaths) bestLayout(folderRole string, participantsBefore int) (best nameLayout) {
	folders, hasFolder, ok := n.folderPattern(folderRole)
	if !ok {
		return nameLayout{}
	}
	var names []string
	for _, p := range sampleOf(n.paths, maxDoubtedNames) {
		names = append(names, foldParts(n.name(p)))
	}
	for _, separator := range separators {
		s := n.splitNames(names, separator, folderRole, folders, hasFolder)
		if len(s.roles) <= len(best.roles) {
			continue
		}
		if s = n.verify(s); s.isBetter(best, participantsBefore) {
			best = s
		}
	}
	return best
}

// doubtSwapped doubts folders that were read as problems, but may be participants. Their names may also have
// several parts.
func (r reading) doubtSwapped(reason i18n.Text, suggestedPreset string, files inputFiles) *Doubt {
	reason = i18n.Textf("the folders may be participants: %s", reason)
	if n := r.participantPaths(); n != nil {
		if s := n.bestLayout("participant", 0); s.layout != "" {
			return r.newDoubt(reason, s)
		}
		if s := n.folderNameLayout(); s.layout != "" && suggestedPreset == ParticipantProblem {
			return r.newDoubt(reason, s)
		}
	}
	if suggestedPreset == "" {
		return r.newDoubt(reason, nameLayout{})
	}
	other := files.readAgain(suggestedPreset)
	d := cmp.Or(other.doubtNames(false), other.doubtStray(), other.doubtShapes())
	if d != nil && suggestedPreset == ParticipantFiles {
		first := r.newDoubt(reason, nameLayout{}).Message
		return &Doubt{Message: i18n.Sentences(first, i18n.Textf("Then %s.", d.reason), d.improvement), Layout: d.Layout}
	}
	return r.newDoubt(reason, nameLayout{
		layout: suggestedPreset, participants: countParticipants(other.submissions), problems: countProblems(other.submissions),
		example: [2]string{other.submissions[0].Participant, other.submissions[0].Problem},
	})
}

// folderNameLayout returns the layout of participants' folders with a file or folder for each problem. It
// returns the zero layout if the names of the folders have only one part.
func (n *namedPaths) folderNameLayout() nameLayout {
	folders, found, ok := n.folderPattern("participant")
	if !ok || !found || strings.HasSuffix(folders, "/{participant}/") || folders == "{participant}/" {
		return nameLayout{}
	}
	return n.verify(nameLayout{layout: folders + "{problem}" + n.suffix()})
}

// readAgain reads the files by another preset.
func (i inputFiles) readAgain(preset string) reading {
	drafts, _ := arrange(preset, stripWrappers(i.files, preset), i.name)
	return reading{preset: preset, submissions: numberAttempts(drafts), input: i.name}
}

// doubtShapes doubts participants that have one submission each and names of one shape, such as 1000 or
// 17-4_alice. These may be numbers or names of submissions.
func (r reading) doubtShapes() *Doubt {
	participants := countParticipants(r.submissions)
	withOne, withNumber, shapes := 0, 0, map[string]int{}
	for name, n := range participants {
		if n == 1 {
			withOne++
		}
		if startsWithNumber.MatchString(name) {
			withNumber++
		}
		shapes[letterRuns.ReplaceAllString(numberRuns.ReplaceAllString(name, "9"), "a")]++
	}
	shape := mostFrequent(shapes)
	if len(participants) < minDoubtedShapes || !almostAll(withOne, len(participants)) {
		return nil
	}
	isNumber := strings.Count(shape, "9") > 1 || strings.Contains(shape, "9") && len(shape) > 4 // team_12 is a participant
	example := r.submissions[0].Participant
	isNumber = almostAll(shapes[shape], len(participants)) && (isNumber || submissionWord.MatchString(example))
	if !isNumber && !almostAll(withNumber, len(participants)) {
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
				s = n.bestLayout(kind.name, len(participants))
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
	name                   string   // a group of a pattern
	problems, participants i18n.Key // why they may be of the kind
	isNamed                func(name string) bool
}

var folderKinds = []folderKind{
	{"verdict", "the problems are called like verdicts: %s", "the participants are called like verdicts: %s", isVerdict},
	{"language", "the problems are called like languages: %s", "the participants are called like languages: %s", isLanguage},
}

// isLanguage reports whether all words of a name belong to the name of a language or compiler. cs1-loop is
// none.
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

// matches reports whether the names of submissions are of a kind. If most programs are in another language
// than their name says, as in a problem called java, the kind is no language.
func (r reading) matches(kind folderKind, names map[string]int, nameOf func(contest.Submission) string) bool {
	if !kind.matches(names) || kind.name != "language" {
		return kind.matches(names)
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

// examples lists the first three names.
func examples(names map[string]int) string {
	sorted := slices.Sorted(maps.Keys(names))
	return text.Visible(strings.Join(sorted[:min(3, len(sorted))], ", "))
}

// With fewer names, the meaning of their parts (minDoubtedNames) or a common shape (minDoubtedShapes) may be
// a coincidence.
const (
	minDoubtedNames  = 5
	maxDoubtedNames  = 5000 // of more names, only a sample is read
	minDoubtedShapes = 20
)

func participantOf(s contest.Submission) string { return s.Participant }
func problemOf(s contest.Submission) string     { return s.Problem }

func countParticipants(list []contest.Submission) map[string]int { return countBy(list, participantOf) }
func countProblems(list []contest.Submission) map[string]int     { return countBy(list, problemOf) }

func countBy(submissions []contest.Submission, key func(contest.Submission) string) map[string]int {
	counts := map[string]int{}
	for _, s := range submissions {
		counts[key(s)]++
	}
	return counts
}

// sampleOf returns n items at equal distances, or all if there are at most n.
func sampleOf[T any](items []T, n int) []T {
	if len(items) <= n {
		return items
	}
	list := make([]T, n)
	for i := range list {
		list[i] = items[i*len(items)/n]
	}
	return list
}

// mostFrequent returns the key with the highest count. Of equal ones, it returns the first in alphabetical
// order. counts is not empty.
func mostFrequent(counts map[string]int) string {
	keys := slices.Sorted(maps.Keys(counts))
	return slices.MaxFunc(keys, func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
}

var (
	numberRuns       = regexp.MustCompile(`[0-9]+`)
	letterRuns       = regexp.MustCompile(`\pL+`)
	isDigits         = regexp.MustCompile(`^[0-9]+$`)
	startsWithNumber = regexp.MustCompile(`^[0-9]`)
	// submissionWord matches a word for submissions and a number.
	submissionWord = regexp.MustCompile(`^(?i:submission|submit|run|attempt|upload)s?[-_ #.]?[0-9]+$`)
)
