package intake

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// qduojFormat reads the submissions of a contest that QDUOJ's administrators download. It has the newest
// accepted submission of each user and problem, without language, time or number. Names of users and of
// problems may contain underscores, so splitQduojNames compares all names to find the problems.
var qduojFormat = &format{
	name: "qduoj", title: "QDUOJ's download of accepted submissions (<user>_<problem>.txt)",
	peek: isTxt, detect: detectQduoj,
	mode: modeIf(func(name string) bool { return qduojPattern.MatchString(path.Base(name)) }, modeProgram, modeByName),
	read: func(t *tree) (contents, error) {
		var paths []string
		for _, f := range t.files {
			paths = append(paths, f.path)
		}
		names := splitQduojNames(paths)
		c := t.readNames("QDUOJ", func(f *file) (nameParts, i18n.Text) {
			name, ok := names[path.Base(f.path)]
			if !ok {
				return name, i18n.Textf("not called <user>_<problem>.txt, as QDUOJ calls submissions")
			}
			name.verdict = string(contest.VerdictAccepted)
			return name, noText
		})
		if base, rival := rivalSplit(names); base != "" {
			c.doubt = i18n.Textf("%[1]s may be of %[2]s for %[3]s or of %[4]s for %[5]s. If it was read wrongly, %[6]s",
				text.Visible(base), text.Visible(names[base].participant), text.Visible(names[base].problem),
				text.Visible(rival.participant), text.Visible(rival.problem), i18n.Textf("a manifest can say who submitted them"))
		}
		return c, nil
	},
}

// detectQduoj requires programs of several users for one problem, because many other names end in a number.
// It is certain only if the problems have labels or numbers, or if the names form a grid: far fewer problems
// than users, and several problems for each user.
func detectQduoj(l *listing) (reason, resemblance i18n.Text) {
	files := l.withoutParticipantFiles()
	var matching []string // files in one folder with a name of the format
	for _, name := range files {
		if qduojPattern.MatchString(path.Base(name)) && (len(matching) == 0 || path.Dir(name) == path.Dir(matching[0])) {
			matching = append(matching, name)
		}
	}
	withLabel := 0                                        // number of files with a label or number of a problem
	programs := 0                                         // number of files whose language is certain
	users, problems := map[string]int{}, map[string]int{} // number of files
	for base, name := range splitQduojNames(matching) {
		users[name.participant]++
		problems[name.problem]++
		if problemLabel.MatchString(name.problem) || problemNumber.MatchString(name.problem) {
			withLabel++
		}
		if _, isSure := lexer.ByContent(l.heads[path.Join(path.Dir(matching[0]), base)]); isSure {
			programs++
		}
	}
	var shared []string // problems of several users
	for _, problem := range slices.Sorted(maps.Keys(problems)) {
		if problems[problem] > 1 {
			shared = append(shared, problem)
		}
	}
	isGrid := 2*len(problems) <= len(users) && 2*len(matching) >= 3*len(users)
	switch {
	case len(shared) == 0 || 2*programs <= l.countHeads(matching):
		return noText, noText
	case almostAll(len(matching), len(files)) && (almostAll(withLabel, len(files)) || isGrid) &&
		!mostAreLabels(users): // else the names are probably <problem>_<user>.txt
		return i18n.Textf("its files are programs called <user>_<problem>.txt, and several users solved %s",
			strings.Join(shared[:min(len(shared), 5)], ", ")), noText
	case almostAll(len(matching), len(files)):
		return noText, i18n.Textf("QDUOJ's download, with long names of problems or short ones of users")
	}
	return detectIfMost("QDUOJ's download", len(matching), len(files), noText)
}

// problemNumber matches a problem that is called by its number.
var problemNumber = regexp.MustCompile(`^[0-9]{3,6}$`)

// qduojPattern matches <user>_<problem>.txt.
var qduojPattern = regexp.MustCompile(`^[^/]+_[^/]+\.txt$`)

// splitQduojNames splits the names of files, without folders, into users and problems. A name can be split at
// each underscore.
//
// First, each name votes for one split: the one with the largest min(names with its user, names with its problem), if that
// is at least 2; of equals, the one with the longest problem, because a word in all names belongs to the problems. Then each
// name gets the split whose problem has the most votes. Ties go to the user with the most votes, then to the most frequent
// problem, then to the shortest problem.
func splitQduojNames(paths []string) map[string]nameParts {
	splits := map[string][]nameParts{} // of each file
	users, problems := map[string]int{}, map[string]int{}
	for _, p := range paths {
		base := path.Base(p)
		if splits[base] != nil || !qduojPattern.MatchString(base) {
			continue
		}
		splits[base] = qduojSplits(base)
		for _, s := range splits[base] {
			users[s.participant]++
			problems[s.problem]++
		}
	}
	userVotes, problemVotes := map[string]int{}, map[string]int{}
	for _, list := range splits {
		s := slices.MaxFunc(list, func(a, b nameParts) int {
			return cmp.Compare(min(users[a.participant], problems[a.problem]), min(users[b.participant], problems[b.problem]))
		})
		if min(users[s.participant], problems[s.problem]) > 1 {
			userVotes[s.participant]++
			problemVotes[s.problem]++
		}
	}
	names := map[string]nameParts{}
	for base, list := range splits {
		names[base] = slices.MaxFunc(list, func(a, b nameParts) int {
			return cmp.Or(cmp.Compare(problemVotes[a.problem], problemVotes[b.problem]),
				cmp.Compare(userVotes[a.participant], userVotes[b.participant]),
				cmp.Compare(problems[a.problem], problems[b.problem]), cmp.Compare(len(a.participant), len(b.participant)))
		})
	}
	return names
}

// qduojSplits returns the splits of the name of a file, the one with the longest problem first.
func qduojSplits(base string) (splits []nameParts) {
	name := stem(base)
	for i := 1; i < len(name)-1 && len(splits) < maxParts; i++ {
		if name[i] == '_' {
			splits = append(splits, nameParts{participant: name[:i], problem: name[i+1:]})
		}
	}
	return splits
}

// rivalSplit returns the first name that may well be split in another way, and that split; base is "" for none. The rival's user
// has other files. Its problem has other files too, or several names were split at the end of this problem: if users such as
// ann_two and bo_two submitted only for sum, ann and bo may have submitted for two_sum.
func rivalSplit(names map[string]nameParts) (base string, rival nameParts) {
	users, problems := map[string]bool{}, map[string]bool{}
	problemsByEnd := map[string]map[string]bool{} // the problems of the users whose names have an end such as _two
	for _, s := range names {
		users[s.participant], problems[s.problem] = true, true
		for i, r := range s.participant {
			if end := s.participant[i:]; r == '_' {
				if problemsByEnd[end] == nil {
					problemsByEnd[end] = map[string]bool{}
				}
				problemsByEnd[end][s.problem] = true
			}
		}
	}
	isCut := map[string]bool{} // problems of rivals that end in the only problem of the users
	for _, base := range slices.Sorted(maps.Keys(names)) {
		s := names[base]
		for _, rival := range qduojSplits(base) {
			if !users[rival.participant] || rival.participant == s.participant {
				continue
			}
			end, isLonger := strings.CutPrefix(s.participant, rival.participant)
			if isLonger && len(problemsByEnd[end]) == 1 {
				if isCut[rival.problem] {
					return base, rival
				}
				isCut[rival.problem] = true
			}
			if problems[rival.problem] {
				return base, rival
			}
		}
	}
	return "", nameParts{}
}
