package intake

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// hydroFormat reads the code zip of a contest that Hydro exports. It has a file for each submission, called
//
//	U<user>_P<problem>_R<record>[_S<status>@<score>].<language>
//
// If the user submitted a file, the name of that file replaces the language. The contest's CDP, a contest package
// without programs, may be beside the zip. Its event feed has names, and more about each submission.
var hydroFormat = &format{
	name: "hydro", title: "Hydro's code zip, alone or with its contest package (CDP)",
	peek: isHydroFeed, detect: detectHydro, mode: hydroMode, read: readHydro,
}

func detectHydro(l *listing) (reason, resemblance i18n.Text) {
	submissions, otherPrograms := 0, 0
	for _, name := range l.names {
		if _, ok := parseHydroName(name); ok {
			submissions++
		} else if isProgram(name) {
			otherPrograms++
		}
	}
	isHydroFeedStart := func(name string) bool { return isHydroFeed(name) && hydroFeedStart.Match(l.heads[name]) }
	switch {
	case submissions > otherPrograms:
		return i18n.Textf("its files are called U<user>_P<problem>_R<record>"), noText
	case submissions+otherPrograms > 0:
		return noText, noText
	case slices.ContainsFunc(l.names, hydroPackage.MatchString):
		return i18n.Textf("it holds a contest-<id>-cdp.zip"), noText
	case slices.ContainsFunc(l.names, isHydroFeedStart):
		return i18n.Textf("its event feed begins as Hydro's"), noText
	}
	return noText, noText
}

var (
	// hydroPackage matches the name that Hydro gives to a CDP.
	hydroPackage = regexp.MustCompile(`(?:^|/)contest-[0-9a-f]{24}-cdp\.zip$`)
	// hydroPicture matches the pictures in a CDP.
	hydroPicture = regexp.MustCompile(`(?:^|/)(?:(?:teams|organizations)/[^/]+/photo\.[^/]+|contest/logo\.png)$`)
	// hydroFeedStart matches the first notification of a feed, in the newer or the older form: the contest
	// with an ObjectId.
	hydroFeedStart = regexp.MustCompile(`^\{"type":"contests?","id":"[^"]*",(?:"op":"create",)?"data":\{"id":"[0-9a-f]{24}",`)
)

func isHydroFeed(name string) bool { return path.Base(name) == "event-feed.ndjson" }

func hydroMode(name string) readMode {
	n, ok := parseHydroName(name)
	switch {
	case ok && n.inside != "":
		return modeByName
	case ok && !hasZipName(n.suffix):
		return modeProgram
	case isHydroFeed(name):
		return modeRecord
	case hydroPicture.MatchString(name):
		return modeIgnore
	case hasZipName(name):
		return modeArchive
	}
	return modeByName
}

func readHydro(t *tree) (contents, error) {
	feed := t.readHydroFeed()
	if len(t.files) == 0 && feed.path != "" {
		return contents{about: feed.about}, i18n.Errorf("a contest package of Hydro (CDP) contains no programs: " +
			"add the contest's code zip, as a second path or in the same folder")
	}
	var drafts []*draft
	for _, s := range t.hydroSubmissions() {
		if d := s.draft(t); d != nil {
			drafts = append(drafts, d)
		}
	}
	feed.addFacts(t, drafts)
	return contents{submissions: numberAttempts(drafts), participants: feed.participants(), about: feed.about}, nil
}

type hydroSubmission struct {
	hydroName
	files []file
}

// hydroSubmissions groups the files of t by submission, in the order of their paths. It skips other files.
func (t *tree) hydroSubmissions() (list []hydroSubmission) {
	files, names := parseFiles(t, func(f *file) (n hydroName, reason i18n.Text) {
		n, ok := parseHydroName(f.path)
		if !ok {
			reason = i18n.Textf("not called U<user>_P<problem>_R<record>, as Hydro calls submissions")
		}
		return n, reason
	})
	for _, group := range groupBy(files, func(f file) string { return names[f.path].record }) {
		s := hydroSubmission{hydroName: names[group[0].path]}
		for _, f := range group {
			if names[f.path].file != s.file {
				t.skip(f.path, "a second file of the same submission: only the first was read")
				continue
			}
			s.files = append(s.files, f)
		}
		list = append(list, s)
	}
	return list
}

// draft makes a draft of s, or returns nil if it skips all files. The path of the draft is not that of the
// file, because a rejudging changes the name of the file.
func (s hydroSubmission) draft(t *tree) *draft {
	language, version := s.language()
	if t.language != nil {
		language = t.language
	}
	folder := "submissions/" + s.record
	var files []file
	for _, f := range s.files {
		switch {
		case s.inside == "" && s.suffix == hydroAnswers:
			t.skip(f.path, "answers to questions, not a program")
			continue
		case s.inside == "":
			f.language = language
		}
		if f.language == nil {
			var isSure bool
			if f.language, isSure = lexer.ByContent(f.content); !isSure {
				t.skip(f.path, reasonContent)
				continue
			}
		}
		f.path = path.Join(folder, path.Base(s.file), strings.TrimPrefix(f.path, s.file))
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil
	}
	d := newDraft("P"+s.problem, "U"+s.user, folder, files...)
	d.SystemID, d.LanguageVersion, d.Verdict = s.record, version, s.verdict
	d.Time, d.number = s.time(), s.hydroName.number()
	return d
}

// hydroName is what the path of a submission in Hydro's code zip contains.
type hydroName struct {
	user, problem string // numbers
	record        string // ID of the submission: an ObjectId, 24 hexadecimal digits
	verdict       contest.Verdict
	suffix        string // the name of a submitted file, or Hydro's name of the language, such as cc.cc17o2
	file          string // path of the file with this name
	inside        string // path in the file if the file is an archive; otherwise ""
}

var hydroFile = regexp.MustCompile(`^U(-?[0-9]{1,15})_P([0-9A-Za-z-]{1,40})_R([0-9a-f]{24})` +
	`(?:_S([0-9]{1,3})@-?[0-9]{1,15}(?:\.[0-9]{1,20})?)?\.(.+)$`)

func parseHydroName(name string) (hydroName, bool) {
	elements := strings.Split(name, "/")
	for i, element := range elements {
		if m := hydroFile.FindStringSubmatch(element); m != nil {
			return hydroName{
				user: m[1], problem: m[2], record: m[3], verdict: hydroVerdicts[m[4]], suffix: m[5],
				file: strings.Join(elements[:i+1], "/"), inside: strings.Join(elements[i+1:], "/"),
			}, true
		}
	}
	return hydroName{}, false
}

// hydroVerdicts maps the numbers of Hydro to verdicts. Other numbers mean pending.
var hydroVerdicts = map[string]contest.Verdict{
	"1": contest.VerdictAccepted, "2": "WA", "3": "TLE", "4": "MLE", "5": "OLE", "6": "RE", "7": contest.VerdictCompileError,
	"8": "SE", "9": "IGN", "10": "ETC", "11": "HK", "30": "IGN", "31": "FE",
}

// time returns the time of submission, because an ObjectId begins with the seconds since 1970.
func (n hydroName) time() time.Time {
	seconds, _ := strconv.ParseInt(n.record[:8], 16, 64)
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// number returns the counter at the end of an ObjectId, which sorts the submissions of one second.
func (n hydroName) number() string {
	counter, _ := strconv.ParseInt(n.record[18:], 16, 64)
	return fmt.Sprint(counter)
}

// language returns the language that the name shows; nil for none. version is Hydro's name of the language;
// "" if suffix is the name of a file.
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

// hydroFeed is the event feed of Hydro's contest package. It identifies submissions by their records, as the
// code zip does.
type hydroFeed struct {
	path     string // path of the first feed; "" for none
	model    *ccs.Model
	about    contest.Metadata
	teams    map[string]string // user such as "U2" to name
	problems map[string]string // problem such as "P10" to name
}

// readHydroFeed reads the feeds among the records of t.
func (t *tree) readHydroFeed() *hydroFeed {
	f := &hydroFeed{model: ccs.NewModel(), teams: map[string]string{}, problems: map[string]string{}}
	var state struct{ Started, Ended string }
	for _, record := range t.records {
		f.path = cmp.Or(f.path, record.path)
		t.eachNotification(record, func(n ccs.Notification) error {
			_, _, err := f.model.Apply(n)
			if err == nil && n.Type == "state" && n.Data != nil {
				_ = json.Unmarshal(n.Data, &state) // the model has read it
			}
			return err
		})
	}
	f.about = f.model.Metadata()
	f.about.System = "Hydro"
	// Hydro writes durations modulo a day, but the state has the full times.
	started, isStarted := ccs.ParseTime(state.Started)
	ended, isEnded := ccs.ParseTime(state.Ended)
	if isStarted && isEnded && ended.After(started) {
		f.about.Duration = ended.Sub(started)
	}
	for _, p := range f.about.Problems {
		f.problems["P"+p.SystemID] = p.Name
	}
	return f
}

// addFacts adds facts to the drafts of submissions that are in the feed, and names to all other drafts. It
// lists submissions of the feed as skipped if they are not in the code zip.
func (f *hydroFeed) addFacts(t *tree, drafts []*draft) {
	if f.path == "" {
		return
	}
	var unlisted []*draft
	inCodeZip, teamNames := map[string]bool{}, map[string]bool{}
	for _, d := range drafts {
		inCodeZip[d.SystemID] = true
		s, ok := f.model.Submission(d.SystemID)
		if !ok || s.IgnoreReason != "" {
			unlisted = append(unlisted, d)
			continue
		}
		f.teams[d.Participant] = s.Participant
		// The kind stays, because it depends on times that Hydro writes modulo a day. So does the time, because
		// that in the feed is a second late.
		d.Participant, d.Problem, d.Judgements = s.Participant, s.Problem, s.Judgements
		if s.Judged {
			d.Verdict = s.Verdict
		}
	}
	for _, id := range f.model.Submissions() {
		s, _ := f.model.Submission(id)
		teamNames[s.Participant] = true
		if !inCodeZip[id] {
			t.skip(s.Path, cmp.Or(s.IgnoreReason, "its program is not in the code zip: download the zip with all attempts"))
		}
	}
	for _, d := range unlisted {
		d.Problem = cmp.Or(f.problems[d.Problem], d.Problem)
		switch team := f.teams[d.Participant]; {
		case team != "":
			d.Participant = team
		case teamNames[d.Participant]:
			d.Participant += " (user " + d.Participant[len("U"):] + ")"
		}
	}
	if len(unlisted) > 0 {
		t.skip(f.path, "%d submissions of the code zip are not in the feed: "+
			"they have numbers unless other submissions show the names", len(unlisted))
	}
}

// participants returns what the feed says about participants. It omits schools that have the name of the
// participant, because Hydro writes the user's name if there is no school. It omits groups that say who is
// ranked, because these are no sites. It omits IDs, because they differ from those in other contests.
func (f *hydroFeed) participants() []contest.Participant {
	var list []contest.Participant
	for _, p := range f.model.Participants() {
		p.SystemID = ""
		if p.Affiliation == p.Name {
			p.Affiliation = ""
		}
		p.Site = strings.Join(slices.DeleteFunc(strings.Split(p.Site, ", "), func(group string) bool {
			return group == "participants" || group == "observers"
		}), ", ")
		if p.Affiliation+p.Site+p.Address+p.Seat != "" {
			list = append(list, p)
		}
	}
	return list
}
