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

// doubtStray doubts files beside the folders of participants. Their names must be those of files in the
// folders, or numbers that are unlike the folders' names: A/01.cpp beside A/alice/01.cpp and A/bob/01.cpp.
func (r reading) doubtStray() *Doubt {
	level := math.MaxInt // number of folders around the folders of participants
	for _, s := range r.submissions {
		level = min(level, strings.Count(s.Path, "/"))
	}
	var stray []string // paths
	inFolders := &namedPaths{defaultProblem: r.input.name, isOneOfSeveral: r.isOneOfSeveral}
	folders, strayNames, innerNames := map[string]bool{}, map[string]bool{}, map[string]bool{}
	hasAttempts := false // a folder of a participant was read as attempts
	areAttempts := true  // all files in the folders are called like attempts
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
	areInside := true  // all stray files have the names of files in the folders
	areNumbers := true // all stray files are called like attempts
	for name := range strayNames {
		if folders[name] {
			return nil // a participant, with a folder for another problem
		}
		areInside = areInside && innerNames[name]
		areNumbers = areNumbers && isAttempt(name)
	}
	numberedFolders := count(maps.Keys(folders), isAttempt)
	areUnlikeFolders := areNumbers && numberedFolders == 0
	isDoubtful := areUnlikeFolders || areInside && !(areNumbers && 2*numberedFolders > len(folders))
	if len(strayNames) >= len(folders) { // so many may well be participants, unless all files are called like attempts
		isDoubtful = areUnlikeFolders && areAttempts
	}
	if len(stray) == 0 || len(folders) == 0 || !isDoubtful {
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
