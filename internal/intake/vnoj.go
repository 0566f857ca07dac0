package intake

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// vnojFormat reads the contest data that VNOJ prepares for download. It has one submission of each user and
// problem as <user>/<problem>.<ext>, and the others as <user>/$History/<problem>_<number>.<ext>. The
// submission without a number is the best if the page prepared the data, and the newest if VNOJ's command
// did. Its place among the attempts is unknown, so it counts as the first attempt. Participants submitted
// everything during the contest. There are no verdicts.
var vnojFormat = &format{
	name: "vnoj", title: "VNOJ's contest data (<user>/<problem>.<ext>, <user>/$History)",
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		files, matching, numbered := l.withoutParticipantFiles(), 0, 0
		for _, name := range files {
			if s, ok := parseVnojName(name); ok {
				matching++
				if s.id != "" {
					numbered++
				}
			}
		}
		if numbered == 0 {
			return noText, noText
		}
		return detectIfMost("the contest data of VNOJ", matching, len(files), i18n.Textf("it has folders of submissions named %s", vnojHistory))
	},
	read: readVnoj,
}

const vnojHistory = "$History"

// vnojNumbered matches the name of a submission with a number, without its extension. The problem's code may
// contain an underscore.
var vnojNumbered = regexp.MustCompile(`^(.+)_([0-9]{1,18})$`)

// parseVnojName reads a path. The submission outside $History has no id.
func parseVnojName(name string) (nameParts, bool) {
	dir, base := path.Split(name)
	dir, isNumbered := strings.CutSuffix(strings.TrimSuffix(dir, "/"), "/"+vnojHistory)
	s := nameParts{participant: path.Base(dir), problem: stem(base)}
	if dir == "" || slices.Contains([]string{"/", ".", vnojHistory}, s.participant) || path.Ext(base) == "" {
		return nameParts{}, false
	}
	if isNumbered {
		m := vnojNumbered.FindStringSubmatch(s.problem)
		if m == nil {
			return nameParts{}, false
		}
		s.problem, s.id = m[1], m[2]
	}
	return s, true
}

func readVnoj(t *tree) (contents, error) {
	drafts := t.draftFiles(func(f file) (*draft, i18n.Key) {
		s, ok := parseVnojName(f.inputPath)
		if !ok {
			return nil, "neither <user>/<problem>.<ext> nor <user>/$History/<problem>_<number>.<ext>, as VNOJ calls submissions"
		}
		d := newDraft(s.problem, s.participant, f.path, f)
		d.id, d.SystemID = s.id, s.id
		return d, ""
	})
	return contents{submissions: numberAttempts(drafts), about: contest.Metadata{System: "VNOJ"}}, nil
}
