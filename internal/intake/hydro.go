package intake

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// hydroFormat reads the code zip of a contest that Hydro exports: a file for each
// submission, called
//
//	U<user>_P<problem>_R<record>[_S<status>@<score>].<language>
//
// with the name of the file in place of the language if a file was submitted. The
// contest's CDP, a contest package without programs, may come with it: its event feed
// has names and more about each submission (hydrofeed.go).
func hydroFormat() format {
	return format{
		name:  "hydro",
		title: "Hydro's code zip, alone or with its contest package (CDP)",
		peek:  isHydroFeed,
		detect: func(l *listing) string {
			submissions, others := 0, 0
			for _, name := range l.names {
				_, program := lexer.ByPath(name)
				switch _, ok := parseHydroName(name); {
				case ok:
					submissions++
				case program:
					others++
				}
			}
			switch {
			case submissions > others:
				return "its files are called U<user>_P<problem>_R<record>"
			case submissions+others > 0:
				return ""
			case len(l.matching(hydroPackage.MatchString)) > 0:
				return "it holds a contest-<id>-cdp.zip"
			}
			for _, name := range l.matching(isHydroFeed) {
				if hydroFeedStart.Match(l.heads[name]) {
					return "its event feed begins as Hydro's"
				}
			}
			return ""
		},
		mode: hydroMode,
		read: readHydro,
	}
}

var (
	// hydroPackage matches Hydro's name of a CDP.
	hydroPackage = regexp.MustCompile(`(?:^|/)contest-[0-9a-f]{24}-cdp\.zip$`)
	// hydroPicture matches the pictures in a CDP.
	hydroPicture = regexp.MustCompile(`(?:^|/)(?:(?:teams|organizations)/[^/]+/photo\.[^/]+|contest/logo\.png)$`)
	// hydroFeedStart matches the first notification of a feed: the contest with an
	// ObjectId, in the newer or the older form.
	hydroFeedStart = regexp.MustCompile(`^\{"type":"contests?","id":"[^"]*",(?:"op":"create",)?"data":\{"id":"[0-9a-f]{24}",`)
)

func isHydroFeed(name string) bool { return path.Base(name) == "event-feed.ndjson" }

func hydroMode(name string) readMode {
	if n, ok := parseHydroName(name); ok {
		switch {
		case n.inside != "":
			return modeByName
		case n.isArchive():
			return modeArchive
		}
		return modeProgram
	}
	switch {
	case isHydroFeed(name):
		return modeRecord
	case hydroPicture.MatchString(name):
		return modeIgnore
	case isZip(name):
		return modeArchive
	}
	return modeByName
}

func readHydro(t *tree) (contents, error) {
	feed := t.hydroFeed()
	if len(t.files) == 0 && feed.path != "" {
		return contents{about: feed.about}, errors.New("a contest package of Hydro (CDP) contains no programs: add the contest's code zip, as a second path or in the same folder")
	}
	var drafts []*draft
	names := map[*draft]hydroName{}
	for _, s := range t.hydroSubmissions() {
		if d := s.draft(t); d != nil {
			drafts = append(drafts, d)
			names[d] = s.hydroName
		}
	}
	feed.join(t, drafts, names)
	return contents{submissions: numberAttempts(drafts), participants: feed.participants(drafts), about: feed.about}, nil
}

// hydroSubmission is the files of one submission.
type hydroSubmission struct {
	hydroName
	files []file
}

// hydroSubmissions groups the files of t by submission, in the order of their paths.
// It skips other files.
func (t *tree) hydroSubmissions() []*hydroSubmission {
	var list []*hydroSubmission
	known := map[string]*hydroSubmission{} // by record
	for _, f := range t.files {
		n, ok := parseHydroName(f.path)
		if !ok {
			t.skip(f.path, "not called U<user>_P<problem>_R<record>, as Hydro calls submissions")
			continue
		}
		s := known[n.record]
		switch {
		case s == nil:
			s = &hydroSubmission{hydroName: n}
			known[n.record] = s
			list = append(list, s)
		case s.file != n.file:
			t.skip(f.path, "a second file of the same submission: only the first was read")
			continue
		}
		s.files = append(s.files, f)
	}
	return list
}

// draft makes a draft of s; nil if it skips all files. Unlike the name of the file,
// its path does not change with a rejudging.
func (s *hydroSubmission) draft(t *tree) *draft {
	language, version := s.language()
	if t.language != nil {
		language = t.language
	}
	at := "submissions/" + s.record
	var files []layoutFile
	for _, f := range s.files {
		switch {
		case s.inside == "" && s.suffix == hydroAnswers:
			t.skip(f.path, "answers to questions, not a program")
			continue
		case s.inside == "":
			f.language = language
		}
		if f.language == nil {
			var sure bool
			if f.language, sure = sniff(f.content); !sure {
				t.skip(f.path, reasonNotSniffed)
				continue
			}
		}
		f.path = path.Join(at, path.Base(s.file), strings.TrimPrefix(f.path, s.file))
		files = append(files, layoutFile{file: f})
	}
	if len(files) == 0 {
		return nil
	}
	d := newDraft("P"+s.problem, "U"+s.user, at, files)
	d.SystemID, d.LanguageVersion, d.Verdict = s.record, version, s.verdict
	d.Time, d.number = s.time(), s.hydroName.number()
	return d
}

// hydroName is what the path of a submission in Hydro's code zip contains.
type hydroName struct {
	user, problem string // numbers
	record        string // of the submission: an ObjectId, 24 hexadecimal digits
	verdict       contest.Verdict
	// suffix is the name of a submitted file, or Hydro's name of the language, which may
	// contain a point (cc.cc17o2).
	suffix string
	file   string // path of the file with this name
	inside string // path inside that file if it is an archive; else ""
}

var hydroFile = regexp.MustCompile(`^U(-?[0-9]{1,15})_P([0-9A-Za-z-]{1,40})_R([0-9a-f]{24})(?:_S([0-9]{1,3})@-?[0-9]{1,15}(?:\.[0-9]{1,20})?)?\.(.+)$`)

func parseHydroName(name string) (hydroName, bool) {
	before, rest := "", name
	for {
		element, after, more := strings.Cut(rest, "/")
		if m := hydroFile.FindStringSubmatch(element); m != nil {
			return hydroName{
				user: m[1], problem: m[2], record: m[3], verdict: hydroVerdicts[m[4]], suffix: m[5],
				file: before + element, inside: after,
			}, true
		}
		if !more {
			return hydroName{}, false
		}
		before, rest = before+element+"/", after
	}
}

// hydroVerdicts are the verdicts by Hydro's numbers. Others mean pending.
var hydroVerdicts = map[string]contest.Verdict{
	"1": contest.VerdictAccepted, "2": "WA", "3": "TLE", "4": "MLE", "5": "OLE", "6": "RE", "7": contest.VerdictCompileError,
	"8": "SE", "9": "IGN", "10": "ETC", "11": "HK", "30": "IGN", "31": "FE",
}

// time returns the time of submission: an ObjectId begins with the seconds since 1970.
func (n hydroName) time() time.Time {
	seconds, err := strconv.ParseUint(n.record[:8], 16, 32)
	if err != nil || seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// number returns the counter at the end of an ObjectId: it orders the submissions of one second.
func (n hydroName) number() string {
	b, err := hex.DecodeString(n.record[18:])
	if err != nil {
		return ""
	}
	return fmt.Sprint(int(b[0])<<16 | int(b[1])<<8 | int(b[2]))
}

// isArchive reports whether a zip was submitted.
func (n hydroName) isArchive() bool { return isZip(n.suffix) }

// language returns the language of the submission and Hydro's name of it; nil if the
// name does not contain it. version is "" if suffix is the name of a file.
func (n hydroName) language() (l *lexer.Language, version string) {
	key, _, dotted := strings.Cut(n.suffix, ".")
	byKey, isKey := lexer.ByName(key)
	byPath, isPath := lexer.ByPath(n.suffix)
	switch {
	case isKey && (!dotted || !isPath || byKey == byPath):
		return byKey, n.suffix
	case isPath:
		return byPath, ""
	}
	return nil, ""
}

// hydroAnswers is Hydro's language for answers to questions, which are not programs.
const hydroAnswers = "_"
