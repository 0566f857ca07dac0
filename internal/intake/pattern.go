package intake

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// pattern is a layout as a regular expression for the whole path.
type pattern struct {
	text string // as the user gave it
	re   *regexp.Regexp
}

// groupNames lists the groups that a pattern may have. The score is ignored.
var groupNames = []string{"problem", "participant", "id", "language", "verdict", "score", "time", "attempt", "file"}

// maxPattern bounds the characters of a pattern, because ojcheck compiles it.
const maxPattern = 2000

// parsePattern parses a regular expression with named groups, or its short form with {names}.
func parsePattern(text string) (*pattern, error) {
	if utf8.RuneCountInString(text) > maxPattern {
		return nil, i18n.Errorf("the layout is longer than %d characters", maxPattern)
	}
	re, err := compilePattern(text)
	if err != nil {
		return nil, i18n.Errorf("layout %q: %s", text, err)
	}
	return &pattern{text: text, re: re}, nil
}

func compilePattern(text string) (*regexp.Regexp, error) {
	expression := text
	if !strings.Contains(text, "(?") {
		var err error
		if expression, err = expandTemplate(text); err != nil {
			return nil, err
		}
	}
	if _, err := regexp.Compile(expression); err != nil { // by itself: its parentheses must not close those around it
		return nil, err
	}
	re, err := regexp.Compile(`^(?:` + expression + `)$`)
	if err != nil {
		return nil, err
	}
	for _, name := range re.SubexpNames() {
		if name != "" && !slices.Contains(groupNames, name) {
			return nil, i18n.Errorf("there is no group %q; the groups are %s", name, strings.Join(groupNames, ", "))
		}
	}
	if re.SubexpIndex("participant") < 0 {
		return nil, i18n.Errorf("it needs a group for the participant, such as (?P<participant>[^/]+)")
	}
	return re, nil
}

var templateName = regexp.MustCompile(`\{([a-z]+|_?)\}`)

// expandTemplate turns {problem}/{participant}_{id}.{ext} into a regular expression. {participant} matches as
// much of a path element as it can, and other names match as little as they can. So underscores belong to the
// participant both in {id}_{verdict}_{participant} and in {participant}_{id}. If no {participant} follows in
// the element, {problem} also matches as much as it can: {problem}_{id} splits at the last underscore. Times
// and verdicts with an underscore match as a whole. {file} may span folders, {attempt} is a number, {ext} an
// extension. {} and {_} match a part that nothing reads.
func expandTemplate(text string) (string, error) {
	if strings.ContainsAny(templateName.ReplaceAllLiteralString(text, ""), "{}") { // such as {Problem} or {participant
		return "", i18n.Errorf("a brace belongs to no part; the parts are {%s}, {ext}, and {} for a part to ignore", strings.Join(groupNames, "}, {"))
	}
	var b strings.Builder
	used := map[string]bool{}
	end := 0 // end of the last name
	for _, m := range templateName.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(regexp.QuoteMeta(text[end:m[0]]))
		end = m[1]
		name := text[m[2]:m[3]]
		isIgnored := name == "" || name == "_"
		if used[name] && !isIgnored {
			return "", i18n.Errorf("{%s} occurs twice", name)
		}
		used[name] = true
		switch {
		case isIgnored:
			b.WriteString(`[^/]+?`)
		case name == "ext":
			b.WriteString(`[^/.]+`)
		case name == "file":
			b.WriteString(`(?P<file>.+)`)
		case name == "attempt":
			b.WriteString(`(?P<attempt>[0-9]+)`)
		case name == "participant", name == "problem" && !participantFollows(text[end:]):
			fmt.Fprintf(&b, `(?P<%s>[^/]+)`, name)
		case slices.Contains(groupNames, name):
			fmt.Fprintf(&b, `(?P<%s>%s[^/]+?)`, name, wordsWithUnderscore[name])
		default:
			return "", i18n.Errorf("there is no {%s}; there are {%s}, {ext}, and {} for a part to ignore",
				name, strings.Join(groupNames, "}, {"))
		}
	}
	b.WriteString(regexp.QuoteMeta(text[end:]))
	return b.String(), nil
}

// participantFollows reports whether {participant} occurs in the rest of a path element.
func participantFollows(rest string) bool {
	element, _, _ := strings.Cut(rest, "/")
	return strings.Contains(element, "{participant}")
}

// wordsWithUnderscore maps a {name} to an expression for its values with underscores. That expression is
// tried first.
var wordsWithUnderscore = map[string]string{
	"verdict": verdictWords + "|",
	"time":    `[0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}[-:][0-9]{2}[-:][0-9]{2}|[0-9]{8}_[0-9]{6}|`,
}

func (p *pattern) match(name string) (nameParts, bool) {
	parts, ok := partsOf(p.re, name)
	parts.file = "" // so that all files of a submission have equal parts
	return parts, ok && parts.participant != ""
}

// inHiddenFolder reports whether a path is in a hidden folder, such as .git, unless a group other than "file" matches the name
// of the folder.
func (p *pattern) inHiddenFolder(name string) bool {
	if !strings.Contains("/"+name, "/.") {
		return false
	}
	groups, names := p.re.FindStringSubmatchIndex(name), p.re.SubexpNames()
	isRead := func(at int) bool {
		for i := 1; 2*i < len(groups); i++ {
			if names[i] != "" && names[i] != "file" && groups[2*i] <= at && at < groups[2*i+1] {
				return true
			}
		}
		return false
	}
	start := 0
	for element := range strings.SplitSeq(path.Dir(name), "/") {
		if strings.HasPrefix(element, ".") && element != "." && !isRead(start) {
			return true
		}
		start += len(element) + 1
	}
	return false
}

// apply is layout.apply for a pattern.
func (p *pattern) apply(t *tree) ([]contest.Submission, error) {
	drafts, matched := p.drafts(t)
	switch {
	case matched == 0:
		return nil, &LayoutError{
			Message: i18n.Textf("no path matches the layout %s; the first path is %s.", p.text, t.files[0].path)}
	case len(drafts) == 0:
		return nil, &LayoutError{
			Message: i18n.Textf("the paths match the layout, but contain no language: choose one for all files.")}
	}
	submissions := numberAttempts(drafts)
	return submissions, RequirePair(submissions)
}

// drafts makes submissions of the files of t whose paths match, and skips the others. If the pattern has a
// group "file", files that agree in all other groups are one submission. matched counts the matching paths.
func (p *pattern) drafts(t *tree) (drafts []*draft, matched int) {
	hasFile := p.re.SubexpIndex("file") >= 0
	files, keys := parseFiles(t, func(f *file) (key nameParts, reason i18n.Text) {
		key, ok := p.match(f.path)
		switch {
		case p.inHiddenFolder(f.path):
			return key, i18n.Textf(reasonHidden)
		case !ok:
			return key, i18n.Textf("its path does not match the layout %s", p.text)
		}
		matched++
		if l, ok := lexer.ByName(key.language); ok {
			f.language = l
		}
		if f.language == nil {
			return key, i18n.Textf(reasonLanguage)
		}
		key.problem = cmp.Or(key.problem, t.name)
		if !hasFile {
			key.path = f.path
		}
		return key, noText
	})
	fileCounts, usedPaths := countByFolder(files), map[string]bool{}
	for k, group := range groupBy(files, func(f file) nameParts { return keys[f.path] }) {
		submissionPath := pathOf(group, fileCounts)
		if byID := path.Join(k.problem, k.participant, k.id); k.id != "" && !usedPaths[byID] { // a new verdict in the names does not change it
			submissionPath, usedPaths[byID] = byID, true
		}
		d := newDraft(k.problem, k.participant, submissionPath, group...)
		d.Verdict, d.number, d.id, d.SystemID = parseVerdict(k.verdict), k.attempt, k.id, k.id
		d.setTime(k.time)
		drafts = append(drafts, d)
	}
	return drafts, matched
}

// countByFolder counts the files in each folder, with those in the folders below it.
func countByFolder(files []file) map[string]int {
	counts := map[string]int{}
	for _, f := range files {
		for dir := path.Dir(f.path); dir != "."; dir = path.Dir(dir) {
			counts[dir]++
		}
	}
	return counts
}

// pathOf returns the path of a submission with sorted files. For several files, it is the deepest folder
// around them, unless the folder also holds other files. Otherwise it is the path of the first file.
// fileCounts comes from countByFolder.
func pathOf(files []file, fileCounts map[string]int) string {
	dir := path.Dir(files[0].path)
	for _, f := range files[1:] {
		for dir != "." && !strings.HasPrefix(f.path, dir+"/") {
			dir = path.Dir(dir)
		}
	}
	if len(files) > 1 && fileCounts[dir] == len(files) {
		return dir
	}
	return files[0].path
}

// timeForms are the forms of times in file names and tables that ccs.ParseTime does not read. A time without a zone is in UTC.
var timeForms = []string{
	"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02 15:04:05 UTC",
	"2006-01-02_15-04-05", "2006-01-02_15:04:05", "2006-01-02-15-04-05",
	"20060102150405", "20060102T150405Z0700", "20060102T150405", "20060102-150405", "20060102_150405",
}

// setTime sets the time of a draft. A text in another form, such as minutes since the start, only sorts
// attempts.
func (d *draft) setTime(text string) {
	var ok bool
	if d.Time, ok = parseTime(text); !ok {
		d.timeText = text
	}
}

// parseTime reads a time as ccs.ParseTime does, in one of timeForms, or in seconds or milliseconds since 1970.
func parseTime(text string) (time.Time, bool) {
	if len(text) < len("1700000000") { // often ""
		return time.Time{}, false
	}
	if t, ok := ccs.ParseTime(text); ok && !t.IsZero() {
		return t, true
	}
	for _, form := range timeForms {
		if t, err := time.Parse(form, text); err == nil && !t.IsZero() && contest.ValidTime(t) {
			return t.UTC(), true
		}
	}
	if n, err := strconv.ParseUint(text, 10, 63); err == nil {
		switch len(text) {
		case 10:
			return time.Unix(int64(n), 0).UTC(), true
		case 13:
			return time.UnixMilli(int64(n)).UTC(), true
		}
	}
	return time.Time{}, false
}
