package intake

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// pattern is a layout told by a regular expression over the whole path.
type pattern struct {
	text  string // as it was given
	re    *regexp.Regexp
	group map[string]int // index by name
}

// groups are the names that a pattern may use. The score is read over: it is
// there so that a pattern can say what that part of a name is.
var groups = []string{"problem", "participant", "id", "language", "verdict", "score", "time", "attempt", "file"}

// maxPattern bounds the text of a pattern, which is compiled.
const maxPattern = 2000

// parsePattern reads a regular expression with named groups or its short form
// with {names}.
func parsePattern(text string) (*pattern, error) {
	fail := func(format string, args ...any) (*pattern, error) {
		return nil, fmt.Errorf("layout %q: %s", text, fmt.Sprintf(format, args...))
	}
	if len(text) > maxPattern {
		return nil, fmt.Errorf("the layout is longer than %d characters", maxPattern)
	}
	expression := text
	if !strings.Contains(text, "(?") {
		var err error
		if expression, err = expandTemplate(text); err != nil {
			return fail("%v", err)
		}
	}
	re, err := regexp.Compile(`^(?:` + expression + `)$`)
	if err != nil {
		return fail("%v", err)
	}
	p := &pattern{text: text, re: re, group: map[string]int{}}
	for i, name := range re.SubexpNames() {
		if name == "" {
			continue
		}
		if !slices.Contains(groups, name) {
			return fail("there is no group %q; the groups are %s", name, strings.Join(groups, ", "))
		}
		p.group[name] = i
	}
	if _, ok := p.group["participant"]; !ok {
		return fail("it needs a group for the participant, such as (?P<participant>[^/]+)")
	}
	return p, nil
}

var templateName = regexp.MustCompile(`\{([a-z]+)\}`)

// expandTemplate turns {problem}/{participant}_{id}.{ext} into a regular
// expression. {participant} stands for as much of a path's element as it can, and
// the others for as little, since it is names of people that hold what stands
// between the parts: {id}_{verdict}_{participant} and {participant}_{id} both leave
// the underscores in a name to it. {problem} takes what it can too where no
// {participant} follows in the element, so that {problem}_{id} parts at the last
// underscore. Times and verdicts that are known to hold an underscore are taken
// whole; {file} may span folders, {attempt} is a number, and {ext} an extension.
func expandTemplate(text string) (string, error) {
	var b strings.Builder
	used := map[string]bool{}
	at := 0
	for _, m := range templateName.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(regexp.QuoteMeta(text[at:m[0]]))
		at = m[1]
		name := text[m[2]:m[3]]
		if used[name] {
			return "", fmt.Errorf("{%s} stands in it twice", name)
		}
		used[name] = true
		switch {
		case name == "ext":
			b.WriteString(`[^/.]+`)
		case name == "file":
			b.WriteString(`(?P<file>.+)`)
		case name == "attempt":
			b.WriteString(`(?P<attempt>[0-9]+)`)
		case name == "participant", name == "problem" && !participantFollows(text[at:]):
			fmt.Fprintf(&b, `(?P<%s>[^/]+)`, name)
		case slices.Contains(groups, name):
			fmt.Fprintf(&b, `(?P<%s>%s[^/]+?)`, name, twoWords[name])
		default:
			return "", fmt.Errorf("there is no {%s}; there are {%s} and {ext}", name, strings.Join(groups, "}, {"))
		}
	}
	b.WriteString(regexp.QuoteMeta(text[at:]))
	return b.String(), nil
}

// participantFollows reports whether {participant} stands in what is left of a path's
// element.
func participantFollows(rest string) bool {
	element, _, _ := strings.Cut(rest, "/")
	return strings.Contains(element, "{participant}")
}

// twoWords are alternatives of groups that hold an underscore, which are tried
// before others.
var twoWords = map[string]string{
	"verdict": verdictWords + "|",
	"time":    `[0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}[-:][0-9]{2}[-:][0-9]{2}|[0-9]{8}_[0-9]{6}|`,
}

// fields are the values of one path's groups.
type fields struct {
	problem, participant, id, language, verdict, time, attempt string
}

func (p *pattern) match(name string) (fields, bool) {
	m := p.re.FindStringSubmatch(name)
	if m == nil {
		return fields{}, false
	}
	get := func(name string) string {
		if i, ok := p.group[name]; ok {
			return m[i]
		}
		return ""
	}
	f := fields{get("problem"), get("participant"), get("id"), get("language"), get("verdict"), get("time"), get("attempt")}
	return f, f.participant != ""
}

// drafts makes submissions of the files of t whose paths match, and skips the
// others. With a group "file", files that agree in all other groups are one
// submission; without, each file is one. It also counts the paths that match.
func (p *pattern) drafts(t *tree) (drafts []*draft, matched int) {
	_, several := p.group["file"]
	type key struct {
		fields
		path string
	}
	files := map[key][]layoutFile{}
	var order []key
	for _, f := range t.files {
		fields, ok := p.match(f.path)
		if !ok {
			t.skip(f.path, "its path does not match the layout "+p.text)
			continue
		}
		matched++
		if l, ok := lexer.ByName(fields.language); ok && fields.language != "" {
			f.language = l
		}
		if f.language == nil {
			t.skip(f.path, reasonLanguage)
			continue
		}
		if fields.problem == "" {
			fields.problem = t.name
		}
		k := key{fields: fields}
		if !several {
			k.path = f.path
		}
		if files[k] == nil {
			order = append(order, k)
		}
		files[k] = append(files[k], layoutFile{file: f})
	}
	var all []file
	for _, inside := range files {
		for _, f := range inside {
			all = append(all, f.file)
		}
	}
	inFolder := perFolder(all)
	for _, k := range order {
		inside := files[k]
		d := newDraft(k.problem, k.participant, pathOf(inside, inFolder), inside)
		d.Verdict, d.number, d.id = parseVerdict(k.verdict), k.attempt, k.id
		var known bool
		if d.Time, known = parseTime(k.time); !known {
			d.timeText = k.time
		}
		drafts = append(drafts, d)
	}
	return drafts, matched
}

// perFolder counts the files below each folder.
func perFolder(files []file) map[string]int {
	counts := map[string]int{}
	for _, f := range files {
		for dir := path.Dir(f.path); dir != "."; dir = path.Dir(dir) {
			counts[dir]++
		}
	}
	return counts
}

// pathOf is the path of a submission of files, which are sorted: the deepest
// folder that holds them, where it holds no others, and else the first file.
func pathOf(files []layoutFile, inFolder map[string]int) string {
	if dir := commonFolder(files); len(files) > 1 && inFolder[dir] == len(files) {
		return dir
	}
	return files[0].path
}

// commonFolder is the deepest folder that holds all of files.
func commonFolder(files []layoutFile) string {
	dir := path.Dir(files[0].path)
	for _, f := range files[1:] {
		for dir != "." && !strings.HasPrefix(f.path, dir+"/") {
			dir = path.Dir(dir)
		}
	}
	return dir
}

// timeForms are the ways in which file names tell a time. Those without a zone
// are taken for UTC.
var timeForms = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05",
	"2006-01-02T15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC",
	"2006-01-02_15-04-05",
	"2006-01-02_15:04:05", "2006-01-02-15-04-05", "20060102150405", "20060102T150405Z0700", "20060102T150405", "20060102-150405", "20060102_150405",
}

// parseTime reads a time; also the seconds or milliseconds since 1970. Other
// texts, such as the minutes since the start, only tell an order.
func parseTime(text string) (time.Time, bool) {
	for _, form := range timeForms {
		if t, err := time.Parse(form, text); err == nil && !t.IsZero() && contest.ValidTime(t) {
			return t.UTC(), true
		}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		switch len(text) {
		case 10:
			return time.Unix(n, 0).UTC(), true
		case 13:
			return time.UnixMilli(n).UTC(), true
		}
	}
	return time.Time{}, false
}
