package intake

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The layouts that have a name. Each also takes a folder in place of the last
// file: files in it that are called <nn>[-<verdict>].<ext> (01-WA.cpp,
// 02-AC.cpp) are attempts, and otherwise the folder is one submission.
const (
	// ProblemParticipant: A/alice.cpp, A/bob/01-WA.cpp.
	ProblemParticipant = "problem/participant"
	// ParticipantProblem: alice/A.cpp, bob/A/01-WA.cpp.
	ParticipantProblem = "participant/problem"
	// ParticipantFiles is one problem: alice.cpp, bob/Main.java, bob/Graph.java.
	ParticipantFiles = "participant/files"
)

var presets = []string{ProblemParticipant, ParticipantProblem, ParticipantFiles}

// LayoutError says that the submissions cannot be told from the paths, or only
// in a way that is unlikely to be meant.
type LayoutError struct {
	Message    string // what is wrong, in words for the user
	Suggestion string // the layout to try; "" where none is known to be better
}

func (e *LayoutError) Error() string {
	if e.Suggestion == "" {
		return e.Message
	}
	return e.Message + " Try --layout " + e.Suggestion
}

// layout is what Options.Layout asks for.
type layout struct {
	preset  string   // "" to recognise one
	pattern *pattern // instead of a preset
}

func parseLayout(text string) (layout, error) {
	if text == "" {
		return layout{}, nil
	}
	for _, preset := range presets {
		if text == preset {
			return layout{preset: preset}, nil
		}
	}
	if !strings.ContainsAny(text, "{(") {
		return layout{}, fmt.Errorf("no layout is called %q; there are %s, and patterns such as {problem}/{participant}_{id}.{ext}", text, strings.Join(presets, ", "))
	}
	p, err := parsePattern(text)
	if err != nil {
		return layout{}, err
	}
	return layout{pattern: p}, nil
}

// apply makes submissions of the files of t, which has at least one. Files
// that belong to none are added to what t skipped. It returns the layout's
// name, also beside an error.
func (l layout) apply(t *tree) (string, []contest.Submission, error) {
	if l.pattern != nil {
		drafts, matched := l.pattern.drafts(t)
		subs := numberAttempts(drafts)
		switch {
		case matched == 0:
			return l.pattern.text, nil, &LayoutError{Message: fmt.Sprintf("no path matches the layout %s; the first path is %s.", l.pattern.text, t.files[0].path)}
		case len(subs) == 0:
			return l.pattern.text, nil, &LayoutError{Message: "the paths match the layout, but tell no language: choose one for all files."}
		}
		return l.pattern.text, subs, checkPairs(subs, nil)
	}
	shares := t.byInput()
	var presets []string
	var drafts []*draft
	var doubt error
	for _, in := range shares {
		preset, found, err := l.arrange(t, in)
		drafts = append(drafts, found...)
		doubt = cmp.Or(doubt, err)
		if !slices.Contains(presets, preset) {
			presets = append(presets, preset)
		}
	}
	subs, name := numberAttempts(drafts), strings.Join(presets, ", ")
	switch {
	case doubt != nil:
		return name, subs, doubt
	case len(shares) > 1:
		return name, subs, checkPairs(subs, nil)
	}
	files := stripWrappers(layoutFiles(shares[0].files), l.preset)
	return name, subs, checkPairs(subs, func() string { return suggest(name, files, t.name) })
}

// arrange lays out the share of one path, by the preset asked for or the one that it is
// recognised by. The error doubts that.
func (l layout) arrange(t *tree, in inputFiles) (preset string, drafts []*draft, doubt error) {
	files := stripWrappers(layoutFiles(in.files), l.preset)
	preset = l.preset
	if preset == "" {
		var why string
		if preset, why, doubt = detectPreset(files, in.name); !slices.Contains(t.layoutReasons, why) {
			t.layoutReasons = append(t.layoutReasons, why)
		}
	}
	drafts, outside := arrange(preset, files, in.name)
	for _, f := range outside {
		t.skip(f.path, outsideReasons[preset])
	}
	return preset, drafts, doubt
}

// checkPairs makes sure that there are two participants to compare at some
// problem. suggestion may be nil.
func checkPairs(subs []contest.Submission, suggestion func() string) error {
	participants := map[string]bool{}
	first := map[string]string{} // of each problem
	for _, s := range subs {
		participants[s.Participant] = true
		if p, ok := first[s.Problem]; !ok {
			first[s.Problem] = s.Participant
		} else if p != s.Participant {
			return nil
		}
	}
	e := &LayoutError{}
	switch {
	case len(subs) == 0:
		e.Message = "no file belongs to a submission."
	case len(subs) == 1:
		e.Message = fmt.Sprintf("there is only one submission, %s: nothing to compare it with.", subs[0].Path)
	case len(participants) == 1:
		e.Message = fmt.Sprintf("all %d submissions are of one participant, %s.", len(subs), subs[0].Participant)
	case suggestion == nil:
		e.Message = "every problem has one participant: there is nothing to compare."
	default:
		e.Message = "every problem has one participant; are the folders participants?"
	}
	if suggestion != nil {
		e.Suggestion = suggestion()
	}
	return e
}
