package intake

import (
	"fmt"
	"regexp"
)

// recognise tells which preset files are laid out by. The error, a
// *LayoutError, says that problem/participant is what it would have to be, but
// that it looks the wrong way round.
func recognise(files []placed, set string) (string, error) {
	atTop := 0
	for _, f := range files {
		if len(f.parts) == 1 {
			atTop++
		}
	}
	if 2*atTop > len(files) {
		return ParticipantFiles, nil
	}
	s := shapeOf(files)
	if doubt := s.doubt(); doubt != "" {
		return ProblemParticipant, &LayoutError{
			Problem: fmt.Sprintf("%s; are the folders participants? (If they are problems: --layout %s.)", doubt, ProblemParticipant),
			Try:     suggest(ProblemParticipant, files, set),
		}
	}
	return ProblemParticipant, nil
}

// suggest finds a preset by which there is something to compare, other than
// the one that was of no use; "" where there is none.
func suggest(useless string, files []placed, set string) string {
	order := []string{ProblemParticipant, ParticipantProblem, ParticipantFiles}
	if shapeOf(files).programs() {
		order = []string{ParticipantFiles}
	}
	for _, preset := range order {
		if preset == useless {
			continue
		}
		drafts, _ := arrange(preset, files, set)
		if checkPairs(number(drafts), nil) == nil {
			return preset
		}
	}
	return ""
}

// seeThrough takes off the folders at the top that only wrap the contest, as
// in contest/A/alice.cpp, where it is certain that they do.
func seeThrough(files []placed) []placed {
	for {
		top := files[0].parts[0]
		for _, f := range files {
			if len(f.parts) < 3 || f.parts[0] != top {
				return files // not the only folder, or the folder of a problem
			}
		}
		inner := make([]placed, len(files))
		for i, f := range files {
			inner[i] = placed{f.file, f.parts[1:]}
		}
		if s := shapeOf(inner); s.programs() || len(s.folders) > 1 && !s.problems() {
			return files
		}
		files = inner
	}
}

// shape is how the two highest levels look: folders, and what is under them.
type shape struct {
	folders map[string]int // number of names under each
	names   map[string]int // number of folders that have it
	total   int            // names, once for each folder
	stray   bool
	graded  bool // some name has a verdict: 01-WA
}

func shapeOf(files []placed) *shape {
	s := &shape{folders: map[string]int{}, names: map[string]int{}}
	seen := map[string]bool{}
	for _, f := range files {
		if len(f.parts) < 2 {
			s.stray = true
			continue
		}
		key := f.parts[0] + "/" + f.name(1)
		if seen[key] {
			continue
		}
		seen[key] = true
		s.folders[f.parts[0]]++
		s.names[f.name(1)]++
		s.total++
		if a, ok := parseAttempt(f.name(1)); ok && a.verdict != "" {
			s.graded = true
		}
	}
	return s
}

// label is what problems tend to be called: A, B2, 3, p07, problem-c, or one of
// these with a title behind it. Participants are seldom called so.
var label = regexp.MustCompile(`(?i)^(?:[a-z][0-9]{0,2}|[0-9]{1,2}|(?:p|pr|prob|problem|task|q|question|ex|exercise|sample|round|day)[-_ ]?(?:[a-z]|[0-9]{1,4}))(?:[-_. ].*)?$`)

// program is what programs tend to be called, whoever wrote them.
var program = regexp.MustCompile(`(?i)^(?:main|sol|solution|solve|solver|prog|program|code|source|src|app|index|utils?|helpers?|lib|common)$`)

// most tells whether more than half of what is counted has a name that matches.
func most(names map[string]int, match func(string) bool) bool {
	all, matching := 0, 0
	for name, n := range names {
		all += n
		if match(name) {
			matching += n
		}
	}
	return 2*matching > all
}

func labels(names map[string]int) bool {
	distinct := map[string]int{}
	for name := range names {
		distinct[name] = 1
	}
	return most(distinct, label.MatchString)
}

// programs tells whether what is under the folders is called as programs are,
// or as attempts, rather than as participants or problems.
func (s *shape) programs() bool {
	if most(s.names, program.MatchString) || s.graded {
		return true
	}
	attempts := most(s.names, func(name string) bool { _, ok := parseAttempt(name); return ok })
	return attempts && (len(s.folders) > len(s.names) || !labels(s.folders) && s.shared())
}

// shared tells whether some name stands under most folders.
func (s *shape) shared() bool {
	for _, n := range s.names {
		if 2*n > len(s.folders) {
			return true
		}
	}
	return false
}

// dense tells whether a folder holds, on average, most of the names.
func (s *shape) dense() bool { return 2*s.total > len(s.folders)*len(s.names) }

// lonely tells whether most folders hold one name only.
func (s *shape) lonely() bool {
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
	folderLabels, nameLabels := labels(s.folders), labels(s.names)
	const same = "the same file names stand under most folders"
	switch {
	case s.graded:
		return "the folders hold attempts rather than participants"
	case s.programs() && s.shared():
		return same
	case folderLabels && !nameLabels:
		return ""
	case nameLabels && !folderLabels && s.shared():
		return same
	case len(s.folders) > len(s.names) && s.dense():
		return same
	case s.lonely() && !folderLabels:
		return "most problems have one participant"
	}
	return ""
}

// problems tells whether the folders are certainly problems and what is under
// them participants, and not the folders participants.
func (s *shape) problems() bool {
	if s.stray || s.programs() || s.doubt() != "" {
		return false
	}
	recurring := s.total > len(s.names)
	return labels(s.folders) || recurring && len(s.names) >= len(s.folders) || s.total >= 4*len(s.folders)
}
