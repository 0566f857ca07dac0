package intake

import (
	"cmp"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// nameFormat describes a format that puts all facts about a submission into its path.
type nameFormat struct {
	name, system string   // as format.name and contest.Metadata.System
	title        i18n.Key // as format.title; it contains form
	what         i18n.Key // what the files are: "Yandex.Contest's archive of submissions"
	form         string   // the form of the path, for people
	// path matches the end of a path. Its groups are the fields of nameParts. The group "folder" must equal
	// the group "problem".
	path *regexp.Regexp
}

var (
	// matcomojNames is the format of the Matcom Online Grader's export. Names of teams and verdicts of
	// several words may contain underscores. The problem is in the folder and in the name.
	matcomojNames = nameFormat{
		name: "matcomoj", what: "the submissions of the Matcom Online Grader", system: "Matcom Online Grader",
		title: "the submissions of the Matcom Online Grader (<problem>/<number>_<verdict>_<team>_<problem>.<ext>)",
		form:  "<problem>/<number>_<verdict>_<team>_<problem>.<ext>",
		path: regexp.MustCompile(`(?:^|/)(?P<folder>[^/]+)/(?P<id>[0-9]{1,18})_(?P<verdict>` + verdictWords +
			`|[^_/]+)_(?P<participant>[^/]+)_(?P<problem>[A-Z][0-9]{0,2})\.[^./]+$`),
	}

	// yandexNames is the format of the archive of submissions that organisers download from Yandex.Contest.
	// The first number belongs to the participant, the second to the submission.
	yandexNames = nameFormat{
		name: "yandex", what: "Yandex.Contest's archive of submissions", system: "Yandex.Contest",
		title: "Yandex.Contest's archive of submissions (<participant>-<number>/<problem>-<number>-<compiler>-<verdict>.<ext>)",
		form:  "<participant>-<number>/<problem>-<number>-<compiler>-<verdict>.<ext>",
		path: regexp.MustCompile(`(?:^|/)(?P<participant>[^/]+)-(?P<user>[0-9]{4,18})/(?P<problem>[^/]+?)-(?P<id>[0-9]{4,18})` +
			`-(?P<language>[^/]+)-(?P<verdict>[A-Za-z]{2,40})\.[^./]+$`),
	}

	// domjudgeNames is the format of the folder submissions/ of a server with DOMjudge 7.0 to 7.2, which
	// copies each file of a submission there. Names contain only the numbers of teams and problems.
	domjudgeNames = nameFormat{
		name: "domjudge-files", what: "the folder of submissions of a DOMjudge server", system: "DOMjudge",
		title: "the folder of submissions of a DOMjudge server (c<contest>.s<number>.t<team>.p<problem>.<language>.<rank>.<file>)",
		form:  "c<contest>.s<number>.t<team>.p<problem>.<language>.<rank>.<file>",
		path: regexp.MustCompile(`(?:^|/)c(?P<contest>[0-9]{1,18})\.s(?P<id>[0-9]{1,18})\.(?P<participant>t[0-9]{1,18})\.` +
			`(?P<problem>p[0-9]{1,18})\.(?P<language>[^./]+)\.[0-9]{1,4}\.(?P<file>[^/]+)$`),
	}
)

// nameParts are the facts in the path of a file.
type nameParts struct {
	contest, problem, participant, id, language, verdict, time, attempt string

	user   string // the judge system's ID of the participant
	folder string // the folder of the file, to compare with the problem
	file   string // name of the file in its submission; "" if the file is a submission by itself
	path   string // path of a file that is a submission by itself; set only in keys: all files of a submission have the same key
}

// partsOf returns the values of the groups of re in a path.
func partsOf(re *regexp.Regexp, name string) (p nameParts, ok bool) {
	m := re.FindStringSubmatch(name)
	if m == nil {
		return p, false
	}
	get := func(group string) string {
		if i := re.SubexpIndex(group); i >= 0 {
			return m[i]
		}
		return ""
	}
	return nameParts{
		contest: get("contest"), problem: get("problem"), participant: get("participant"), id: get("id"),
		language: get("language"), verdict: get("verdict"), time: get("time"), attempt: get("attempt"),
		user: get("user"), folder: get("folder"), file: get("file"),
	}, true
}

func (n nameFormat) parse(name string) (nameParts, bool) {
	p, ok := partsOf(n.path, name)
	return p, ok && (p.folder == "" || p.folder == p.problem)
}

func (n nameFormat) format() *format {
	return &format{
		name: n.name, title: n.title,
		detect: func(l *listing) (reason, resemblance i18n.Text) {
			matching := l.count(func(name string) bool { _, ok := n.parse(name); return ok && isProgram(name) })
			return detectIfMost(n.what, matching, l.count(isProgram), i18n.Textf("its programs are called so"))
		},
		read: func(t *tree) (contents, error) {
			return t.readNames(n.system, func(f *file) (nameParts, i18n.Text) {
				if p, ok := n.parse(f.inputPath); ok {
					return p, noText
				}
				return nameParts{}, i18n.Textf("not called %s", n.form)
			}), nil
		},
	}
}

// readNames makes submissions of the files of a tree. parse reads the path of a file, or returns why the file
// is skipped. A file without the part file is a submission by itself. Others are one submission if their parts differ only in file
// and time.
func (t *tree) readNames(system string, parse func(f *file) (p nameParts, reason i18n.Text)) contents {
	files, parts := parseFiles(t, func(f *file) (nameParts, i18n.Text) {
		p, reason := parse(f)
		if f.language == nil && reason.IsZero() {
			var ok bool
			if f.language, ok = lexer.ByName(p.language); !ok {
				f.language, ok = lexer.ByContent(f.content)
			}
			if !ok {
				reason = i18n.Textf(reasonContent)
			}
		}
		return p, reason
	})
	isShared := sharedNames(files, func(f file) (scope, name, user string) { return "", parts[f.path].participant, parts[f.path].user })
	c := contents{about: contest.Metadata{System: system}, isGuess: true}
	for i, f := range files {
		if id := parts[f.path].contest; i == 0 {
			c.about.SystemID = id
		} else if c.about.SystemID != id {
			c.about.SystemID = "" // the files are of several contests
		}
	}
	usedPaths := make(map[string]bool)
	var drafts []*draft
	key := func(f file) nameParts {
		k := parts[f.path]
		if k.file == "" {
			k.path = f.path
		}
		k.file, k.time = "", ""
		return k
	}
	for k, group := range groupBy(files, key) {
		name := k.participant
		if isShared[name] && k.user != "" {
			name += " (" + k.user + ")"
		}
		if k.user != "" {
			c.participants = append(c.participants, contest.Participant{Name: name, SystemID: k.user})
		}
		first := group[0].path
		d := newDraft(cmp.Or(k.problem, t.name), name, stablePath(usedPaths, first, k.id), group...)
		d.id, d.SystemID, d.LanguageVersion = k.id, k.id, k.language
		d.Verdict = parseVerdict(wordStart.ReplaceAllString(k.verdict, "${1}_${2}"))
		d.setTime(parts[first].time)
		drafts = append(drafts, d)
	}
	c.submissions = numberAttempts(drafts)
	return c
}

// wordStart matches where a capital letter starts the next word, as in WrongAnswer.
var wordStart = regexp.MustCompile(`([a-z])([A-Z])`)

// sharedNames returns the names that come with more than one ID in one scope, except "". The scope is "" for all items
// if IDs are the same everywhere.
func sharedNames[T any](items []T, nameAndID func(T) (scope, name, id string)) map[string]bool {
	ids, shared := map[[2]string]string{}, map[string]bool{}
	for _, item := range items {
		scope, name, id := nameAndID(item)
		key := [2]string{scope, name}
		if other, ok := ids[key]; ok && other != id && name != "" {
			shared[name] = true
		}
		ids[key] = id
	}
	return shared
}
