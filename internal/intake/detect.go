package intake

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// detectPreset returns the preset of files and the reason. It is ParticipantFiles (one problem) if most files
// are at the top, or if folders hold attempts such as 01-WA.cpp. Otherwise it is ProblemParticipant (a folder
// for each problem). foldersDoubt says why these folders look like participants; zero if they do not.
func detectPreset(files []file) (preset string, reason, foldersDoubt i18n.Text) {
	if 2*count(slices.Values(files), func(f file) bool { return len(f.elements) == 1 }) > len(files) {
		return ParticipantFiles, i18n.Textf("most files stand at its top, as participants' files for one problem do"), noText
	}
	s := shapeOf(files)
	if s.hasVerdicts() {
		return ParticipantFiles, i18n.Textf("its folders hold attempts with verdicts, as participants' folders do"), noText
	}
	if doubt := cmp.Or(s.doubt(), doubtInside(files), s.doubtByCount()); doubt != "" {
		return ProblemParticipant, i18n.Textf("its folders may be problems"), i18n.Textf(doubt)
	}
	return ProblemParticipant, i18n.Textf("its folders look like problems, and their contents like participants"), noText
}

// suggestPreset returns a preset, other than the rejected one, that finds submissions to compare; "" for
// none.
func suggestPreset(rejected string, files []file, problem string) string {
	candidates := presets
	if shapeOf(files).hasProgramNames() {
		candidates = []string{ParticipantFiles}
	}
	for _, preset := range candidates {
		if preset == rejected {
			continue
		}
		if RequirePair((inputFiles{name: problem, files: files}).readAgain(preset).submissions) == nil {
			return preset
		}
	}
	return ""
}

// stripWrappers removes the folders at the top that certainly only wrap the contest, as in
// contest/A/alice.cpp. If the preset begins with participants, an only folder at the top is a wrapper. preset
// is "" if it is unknown.
func stripWrappers(files []file, preset string) []file {
	participantsFirst, minDepth := preset == ParticipantProblem || preset == ParticipantFiles, 3
	if preset == ParticipantFiles {
		minDepth = 2
	}
	for {
		top := files[0].elements[0]
		for _, f := range files {
			if len(f.elements) < minDepth || f.elements[0] != top {
				return files // not the only folder, or the folder of a problem
			}
		}
		inner := withoutTop(files)
		if len(inner[0].elements) == 1 && (shapeOf(files).hasProgramNames() || areOneProgram(files)) {
			return files // the folder of a participant
		}
		if !participantsFirst {
			holdsFile := slices.ContainsFunc(inner, func(f file) bool { return len(f.elements) == 2 })
			s := shapeOf(inner)
			if s.hasProgramNames() || len(s.folders) > 1 && !s.foldersAreProblems() || len(s.folders) == 1 && holdsFile && areOneProgram(inner) {
				return files
			}
		}
		files = inner
	}
}

// shape describes the folders at the top and the names in them.
type shape struct {
	folders  map[string]int // number of names in each folder
	names    map[string]int // number of folders that have each name
	total    int            // number of all names in all folders
	hasStray bool           // a file is beside the folders
}

func shapeOf(files []file) *shape {
	s := &shape{folders: map[string]int{}, names: map[string]int{}}
	seen := map[string]bool{}
	for _, f := range files {
		if len(f.elements) < 2 {
			s.hasStray = true
			continue
		}
		if key := f.elements[0] + "/" + f.name(1); !seen[key] {
			seen[key] = true
			s.folders[f.elements[0]]++
			s.names[f.name(1)]++
			s.total++
		}
	}
	return s
}

// doubtInside says why an only folder may wrap a contest, as in contest/alice/A.cpp; "" if it looks like a
// problem.
func doubtInside(files []file) i18n.Key {
	s := shapeOf(files)
	if len(s.folders) != 1 || s.hasStray || mostAreLabels(s.folders) {
		return ""
	}
	inner := shapeOf(withoutTop(files))
	if inner.hasStray || inner.hasProgramNames() || !inner.hasSharedName() ||
		!mostAreLabels(inner.names) || mostAreLabels(inner.folders) {
		return ""
	}
	return reasonSameNames
}

// problemLabel matches usual names of problems, such as A, b2, 07, p3 and problem-c. A title may follow.
var problemLabel = regexp.MustCompile(`^(?:[A-Za-z][0-9]{0,2}|[A-Z][0-9]?(?:[-_ ]|\. ).*|[0-9]{1,2}(?:[-_. ].*)?|` +
	`(?i:p|pr|q|ex)[-_ ]?[0-9]{1,4}(?:[-_. ].*)?|` +
	`(?i:prob|problem|task|question|exercise|sample|round|day)(?:[-_ ].*|[0-9]{1,4}|[A-Z])?)$`)

// programName matches usual names of programs.
var programName = regexp.MustCompile(`(?i)^(?:main|sol|solution|solve|solver|prog|program|` +
	`code|source|src|app|index|utils?|helpers?|lib|common)$`)

// mostMatch reports whether match holds for more than half of the names, each as often as it occurs.
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

// mostAreLabels reports whether more than half of the names are labels of problems, however often each occurs.
func mostAreLabels(names map[string]int) bool {
	return 2*count(maps.Keys(names), problemLabel.MatchString) > len(names)
}

// hasProgramNames reports whether most names are those of programs or attempts, so that they name neither
// participants nor problems.
func (s *shape) hasProgramNames() bool {
	if mostMatch(s.names, programName.MatchString) || s.hasVerdicts() {
		return true
	}
	attempts := mostMatch(s.names, func(name string) bool { number, _, ok := parseAttempt(name); return ok && len(number) < 4 })
	return attempts && (len(s.folders) > len(s.names) || !mostAreLabels(s.folders) && s.hasSharedName())
}

const reasonSameNames = "most folders have the same file names"

// hasVerdicts reports whether the folders hold attempts with verdicts (01-WA). Such folders are certainly
// participants.
func (s *shape) hasVerdicts() bool {
	return mostMatch(s.names, func(name string) bool { _, verdict, _ := parseAttempt(name); return verdict != "" })
}

// hasSharedName reports whether some name is in most folders.
func (s *shape) hasSharedName() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(s.names)), func(n int) bool { return 2*n > len(s.folders) })
}

// isDense reports whether a folder holds most of the names on average.
func (s *shape) isDense() bool { return 2*s.total > len(s.folders)*len(s.names) }

// doubt says why the folders look like participants; "" if they do not. Equal names in all folders are no
// proof, because all participants may have solved all problems. But a contest has more participants than
// problems.
func (s *shape) doubt() i18n.Key {
	if len(s.folders) < 2 {
		return ""
	}
	folderLabels, nameLabels := mostAreLabels(s.folders), mostAreLabels(s.names)
	foldersOfOne := count(maps.Values(s.folders), func(names int) bool { return names == 1 })
	switch {
	case s.hasProgramNames() && s.hasSharedName():
		return reasonSameNames
	case folderLabels && !nameLabels:
		return ""
	case nameLabels && !folderLabels && s.hasSharedName():
		return reasonSameNames
	case len(s.folders) > len(s.names) && s.isDense():
		return reasonSameNames
	case 2*foldersOfOne > len(s.folders) && !folderLabels:
		return "most problems have one participant"
	}
	return ""
}

// doubtByCount says that there are at most as many names in the folders as folders; "" if there are more. A
// contest has more participants than problems. Folders that are called like problems are never doubted, unless
// the names in them are called so too. If neither are, and a folder holds most names, nothing but the numbers shows which are
// the participants; a contest mostly has twice as many participants as problems, but a course may have more exercises.
func (s *shape) doubtByCount() i18n.Key {
	folderLabels, nameLabels := mostAreLabels(s.folders), mostAreLabels(s.names)
	switch {
	case len(s.folders) < 2 || folderLabels && !nameLabels:
		return ""
	case len(s.folders) >= len(s.names):
		return "there are not more names in them than folders"
	case !folderLabels && !nameLabels && s.isDense() && len(s.folders) > 2 && 2*len(s.folders) > len(s.names):
		return "there are fewer than twice as many names in them as folders"
	}
	return ""
}

// foldersAreProblems reports whether the folders are certainly problems, with participants in them.
func (s *shape) foldersAreProblems() bool {
	if s.hasStray || s.hasProgramNames() || s.doubt() != "" {
		return false
	}
	hasRepeatedName := s.total > len(s.names)
	return mostAreLabels(s.folders) || hasRepeatedName && len(s.names) >= len(s.folders) || s.total >= 4*len(s.folders)
}
