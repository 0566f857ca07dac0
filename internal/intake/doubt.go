package intake

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Doubt says why the layout of folders and files is ambiguous. Read returns it as an error, beside a whole Result
// by the detected layout, unless Options.AcceptDoubt is set.
type Doubt struct {
	Message i18n.Text // what the input may be instead, then what was read; it begins with a small letter
	Layout  string    // the layout to try; "" if no layout is known to fit

	reason      i18n.Text // why the detected layout may be wrong, as a clause
	improvement i18n.Text // what Layout finds, as a sentence; zero without Layout
	// explainsMore says that a user should see the doubt even if there is no pair to compare: folders that were read as problems may be
	// participants, or the participants are called like attempts.
	explainsMore bool
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
	input          inputFiles // its name is the problem if the preset has no problem
	isOneOfSeveral bool       // the input is one of several, and paths begin with its name
	preset         string
	isDetected     bool      // false if the user chose the preset
	foldersDoubt   i18n.Text // why folders that were read as problems may be participants; zero if they look like problems
	submissions    []contest.Submission
}

// doubt says why a reading may be wrong; nil if it looks right. If the user chose the preset, doubt looks only
// at names with several parts.
func (r reading) doubt() *Doubt {
	if len(r.submissions) == 0 {
		return nil
	}
	if r.isDetected {
		if d := r.doubtFolders(); d != nil {
			return d
		}
		if d := r.doubtPrograms(); d != nil && (d.Layout != "" || r.foldersDoubt.IsZero()) {
			return d
		}
	}
	if !r.foldersDoubt.IsZero() {
		return r.doubtSwapped()
	}
	if d := r.doubtNames(); d != nil || !r.isDetected {
		return d
	}
	if d := cmp.Or(r.doubtAttempts(), r.doubtStray(), r.doubtCopies(), r.doubtLetters(), r.doubtGroups(), r.doubtShapes(r.submissions)); d != nil {
		return d
	}
	participants := countParticipants(r.submissions)
	for _, list := range groupBy(r.submissions, problemOf) { // each problem by itself, because its files may come from another system
		hasOthers := func(s contest.Submission) bool { return participants[s.Participant] > 1 }
		all := len(list)
		if list = slices.DeleteFunc(list, hasOthers); almostAll(len(list), all) {
			if d := r.doubtShapes(list); d != nil {
				return d
			}
		}
	}
	return nil
}

// newDoubt returns a doubt about the reading. better is a better layout, or zero.
func (r reading) newDoubt(reason i18n.Text, better nameLayout) *Doubt {
	first := r.submissions[0]
	better.layout = r.withoutInput(better.layout)
	read := i18n.Textf("%s and %s were read, for example %s for %s.",
		i18n.Textf("%d participants", len(countParticipants(r.submissions))),
		i18n.Textf("%d problems", len(countProblems(r.submissions))), text.Visible(first.Participant), text.Visible(first.Problem))
	d := &Doubt{Layout: better.layout, reason: reason, explainsMore: !r.foldersDoubt.IsZero()}
	if better.layout != "" {
		participants := i18n.Key("%d participants")
		if r.input.lacksHidden {
			participants = "at least %d participants"
		}
		d.improvement = i18n.Textf("With the layout %s there are %s and %s, for example %s for %s.", better.layout,
			i18n.Textf(participants, len(better.participants)), i18n.Textf("%d problems", len(better.problems)),
			text.Visible(better.example[0]), text.Visible(better.example[1]))
	}
	d.Message = i18n.Sentences(i18n.Textf("%s.", reason), read, d.improvement)
	return d
}

// withoutInput removes the name of the input at the beginning of a layout, because the layout should fit
// other inputs too.
func (r reading) withoutInput(layout string) string {
	rest, ok := strings.CutPrefix(layout, r.input.name+"/")
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

// secondDownload matches a name to which a browser adds a number, because a file has the name already.
var secondDownload = regexp.MustCompile(`^(.+) \([1-9][0-9]?\)$`)

// doubtSecondDownload doubts that a problem is called like the input if a browser may have changed that name; zero otherwise.
func doubtSecondDownload(paths []string, submissions []contest.Submission) i18n.Text {
	for _, p := range paths {
		name := withoutArchiveExtension(filepath.ToSlash(p))
		if m := secondDownload.FindStringSubmatch(name); m != nil &&
			slices.ContainsFunc(submissions, func(s contest.Submission) bool { return s.Problem == name }) {
			return i18n.Textf("the problem would be called %q, and browsers call a second download so: rename the file if the problem is %q", name, m[1])
		}
	}
	return noText
}

// doubtInputs doubts inputs that were read as problems, if they look like participants.
func doubtInputs(t *tree, submissions []contest.Submission) *Doubt {
	n := &namedPaths{defaultProblem: t.name}
	files := slices.Clone(t.files)
	for i, f := range files {
		files[i].elements = strings.Split(f.path, "/")
		n.files = append(n.files, f.path)
	}
	s := shapeOf(files)
	reason := cmp.Or(s.doubt(), s.doubtByCount())
	if reason == "" || len(submissions) == 0 {
		return nil
	}
	r := reading{submissions: submissions, input: inputFiles{name: t.name}, foldersDoubt: i18n.Textf(reason)}
	return r.newDoubt(i18n.Textf("the paths may be participants: %s", r.foldersDoubt),
		n.verify(nameLayout{layout: "{participant}/{problem}.{ext}"}))
}

// readAgain reads the files by another preset.
func (i inputFiles) readAgain(preset string) reading {
	drafts, _ := arrange(preset, stripWrappers(i.files, preset), i.name, true)
	return reading{preset: preset, submissions: numberAttempts(drafts), input: i}
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

var (
	numberRuns       = regexp.MustCompile(`[0-9]+`)
	letterRuns       = regexp.MustCompile(`\pL+`)
	isDigits         = regexp.MustCompile(`^[0-9]+$`)
	startsWithNumber = regexp.MustCompile(`^[0-9]`)
	// submissionWord matches a word for submissions and a number.
	submissionWord = regexp.MustCompile(`^(?i:submission|submit|run|attempt|upload)s?[-_ #.]?[0-9]+$`)
)
