package intake

import (
	"errors"
	"path"
	"regexp"
	"strings"

	"github.com/ojcheck/ojcheck/lexer"
)

// hydroFormat reads the code zip of a contest that Hydro hands out: one file for
// each submission, called
//
//	U<user>_P<problem>_R<record>[_S<status>@<score>].<language>
//
// or, where a file was handed in, with its name in place of the language. With it
// may come what Hydro calls the contest's CDP, a contest package without programs:
// its event feed tells the names, and more of each submission (hydrofeed.go).
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
	// hydroPackage is how Hydro calls a CDP.
	hydroPackage = regexp.MustCompile(`(?:^|/)contest-[0-9a-f]{24}-cdp\.zip$`)
	// hydroPicture is what else a CDP holds.
	hydroPicture = regexp.MustCompile(`(?:^|/)(?:(?:teams|organizations)/[^/]+/photo\.[^/]+|contest/logo\.png)$`)
	// hydroFeedStart is the first notification of a feed: the contest, by an
	// ObjectId, with the first token, or in the older form with the first number.
	hydroFeedStart = regexp.MustCompile(`^\{"type":"contests?","id":"[^"]*",(?:"op":"create",)?"data":\{"id":"[0-9a-f]{24}",`)
)

func isHydroFeed(name string) bool { return path.Base(name) == "event-feed.ndjson" }

func hydroMode(name string) readMode {
	if n, ok := parseHydroName(name); ok {
		switch {
		case n.inside != "":
			return modeByName
		case n.archive():
			return modeArchive
		}
		return modeProgram
	}
	switch {
	case isHydroFeed(name):
		return modeRecord
	case hydroPicture.MatchString(name):
		return modeIgnore
	case strings.EqualFold(path.Ext(name), ".zip"):
		return modeArchive
	}
	return modeByName
}

func readHydro(t *tree) (contents, error) {
	feed := t.hydroFeed()
	if len(t.files) == 0 && feed.path != "" {
		return contents{about: feed.about}, errors.New("a contest package of Hydro (CDP) holds no programs: add the contest's code zip, as a second path or in the same folder")
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

// hydroSubmissions puts the files of t together that are one submission, in the
// order of their paths. Others are skipped.
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

// draft makes a draft of s; nil where it is skipped. Its path does not change when
// it is judged again, as its file's name does.
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
			t.skip(f.path, "answers to questions: no program")
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
