package intake

import (
	"fmt"
	"regexp"
)

// detectPreset tells which preset files are laid out by, and why: one problem where
// most stand at the top, or where folders hold attempts, 01-WA.cpp and the like;
// else folders of problems. The error, a
// *LayoutError, says that problem/participant is what it would have to be, but
// that it looks the wrong way round.
func detectPreset(files []layoutFile, set string) (preset, why string, doubt error) {
	atTop := 0
	for _, f := range files {
		if len(f.elements) == 1 {
			atTop++
		}
	}
	if 2*atTop > len(files) {
		return ParticipantFiles, "most files stand at its top, as those of participants do where there is one problem", nil
	}
	s := shapeOf(files)
	if s.hasVerdicts() {
		return ParticipantFiles, "its folders hold attempts with verdicts, as those of participants do", nil
	}
	doubtful := s.doubt()
	if doubtful == "" {
		doubtful = doubtInside(files)
	}
	if doubtful != "" {
		return ProblemParticipant, "its folders may be problems", &LayoutError{
			Message:    fmt.Sprintf("%s; are the folders participants? If they are problems, the layout is %s.", doubtful, ProblemParticipant),
			Suggestion: suggest(ProblemParticipant, files, set),
		}
	}
	return ProblemParticipant, "its folders look like problems, and what is in them like participants", nil
}

// suggest finds a preset by which there is something to compare, other than
// the one that was of no use; "" where there is none.
func suggest(useless string, files []layoutFile, set string) string {
	order := []string{ProblemParticipant, ParticipantProblem, ParticipantFiles}
	if shapeOf(files).hasProgramNames() {
		order = []string{ParticipantFiles}
	}
	for _, preset := range order {
		if preset == useless {
			continue
		}
		drafts, _ := arrange(preset, stripWrappers(files, preset), set)
		if checkPairs(numberAttempts(drafts), nil) == nil {
			return preset
		}
	}
	return ""
}

// stripWrappers takes off the folders at the top that only wrap the contest, as
// in contest/A/alice.cpp, where it is certain that they do: by a preset that
// begins with participants, when there is one folder only. The preset is ""
// where it is still to be recognised.
func stripWrappers(files []layoutFile, preset string) []layoutFile {
	byParticipant, least := preset == ParticipantProblem || preset == ParticipantFiles, 3
	if preset == ParticipantFiles {
		least = 2
	}
	for {
		top := files[0].elements[0]
		for _, f := range files {
			if len(f.elements) < least || f.elements[0] != top {
				return files // not the only folder, or the folder of a problem
			}
		}
		inner := make([]layoutFile, len(files))
		for i, f := range files {
			inner[i] = layoutFile{f.file, f.elements[1:]}
		}
		if s := shapeOf(files); s.hasProgramNames() && len(inner[0].elements) == 1 {
			return files // the folder of a participant
		}
		if s := shapeOf(inner); !byParticipant && (s.hasProgramNames() || len(s.folders) > 1 && !s.foldersAreProblems()) {
			return files
		}
		files = inner
	}
}

// shape is how the two highest levels look: folders, and what is under them.
type shape struct {
	folders  map[string]int // number of names under each
	names    map[string]int // number of folders that have it
	total    int            // names, once for each folder
	hasStray bool
}

func shapeOf(files []layoutFile) *shape {
	s := &shape{folders: map[string]int{}, names: map[string]int{}}
	seen := map[string]bool{}
	for _, f := range files {
		if len(f.elements) < 2 {
			s.hasStray = true
			continue
		}
		key := f.elements[0] + "/" + f.name(1)
		if seen[key] {
			continue
		}
		seen[key] = true
		s.folders[f.elements[0]]++
		s.names[f.name(1)]++
		s.total++
	}
	return s
}

// doubtInside looks below a single folder, which is taken for the only problem
// when it may as well wrap a contest: contest/alice/A.cpp.
func doubtInside(files []layoutFile) string {
	s := shapeOf(files)
	if len(s.folders) != 1 || s.hasStray || mostAreLabels(s.folders) {
		return ""
	}
	inner := make([]layoutFile, len(files))
	for i, f := range files {
		inner[i] = layoutFile{f.file, f.elements[1:]}
	}
	if s := shapeOf(inner); !s.hasStray && !s.hasProgramNames() && s.hasSharedName() && mostAreLabels(s.names) && !mostAreLabels(s.folders) {
		return reasonSameNames
	}
	return ""
}

// label is what problems tend to be called, and participants seldom: A, b2, 07,
// p3, problem-c, or one of these with a title behind it.
var label = regexp.MustCompile(`^(?:[A-Za-z][0-9]{0,2}|[A-Z][0-9]?(?:[-_ ]|\. ).*|[0-9]{1,2}(?:[-_. ].*)?|` +
	`(?i:p|pr|q|ex)[-_ ]?[0-9]{1,4}(?:[-_. ].*)?|` +
	`(?i:prob|problem|task|question|exercise|sample|round|day)(?:[-_ ].*|[0-9]{1,4}|[A-Z])?)$`)

// program is what programs tend to be called, whoever wrote them.
var program = regexp.MustCompile(`(?i)^(?:main|sol|solution|solve|solver|prog|program|code|source|src|app|index|utils?|helpers?|lib|common)$`)

// mostMatch tells whether more than half of what is counted has a name that matches.
func mostMatch(names map[string]int, match func(string) bool) bool {
	all, matching := 0, 0
	for name, n := range names {
		all += n
		if match(name) {
			matching += n
		}
	}
	return 2*matching > all
}

func mostAreLabels(names map[string]int) bool {
	distinct := map[string]int{}
	for name := range names {
		distinct[name] = 1
	}
	return mostMatch(distinct, label.MatchString)
}

// hasProgramNames tells whether what is under the folders is called as programs are,
// or as attempts, rather than as participants or problems.
func (s *shape) hasProgramNames() bool {
	if mostMatch(s.names, program.MatchString) || s.hasVerdicts() {
		return true
	}
	attempts := mostMatch(s.names, func(name string) bool { _, ok := parseAttempt(name); return ok })
	return attempts && (len(s.folders) > len(s.names) || !mostAreLabels(s.folders) && s.hasSharedName())
}

const reasonSameNames = "the same file names stand under most folders"

// hasVerdicts tells whether what is under the folders is attempts with verdicts,
// 01-WA and the like, so that the folders are certainly participants.
func (s *shape) hasVerdicts() bool {
	return mostMatch(s.names, func(name string) bool { a, _ := parseAttempt(name); return a.verdict != "" })
}

// hasSharedName tells whether some name stands under most folders.
func (s *shape) hasSharedName() bool {
	for _, n := range s.names {
		if 2*n > len(s.folders) {
			return true
		}
	}
	return false
}

// isDense tells whether a folder holds, on average, most of the names.
func (s *shape) isDense() bool { return 2*s.total > len(s.folders)*len(s.names) }

// mostlySingle tells whether most folders hold one name only.
func (s *shape) mostlySingle() bool {
	n := 0
	for _, names := range s.folders {
		if names == 1 {
			n++
		}
	}
	return 2*n > len(s.folders)
}

// doubt says why the folders are rather participants than problems; "" where
// they look right. A contest has more participants than problems, so it is not
// enough that the same names recur: where all solved all, they do.
func (s *shape) doubt() string {
	if len(s.folders) < 2 {
		return ""
	}
	folderLabels, nameLabels := mostAreLabels(s.folders), mostAreLabels(s.names)
	switch {
	case s.hasProgramNames() && s.hasSharedName():
		return reasonSameNames
	case folderLabels && !nameLabels:
		return ""
	case nameLabels && !folderLabels && s.hasSharedName():
		return reasonSameNames
	case len(s.folders) > len(s.names) && s.isDense():
		return reasonSameNames
	case s.mostlySingle() && !folderLabels:
		return "most problems have one participant"
	}
	return ""
}

// foldersAreProblems tells whether the folders are certainly problems and what is under
// them participants, and not the folders participants.
func (s *shape) foldersAreProblems() bool {
	if s.hasStray || s.hasProgramNames() || s.doubt() != "" {
		return false
	}
	recurring := s.total > len(s.names)
	return mostAreLabels(s.folders) || recurring && len(s.names) >= len(s.folders) || s.total >= 4*len(s.folders)
}
