package intake

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The layouts with a name. In each of them, a submission may be a file or a folder. If the files in the folder are
// called <nn>[-<verdict>].<ext> (01-WA.cpp, 02-AC.cpp), each is an attempt. Otherwise the folder is one
// submission.
const (
	// ProblemParticipant: A/alice.cpp, A/bob/01-WA.cpp.
	ProblemParticipant = "problem/participant"
	// ParticipantProblem: alice/A.cpp, bob/A/01-WA.cpp.
	ParticipantProblem = "participant/problem"
	// ParticipantFiles is one problem: alice.cpp, bob/Main.java, bob/Graph.java.
	ParticipantFiles = "participant/files"
)

var presets = []string{ProblemParticipant, ParticipantProblem, ParticipantFiles}

// LayoutError says that a layout finds no submissions in the paths, or none that can be compared.
type LayoutError struct {
	Message    i18n.Text
	Suggestion string // the layout to try; "" for none
}

func (e *LayoutError) Error() string {
	if e.Suggestion == "" {
		return e.Message.String()
	}
	return e.Message.String() + " Try --layout " + e.Suggestion
}

// layout is a parsed Options.Layout.
type layout struct {
	preset  string   // "" to detect it
	pattern *pattern // replaces a preset; nil for none
}

func parseLayout(text string) (layout, error) {
	if text == "" || slices.Contains(presets, text) {
		return layout{preset: text}, nil
	}
	if !contest.IsPattern(text) {
		return layout{}, i18n.Errorf("no layout is called %q; there are %s, and patterns such as {problem}/{participant}_{id}.{ext}",
			text, strings.Join(presets, ", "))
	}
	p, err := parsePattern(text)
	return layout{pattern: p}, err
}

// apply makes submissions of the files of t, which has at least one, and skips files that belong to none. It returns
// the name of the layout even with an error, and submissions also with a *Doubt. With acceptDoubt, it returns
// no *Doubt.
func (l layout) apply(ctx context.Context, t *tree, acceptDoubt bool) (name string, submissions []contest.Submission, err error) {
	if l.pattern != nil {
		submissions, err = l.pattern.apply(t)
		return l.pattern.text, submissions, err
	}
	inputs := t.byInput()
	var names []string
	var drafts []*draft
	var doubts []*Doubt
	for _, input := range inputs {
		r := reading{input: input, isOneOfSeveral: len(inputs) > 1}
		inputDrafts := l.draftsOf(t, &r)
		drafts = append(drafts, inputDrafts...)
		if !slices.Contains(names, r.preset) {
			names = append(names, r.preset)
		}
		if !acceptDoubt {
			r.submissions = numberAttempts(inputDrafts)
			doubts = append(doubts, r.doubt())
		}
	}
	if len(inputs) == 1 {
		removeWrappers(stripWrappers(inputs[0].files, l.preset)[0], drafts)
	}
	if names[0] == ParticipantFiles {
		t.addInput(drafts...)
	}
	name, submissions = strings.Join(names, ", "), numberAttempts(drafts)
	var suggestion func() string
	if len(inputs) == 1 && !(l.preset == "" && name == ProblemParticipant && haveLabels(submissions)) {
		files := stripWrappers(inputs[0].files, l.preset)
		suggestion = func() string { return suggestPreset(name, files, t.name) }
	}
	err = requirePair(submissions, suggestion)
	if ctx.Err() != nil {
		return name, nil, ctx.Err()
	}
	d := joinDoubts(doubts, inputs)
	if d == nil && !acceptDoubt && l.preset == "" && len(inputs) > 1 && name == ParticipantFiles {
		d = doubtInputs(t, submissions)
	}
	if d != nil && (err == nil || d.Layout != "" || d.explainsMore) {
		return name, submissions, d
	}
	return name, submissions, err
}

// removeWrappers removes the folders that wrap the contest from the paths of drafts, so that the contest may be packed with them or
// without. inner is a file without them.
func removeWrappers(inner file, drafts []*draft) {
	wrappers := strings.TrimSuffix(inner.path, strings.Join(inner.elements, "/"))
	for _, d := range drafts {
		d.Path = strings.TrimPrefix(d.Path, wrappers)
		for i := range d.Files {
			d.Files[i].Path = strings.TrimPrefix(d.Files[i].Path, wrappers)
		}
	}
}

// haveLabels reports whether problems are called like problems and participants are not.
func haveLabels(submissions []contest.Submission) bool {
	return mostAreLabels(countProblems(submissions)) && !mostAreLabels(countParticipants(submissions))
}

// draftsOf makes drafts of the input of r, by the chosen or the detected preset. It sets the fields of r that
// describe the preset.
func (l layout) draftsOf(t *tree, r *reading) []*draft {
	files := stripWrappers(r.input.files, l.preset)
	r.preset, r.isDetected = l.preset, l.preset == ""
	if r.isDetected {
		var reason i18n.Text
		if r.preset, reason, r.foldersDoubt = detectPreset(files); !slices.Contains(t.layoutReasons, reason) {
			t.layoutReasons = append(t.layoutReasons, reason)
		}
	}
	return t.arrangeOrSkip(r.preset, t.withoutHidden(files, r.preset), r.input.name, true)
}

// arrangeOrSkip is like arrange, and skips the files outside the layout.
func (t *tree) arrangeOrSkip(preset string, files []file, problem string, hasAttempts bool) []*draft {
	drafts, outside := arrange(preset, files, problem, hasAttempts)
	for _, f := range outside {
		t.skip(f.path, outsideReasons[preset])
	}
	return drafts
}

// withoutHidden skips files in hidden folders, except for folders whose names the preset reads.
func (t *tree) withoutHidden(files []file, preset string) (rest []file) {
	namedLevels := 2 // levels of folders whose names the preset reads
	if preset == ParticipantFiles {
		namedLevels = 1
	}
	isHidden := func(folder string) bool { return strings.HasPrefix(folder, ".") }
	for _, f := range files {
		folders := f.elements[:len(f.elements)-1]
		if slices.ContainsFunc(folders[min(namedLevels, len(folders)):], isHidden) {
			t.skip(f.path, reasonHidden)
			continue
		}
		rest = append(rest, f)
	}
	return rest
}

// inputFiles are the files of one input. Each input has its own layout, because users may pack inputs in
// different ways.
type inputFiles struct {
	name  string // of the problem if the folders do not name one
	files []file // sorted by path
	// lacksHidden reports whether files in hidden folders were skipped, which a given layout may read.
	lacksHidden bool
}

// addInput puts the name of the only input, which names the problem, before the paths of drafts and their files, as paths of
// several inputs begin with the names of the inputs. So files of the same name in another problem's input, imported later, are
// other submissions.
func (t *tree) addInput(drafts ...*draft) {
	if t.isSingleFile || slices.ContainsFunc(t.files, func(f file) bool { return f.input != "" }) {
		return
	}
	for _, d := range drafts {
		d.Path = path.Join(t.name, d.Path)
		for i := range d.Files {
			d.Files[i].Path = path.Join(t.name, d.Files[i].Path)
		}
	}
}

// byInput groups the files of a tree by input.
func (t *tree) byInput() []inputFiles {
	var list []inputFiles
	for input, files := range groupBy(t.files, func(f file) string { return f.input }) {
		list = append(list, inputFiles{cmp.Or(input, t.name), files, t.hasSkipped(reasonHidden)})
	}
	return list
}

// requirePair returns an error unless some problem has two participants. suggestion may be nil.
func requirePair(submissions []contest.Submission, suggestion func() string) error {
	first := map[string]string{} // participant of each problem
	for _, s := range submissions {
		if p, ok := first[s.Problem]; !ok {
			first[s.Problem] = s.Participant
		} else if p != s.Participant {
			return nil
		}
	}
	e := &LayoutError{}
	switch {
	case len(submissions) == 0:
		e.Message = i18n.Textf("no file belongs to a submission.")
	case len(submissions) == 1:
		e.Message = i18n.Textf("there is only one submission, %s: nothing to compare it with.", submissions[0].Path)
	case len(namesOf(submissions)) == 1:
		e.Message = i18n.Textf("all %d submissions are of one participant, %s.", len(submissions), submissions[0].Participant)
	case suggestion == nil:
		e.Message = i18n.Textf("every problem has one participant: there is nothing to compare.")
	default:
		e.Message = i18n.Textf("every problem has one participant; are the folders participants?")
	}
	if suggestion != nil {
		e.Suggestion = suggestion()
	}
	return e
}

// RequirePair returns a *LayoutError unless some problem has two participants.
func RequirePair(submissions []contest.Submission) error { return requirePair(submissions, nil) }

// name returns the name of the folder at level, or of the file without its extension.
func (f file) name(level int) string {
	if level == len(f.elements)-1 {
		return stem(f.elements[level])
	}
	return f.elements[level]
}

// pathTo returns the path of the folder or file at level.
func (f file) pathTo(level int) string {
	elements := strings.Split(f.path, "/")
	return strings.Join(elements[:len(elements)-len(f.elements)+level+1], "/")
}

// withoutTop removes the folder at the top from the elements of each file.
func withoutTop(files []file) []file {
	inner := slices.Clone(files)
	for i := range inner {
		inner[i].elements = inner[i].elements[1:]
	}
	return inner
}

// outsideReasons maps a preset to the reason for skipping a file that is outside the layout.
var outsideReasons = map[string]i18n.Key{
	ProblemParticipant: "beside the problems' folders: it belongs to no problem",
	ParticipantProblem: "beside the participants' folders: it belongs to no participant",
}

// arrange makes drafts of files by a preset. problem is the name of the problem if the folders name none. With
// hasAttempts, a folder of a participant may hold several attempts. outside has the files that the layout does
// not cover.
func arrange(preset string, files []file, problem string, hasAttempts bool) (drafts []*draft, outside []file) {
	level := 1 // of the file or folder of one participant and problem
	if preset == ParticipantFiles {
		level = 0
	}
	var inside []file
	for _, f := range files {
		if len(f.elements) <= level {
			outside = append(outside, f)
		} else {
			inside = append(inside, f)
		}
	}
	submissionName := submissionNames(files, level)
	for p, group := range groupBy(inside, func(f file) string { return f.pathTo(level) }) {
		first := group[0]
		problem, participant := problem, submissionName(p, first)
		switch preset {
		case ProblemParticipant:
			problem = first.elements[0]
		case ParticipantProblem:
			problem, participant = first.name(level), first.elements[0]
		}
		if len(first.elements) == level+1 || !hasAttempts {
			drafts = append(drafts, newDraft(problem, participant, p, group...))
		} else {
			drafts = append(drafts, folderDrafts(problem, participant, p, group, level+1)...)
		}
	}
	return drafts, outside
}

// submissionNames returns a function that names the file or folder at level and path p. Names of files
// contain the extension if files of a folder differ only in their extensions.
func submissionNames(files []file, level int) func(p string, first file) string {
	counts := map[string]int{}
	for _, f := range files {
		if len(f.elements) == level+1 {
			counts[path.Dir(f.path)+"/"+stem(f.elements[level])]++
		}
	}
	return func(p string, first file) string {
		name := first.name(level)
		if len(first.elements) == level+1 && counts[path.Dir(p)+"/"+name] > 1 {
			return first.elements[level]
		}
		return name
	}
}

// folderDrafts makes drafts of the folder at path p, which one participant submitted for one problem. Its
// entries are at level.
func folderDrafts(problem, participant, p string, files []file, level int) []*draft {
	var drafts []*draft
	for entryPath, group := range groupBy(files, func(f file) string { return f.pathTo(level) }) {
		number, verdict, ok := parseAttempt(group[0].name(level))
		if !ok {
			return []*draft{newDraft(problem, participant, p, files...)}
		}
		d := newDraft(problem, participant, entryPath, group...)
		d.number, d.Verdict = number, verdict
		drafts = append(drafts, d)
	}
	return drafts
}
