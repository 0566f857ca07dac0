package intake

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// vnoj reads the contest data that VNOJ and DMOJ prepare for download: of each
// user and problem the newest submission, <user>/<problem>.<ext>, and the older
// ones with their numbers, <user>/$History/<problem>_<number>.<ext>. All of them
// were made by who took part while the contest ran; their verdicts are not told.
func vnojFormat() format {
	return format{
		name:  "vnoj",
		title: "VNOJ's or DMOJ's contest data (<user>/<problem>.<ext>, <user>/$History)",
		detect: func(l *listing) string {
			if called, older, files := countVnoj(l); older == 0 || !almostAll(called, files) {
				return ""
			}
			return "its older submissions stand in folders named " + vnojHistory
		},
		resembles: func(l *listing) string {
			called, older, files := countVnoj(l)
			if older == 0 {
				return ""
			}
			return nearMatch("the contest data of VNOJ or DMOJ", called, files)
		},
		read: readVnoj,
	}
}

// countVnoj counts the files, those that are called as they should be, and the older
// submissions among these.
func countVnoj(l *listing) (called, older, files int) {
	for _, name := range l.submissions() {
		files++
		if s, ok := parseVnojName(name); ok {
			called++
			if s.id != "" {
				older++
			}
		}
	}
	return called, older, files
}

const vnojHistory = "$History"

// vnojOlder is the name of an older submission, without its extension. The
// problem's code may hold an underscore.
var vnojOlder = regexp.MustCompile(`^(.+)_([0-9]{1,18})$`)

// vnojName is what the path of a submission tells.
type vnojName struct {
	user, problem string
	id            string // of an older one; "" of the newest
}

func parseVnojName(name string) (vnojName, bool) {
	dir, base := path.Split(name)
	dir, older := strings.CutSuffix(strings.TrimSuffix(dir, "/"), "/"+vnojHistory)
	s := vnojName{user: path.Base(dir), problem: stem(base)}
	if dir == "" || slices.Contains([]string{"/", ".", vnojHistory}, s.user) || path.Ext(base) == "" {
		return vnojName{}, false
	}
	if older {
		m := vnojOlder.FindStringSubmatch(s.problem)
		if m == nil {
			return vnojName{}, false
		}
		s.problem, s.id = m[1], m[2]
	}
	return s, true
}

func readVnoj(t *tree) (contents, error) {
	type owner struct{ user, problem string }
	submissions := map[owner][]*draft{}
	var drafts []*draft
	for _, f := range t.files {
		s, ok := parseVnojName(f.inputPath)
		switch {
		case !ok:
			t.skip(f.path, "neither <user>/<problem>.<ext> nor <user>/$History/<problem>_<number>.<ext>, as VNOJ calls submissions")
			continue
		case f.language == nil:
			t.skip(f.path, reasonLanguage)
			continue
		}
		d := newDraft(s.problem, s.user, f.path, []layoutFile{{file: f}})
		d.SystemID = s.id
		drafts = append(drafts, d)
		key := owner{s.user, s.problem}
		submissions[key] = append(submissions[key], d)
	}
	for _, list := range submissions { // by number, and the newest last, which has none
		slices.SortFunc(list, func(a, b *draft) int {
			if (a.SystemID == "") != (b.SystemID == "") {
				return cmp.Compare(len(b.SystemID), len(a.SystemID))
			}
			return cmp.Or(text.CompareNatural(a.SystemID, b.SystemID), cmp.Compare(a.Path, b.Path))
		})
		for i, d := range list {
			d.number = fmt.Sprint(i)
		}
	}
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "VNOJ or DMOJ"}}, nil
}
