package intake

import (
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// doubtAttempts doubts participants that are all called like attempts with verdicts, as 02-AC.cpp without the folder of its
// participant.
func (r reading) doubtAttempts() *Doubt {
	participants := countParticipants(r.submissions)
	isVerdict := func(name string) bool { _, verdict, _ := parseAttempt(name); return verdict != "" }
	if count(maps.Keys(participants), isVerdict) < len(participants) {
		return nil
	}
	d := r.newDoubt(i18n.Textf("the participants are called like attempts: %s. If they are attempts, give the folder that holds "+
		"the folders of the participants", examples(participants)), nameLayout{})
	d.explainsMore = true
	return d
}

// doubtStray doubts files beside the folders of participants. Their names must be those of files in the
// folders, or numbers that are unlike the folders' names: A/01.cpp beside A/alice/01.cpp and A/bob/01.cpp.
func (r reading) doubtStray() *Doubt {
	s := r.strayFiles()
	if !s.areDoubtful() {
		return nil
	}
	layouts := []string{"/{file}"}
	if s.hasAttempts {
		layouts = []string{"/{attempt}.{ext}", "/{attempt}-{verdict}.{ext}"}
	}
	var better nameLayout
	if above, _, ok := s.inFolders.folderPattern("problem"); ok {
		for _, layout := range layouts {
			if better.layout == "" {
				better = s.inFolders.verify(nameLayout{layout: above + "{participant}" + layout})
			}
		}
	}
	d := r.newDoubt(i18n.Textf("%d files are perhaps not participants: they are beside folders of participants and are not called like them: %s",
		len(s.paths), text.Visible(s.paths[0])), better)
	if d.Layout != "" {
		skips := i18n.Textf("It skips the files beside the folders.")
		d.improvement, d.Message = i18n.Sentences(d.improvement, skips), i18n.Sentences(d.Message, skips)
	}
	return d
}

// strayFiles are files beside the folders of participants. Names of files are without extensions.
type strayFiles struct {
	paths       []string
	names       map[string]bool
	folders     map[string]bool // the participants
	inFolders   *namedPaths
	innerNames  map[string]bool // of the files in the folders
	hasAttempts bool            // a folder was read as attempts
}

func (r reading) strayFiles() strayFiles {
	level := math.MaxInt // number of folders around the folders of participants
	for _, s := range r.submissions {
		level = min(level, strings.Count(s.Path, "/"))
	}
	stray := strayFiles{
		names: map[string]bool{}, folders: map[string]bool{}, innerNames: map[string]bool{},
		inFolders: &namedPaths{defaultProblem: r.input.name, isOneOfSeveral: r.isOneOfSeveral},
	}
	for _, s := range r.submissions {
		base, isDeeper := path.Base(s.Path), strings.Count(s.Path, "/") > level
		if !isDeeper && s.Files[0].Path == s.Path && (base == s.Participant || stem(base) == s.Participant) {
			stray.paths = append(stray.paths, s.Path)
			stray.names[stem(base)] = true
			continue
		}
		stray.folders[s.Participant] = true
		stray.hasAttempts = stray.hasAttempts || isDeeper
		for _, f := range s.Files {
			stray.inFolders.paths = append(stray.inFolders.paths, strings.Join(strings.Split(f.Path, "/")[:level+1], "/"))
			stray.inFolders.files = append(stray.inFolders.files, f.Path)
			stray.innerNames[stem(path.Base(f.Path))] = true
		}
	}
	return stray
}

// areDoubtful reports whether the files may be no participants.
func (s strayFiles) areDoubtful() bool {
	isInside := func(name string) bool { return s.innerNames[name] }
	isFolder := func(name string) bool { return s.folders[name] } // a participant, with a folder for another problem
	all := func(names map[string]bool, match func(string) bool) bool {
		return count(maps.Keys(names), match) == len(names)
	}
	if len(s.paths) == 0 || len(s.folders) == 0 || count(maps.Keys(s.names), isFolder) > 0 {
		return false
	}
	areFew := len(s.names) < len(s.folders) // more may well be participants, unless all files are called like attempts
	areNumbers, numberedFolders := all(s.names, isAttempt), count(maps.Keys(s.folders), isAttempt)
	if areNumbers && numberedFolders == 0 {
		return areFew || all(s.innerNames, isAttempt)
	}
	return areFew && all(s.names, isInside) && !(areNumbers && 2*numberedFolders > len(s.folders))
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
