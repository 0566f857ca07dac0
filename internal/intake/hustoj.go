package intake

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// hustoj reads the log of a contest's submissions that HUSTOJ hands out. It tells
// neither times nor languages: the submissions are in the order in which they
// came, and their languages are sniffed.
func hustojFormat() format {
	return format{
		name:  "hustoj",
		title: "HUSTOJ's log of a contest (logs-<id>.txt)",
		peek:  isText,
		detect: func(l *listing) string {
			logs := l.submissions()
			for _, name := range logs {
				records, _, ok := parseHustojLog(l.heads[name])
				if !isText(name) || !ok {
					return ""
				}
				if _, known := hustojVerdict(records[0].result); !known && !hustojLog.MatchString(path.Base(name)) {
					return ""
				}
			}
			if len(logs) == 0 {
				return ""
			}
			return "its text begins with a user, a problem and a result of HUSTOJ"
		},
		mode: func(name string) readMode {
			if isText(name) {
				return modeRecord
			}
			return modeByName
		},
		read: readHustoj,
	}
}

// hustojLog is how HUSTOJ calls a log; the number is the contest's.
var hustojLog = regexp.MustCompile(`^logs-([0-9]+)\.txt$`)

func isText(name string) bool { return strings.EqualFold(path.Ext(name), ".txt") }

func readHustoj(t *tree) (contents, error) {
	told := contents{about: contest.About{System: "HUSTOJ"}}
	for _, f := range t.files {
		t.skip(f.path, "not a log of HUSTOJ")
	}
	var drafts []*draft
	for _, f := range t.records {
		records, doubts, ok := parseHustojLog(f.content)
		if !ok {
			t.skip(f.path, `not a log of HUSTOJ: it does not begin with "user:Problem<number>:<result>"`)
			continue
		}
		if m := hustojLog.FindStringSubmatch(path.Base(f.path)); m != nil && len(t.records) == 1 {
			told.about.SystemID = m[1]
		}
		if _, known := hustojVerdict(records[0].result); !known {
			doubts = append(doubts, "its results are in a language that is not known here: those that are not understood are no verdicts")
		}
		if slices.ContainsFunc(records, func(r hustojRecord) bool { return bytes.Contains(r.source, []byte(hustojDash)) }) {
			doubts = append(doubts, "it has sources that hold HUSTOJ's separator: whoever writes it into a source can imitate a submission of somebody else; compare those with HUSTOJ before anybody is accused")
		}
		for _, doubt := range doubts {
			t.skip(f.path, doubt)
		}
		for i, r := range records {
			if d := hustojDraft(t, fmt.Sprintf("%s/%06d", f.path, i+1), r); d != nil {
				d.number = fmt.Sprint(i + 1)
				drafts = append(drafts, d)
			}
		}
	}
	told.submissions = numberAttempts(drafts)
	return told, nil
}

// hustojDraft makes a submission of a record; nil where it is skipped.
func hustojDraft(t *tree, at string, r hustojRecord) *draft {
	verdict, _ := hustojVerdict(r.result)
	language, sure := t.language, t.language != nil
	if !sure {
		language, sure = sniff(r.source)
	}
	reason := unreadable(r.source)
	switch {
	case verdict == hustojTry || strings.HasPrefix(r.problem, "-"):
		reason = "a try with an input of the user's own: no submission"
	case reason != "":
	case len(r.source) > lexer.MaxRawBytes:
		reason = oversize(int64(len(r.source)), lexer.MaxRawBytes)
	case !sure:
		reason = reasonNotSniffed
	}
	if reason != "" {
		t.skip(at, reason)
		return nil
	}
	d := newDraft(r.problem, printable(r.user), at, []layoutFile{{file: file{path: at, content: r.source, language: language}}})
	d.Verdict = verdict
	return d
}
