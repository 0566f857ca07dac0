package intake

import (
	"cmp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

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
	names := &namedPaths{areFiles: true, defaultProblem: r.input.name}
	for _, s := range r.submissions {
		problem, participant := strings.ReplaceAll(s.Problem, "/", "_"), strings.ReplaceAll(s.Participant, "/", "_")
		names.paths = append(names.paths, problem+"/"+participant+".x")
	}
	names.files = names.paths
	if best := names.bestLayout("problem", len(participants)); best.layout != "" && !(best.isWeak() && r.areNamesRepeated()) {
		return r.newDoubt(i18n.Textf("the participants may be more than names: %s seems to hold %s",
			text.Visible(names.name(names.paths[0])), best.roleTexts()), nameLayout{})
	}
	return r.doubtShapes(r.submissions)
}

// doubtNames doubts participants that are names of files or folders with several parts. For example,
// 1024_AC_alice_A has a number, a verdict, a participant and a problem.
func (r reading) doubtNames() *Doubt {
	n := r.participantPaths()
	if n == nil || len(n.paths) < minDoubtedNames {
		return nil
	}
	best := n.bestLayout("problem", len(countParticipants(r.submissions)))
	var reason i18n.Key = "the participants may be names of files: %s seems to hold %s beside the participant"
	if !n.areFiles {
		reason = "the participants may be names of folders: %s seems to hold %s beside the participant"
	}
	example := text.Visible(n.name(n.paths[0]))
	mayBeOther := r.isDetected && r.preset == ProblemParticipant && !r.areNamesRepeated() &&
		!mostAreLabels(countProblems(r.submissions))
	if mayBeOther { // the folders may be rooms or participants
		inRooms := n.bestLayout("_", 0)
		if len(inRooms.problems) > 1 && mostAreLabels(inRooms.problems) && len(inRooms.participants) > len(inRooms.problems) {
			return r.newDoubt(i18n.Textf(reason, example, inRooms.roleTexts()), inRooms)
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
	return r.newDoubt(i18n.Textf(reason, example, best.roleTexts()), best)
}

// areNamesRepeated reports whether there are several problems, and a participant has submissions for half of
// them on average. Then the names are those of participants, even if they end in numbers. Numbers of attempts
// would differ between problems.
func (r reading) areNamesRepeated() bool {
	problems := len(countProblems(r.submissions))
	return problems > 1 && 2*len(r.submissions) >= problems*len(countParticipants(r.submissions))
}

// bestLayout returns the best layout over all separators. folderRole is as in splitNames, and currentParticipants as in isBetter.
func (n *namedPaths) bestLayout(folderRole string, currentParticipants int) (best nameLayout) {
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
		if s = n.verify(s); s.isBetter(best, currentParticipants) {
			best = s
		}
	}
	return best
}

// doubtSwapped doubts folders that were read as problems, but may be participants. Their names may also have
// several parts.
func (r reading) doubtSwapped() *Doubt {
	reason := i18n.Textf("the folders may be participants: %s", r.foldersDoubt)
	suggestedPreset := suggestPreset(ProblemParticipant, stripWrappers(r.input.files, ""), r.input.name)
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
	other := r.input.readAgain(suggestedPreset)
	d := cmp.Or(other.doubtNames(), other.doubtStray(), other.doubtShapes(other.submissions))
	if d != nil && suggestedPreset == ParticipantFiles {
		first := r.newDoubt(reason, nameLayout{}).Message
		return &Doubt{
			Message: i18n.Sentences(first, i18n.Textf("Then %s.", d.reason), d.improvement), Layout: d.Layout, explainsMore: true,
		}
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
