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

// vnojFormat reads the contest data that VNOJ and DMOJ prepare for download: the
// newest submission of each user and problem, <user>/<problem>.<ext>, and older ones
// with their numbers, <user>/$History/<problem>_<number>.<ext>. All were submitted by
// participants while the contest ran; there are no verdicts.
func vnojFormat() format {
	return format{
		name:  "vnoj",
		title: "VNOJ's or DMOJ's contest data (<user>/<problem>.<ext>, <user>/$History)",
		detect: func(l *listing) string {
			if matching, older, files := countVnoj(l); older == 0 || !almostAll(matching, files) {
				return ""
			}
			return "its older submissions stand in folders named " + vnojHistory
		},
		resembles: func(l *listing) string {
			matching, older, files := countVnoj(l)
			if older == 0 {
				return ""
			}
			return nearMatch("the contest data of VNOJ or DMOJ", matching, files)
		},
		read: readVnoj,
	}
}

// countVnoj counts the files, those with a name of the format, and among these the
// older submissions.
func countVnoj(l *listing) (matching, older, files int) {
	for _, name := range l.submissions() {
		files++
		if s, ok := parseVnojName(name); ok {
			matching++
			if s.id != "" {
				older++
			}
		}
	}
	return matching, older, files
}

const vnojHistory = "$History"

// vnojOlder is the name of an older submission without its extension. The problem's
// code may contain an underscore.
var vnojOlder = regexp.MustCompile(`^(.+)_([0-9]{1,18})$`)

// vnojName is what the path of a submission contains.
type vnojName struct {
	user, problem string
	id            string // of an older submission; "" for the newest
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
	drafts := t.draftFiles(func(f file) (*draft, string) {
		s, ok := parseVnojName(f.inputPath)
		switch {
		case !ok:
			return nil, "neither <user>/<problem>.<ext> nor <user>/$History/<problem>_<number>.<ext>, as VNOJ calls submissions"
		case f.language == nil:
			return nil, reasonLanguage
		}
		d := newDraft(s.problem, s.user, f.path, []layoutFile{{file: f}})
		d.SystemID = s.id
		return d, ""
	})
	// In the order of their numbers; the newest, without a number, is last.
	ordered := slices.SortedFunc(slices.Values(drafts), func(a, b *draft) int {
		if (a.SystemID == "") != (b.SystemID == "") {
			return cmp.Compare(len(b.SystemID), len(a.SystemID))
		}
		return cmp.Or(text.CompareNatural(a.SystemID, b.SystemID), cmp.Compare(a.Path, b.Path))
	})
	for i, d := range ordered {
		d.number = fmt.Sprint(i)
	}
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "VNOJ or DMOJ"}}, nil
}
