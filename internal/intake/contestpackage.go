package intake

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// packageFormat reads a contest package of the ICPC Contest API, as DOMjudge,
// Kattis, PC^2 and others write it (https://ccs-specs.icpc.io/draft/contest_package):
// what GET of each endpoint gives as <endpoint>.json, some of it as YAML; the
// event feed as event-feed.ndjson, which stands for what there is no file of;
// and the files of each submission in submissions/<id>/, packed as files.zip or
// as they are. Addresses of files are not followed: they are often stale. All of
// it may stand in one folder. What other systems said of the same contest, in
// other-systems/, is left alone.
//
// Submissions are called submissions/<id>, wherever the package has them, so that
// they are the same as when they are read from the system itself.
func packageFormat() format {
	return format{
		name:  "ccs",
		title: "a contest package of the ICPC Contest API (DOMjudge, Kattis, PC^2 and others)",
		peek: func(name string) bool {
			endpoint, _ := packageEndpoint(name)
			return endpoint == packageFeed || endpoint == "submissions"
		},
		detect: detectPackage,
		mode:   packageMode,
		read:   readPackage,
	}
}

// packageEndpoints are those that a package tells of, and whether something is
// made of what they tell.
var packageEndpoints = map[string]bool{
	"api": true, "contest": true, "contests": true, "judgement-types": true, "languages": true, "problems": true,
	"groups": true, "organizations": true, "teams": true, "accounts": true, "state": true, "submissions": true, "judgements": true,

	"access": false, "account": false, "persons": false, "runs": false, "clarifications": false, "clarification-categories": false,
	"awards": false, "commentary": false, "scoreboard": false, "start-status": false, "balloons": false,
}

const packageFeed = "event-feed"

const otherSystems = "other-systems"

// splitPackagePath tells where a file stands in the package that it is of: below root,
// which is "" or the one folder that holds all. That may be called as an endpoint
// is: "contest/submissions/1/files.zip".
func splitPackagePath(name string) (root string, rest []string) {
	rest = strings.Split(name, "/")
	_, known := packageEndpoints[rest[0]]
	switch {
	case len(rest) == 1:
		return "", rest
	case known && len(rest) == 2:
		if endpoint, _ := endpointOf(rest[1]); endpoint == "" {
			return "", rest
		}
	case known && (rest[0] == "submissions" || rest[1] != "submissions"), rest[0] == otherSystems:
		return "", rest
	}
	return rest[0], rest[1:]
}

// packageEndpoint tells which endpoint a file of a package is of, and how it is
// written; "" for one of none.
func packageEndpoint(name string) (endpoint, extension string) {
	if _, rest := splitPackagePath(name); len(rest) == 1 {
		return endpointOf(rest[0])
	}
	return "", ""
}

func endpointOf(base string) (endpoint, extension string) {
	extension = strings.ToLower(path.Ext(base))
	endpoint = strings.TrimSuffix(base, path.Ext(base))
	_, known := packageEndpoints[endpoint]
	switch {
	case known && slices.Contains([]string{".json", ".yaml", ".yml"}, extension):
	case endpoint == packageFeed && (extension == ".ndjson" || extension == ".json"):
	default:
		return "", ""
	}
	return endpoint, extension
}

// detectPackage looks for an event feed, or for a list of submissions beside
// something else that a package has, both by how they begin too.
func detectPackage(l *listing) string {
	endpoints := map[string]bool{}
	for _, name := range l.names {
		if hasElement(name, otherSystems) {
			continue
		}
		_, below, _ := strings.Cut(name, "/") // where there are several inputs, names begin with theirs
		for _, inside := range []string{name, below} {
			endpoint, extension := packageEndpoint(inside)
			if endpoint != "" && looksLike(endpoint, extension, l.heads[name]) {
				endpoints[endpoint] = true
			}
		}
	}
	switch {
	case endpoints[packageFeed]:
		return "it holds an event-feed.ndjson, as contest packages do"
	case endpoints["submissions"] && len(endpoints) > 1:
		return "it holds a submissions.json, and others that contest packages have"
	}
	return ""
}

// looksLike reports whether a head may be that of a record of an endpoint: of the
// feed, notifications, and of the submissions, a list that is not empty. Others are
// not looked at.
func looksLike(endpoint, extension string, head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte(bom)))
	switch {
	case endpoint == packageFeed:
		return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"type"`))
	case endpoint == "submissions" && extension == ".json":
		head, found := bytes.CutPrefix(head, []byte("["))
		return found && bytes.HasPrefix(bytes.TrimSpace(head), []byte("{"))
	case endpoint == "submissions":
		return bytes.Contains(head, []byte("id:"))
	}
	return true
}

func packageMode(name string) readMode {
	if endpoint, _ := packageEndpoint(name); endpoint != "" {
		if endpoint == packageFeed || packageEndpoints[endpoint] {
			return modeRecord
		}
		return modeIgnore
	}
	_, rest := splitPackagePath(name)
	_, known := packageEndpoints[rest[0]]
	switch {
	case rest[0] == "submissions" && len(rest) > 2:
		switch {
		case len(rest) > 3:
		case strings.HasPrefix(rest[2], "reaction."): // a video of the team
			return modeIgnore
		case strings.EqualFold(path.Ext(rest[2]), ".zip"):
			return modeArchive
		}
		return modeProgram
	case rest[0] == otherSystems && len(rest) > 1, isSolution(rest):
		return modeCount
	case len(rest) > 1 && known:
		return modeIgnore
	}
	return modeByName
}

// isSolution reports whether a file of a package is of a program of the organisers:
// problems/<id>/submissions/….
func isSolution(rest []string) bool {
	return len(rest) > 3 && rest[0] == "problems" && rest[2] == "submissions"
}

// reportCounted lists how many files of the package were left alone.
func (p contestPackage) reportCounted(t *tree) {
	others, solutions := 0, 0
	for _, f := range t.counted {
		switch rest := p.relativePath(f); {
		case rest == nil:
			t.skip(f.path, "outside the contest package")
		case isSolution(rest):
			solutions++
		default:
			others++
		}
	}
	at := path.Join(p.input, p.root)
	if others > 0 {
		t.skip(path.Join(at, otherSystems), text.Count(others, "file")+" of what other systems said of the contest: not imported")
	}
	if solutions > 0 {
		t.skip(path.Join(at, "problems"), text.Count(solutions, "file")+" in problems/<id>/submissions/, by the organisers: not imported; read those folders as a contest of their own if they are to be compared with")
	}
}

// readPackage makes submissions of a package.
func readPackage(t *tree) (contents, error) {
	p, err := findPackage(t)
	if err != nil {
		return contents{}, err
	}
	m, unread := p.model(t)
	p.reportCounted(t)
	touched := p.submissionsSkipped(t)
	files := p.files(t)
	told := contents{about: m.About()}
	named := map[string]bool{}
	lacking := 0
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		in := files[id]
		delete(files, id)
		if s.IgnoreReason != "" {
			t.skip(s.Path, s.IgnoreReason)
			continue
		}
		if in == nil {
			in = &submissionFiles{}
		}
		sources := in.choose(t, s)
		if len(sources) == 0 {
			lacking++
			t.skip(s.Path, missingSourceReason(s, touched[id]))
			continue
		}
		told.submissions = append(told.submissions, in.submission(t, s, sources))
		named[s.Participant] = true
	}
	for _, in := range files {
		for _, f := range in.all() {
			t.skip(f.path, "no submission of the package has this identifier")
		}
	}
	slices.SortFunc(told.submissions, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	told.participants = slices.DeleteFunc(m.Participants(), func(p contest.Participant) bool { return !named[p.Name] })
	if len(told.submissions) == 0 && lacking == 0 && unread != nil {
		return told, fmt.Errorf("the contest package tells of no submission: %w", unread)
	}
	if len(told.submissions) == 0 && lacking > 0 {
		return told, fmt.Errorf("the contest package holds no sources: none of its %s has a file in submissions/<id>/; "+
			"import the contest from the system itself, or, if the package is Hydro's, add the contest's code zip as a second path", text.Count(lacking, "submission"))
	}
	return told, nil
}

// contestPackage is where a package stands in a tree.
type contestPackage struct{ input, root string }

// findPackage finds the only package of a tree.
func findPackage(t *tree) (contestPackage, error) {
	var found []contestPackage
	for _, f := range t.records {
		root, _ := splitPackagePath(f.inputPath)
		p := contestPackage{f.input, root}
		if endpoint, _ := packageEndpoint(f.inputPath); (endpoint == "submissions" || endpoint == packageFeed) && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return contestPackage{}, errors.New("no contest package was found in it: it should hold a submissions.json or an event-feed.ndjson, at its top or in its one folder")
	case 1:
		return found[0], nil
	}
	return contestPackage{}, fmt.Errorf("it holds %d contest packages: read them one at a time, each as a contest of its own", len(found))
}

// relativePath tells where a file stands in the package; nil where it is outside.
func (p contestPackage) relativePath(f file) []string {
	root, rest := splitPackagePath(f.inputPath)
	if f.input != p.input || root != p.root {
		return nil
	}
	return rest
}

// model reads the records of the package. The error is of the list of submissions,
// if that could not be read.
func (p contestPackage) model(t *tree) (m *ccs.Model, unread error) {
	m = ccs.NewModel()
	read := map[string]string{} // endpoint to the record that tells of it
	var feeds []file
	for _, f := range t.records { // "….json" comes before "….yaml"
		endpoint, extension := packageEndpoint(f.inputPath)
		switch {
		case p.relativePath(f) == nil:
			t.skip(f.path, "outside the contest package")
			continue
		case endpoint == packageFeed:
			feeds = append(feeds, f)
			continue
		case read[endpoint] != "":
			t.skip(f.path, "not read: "+read[endpoint]+" tells of the same")
			continue
		}
		content := bytes.TrimPrefix(f.content, []byte(bom))
		var err error
		if extension != ".json" {
			content, err = yamlToJSON(content)
		}
		if err == nil {
			err = m.Load(endpoint, content)
		}
		if err != nil {
			t.skip(f.path, err.Error())
		}
		if err != nil && endpoint == "submissions" {
			unread = fmt.Errorf("%s: %w", path.Base(f.path), err)
		}
		if some := (*ccs.ObjectsError)(nil); err == nil || errors.As(err, &some) {
			read[endpoint] = path.Base(f.path)
		}
	}
	read["contest"] = cmp.Or(read["contest"], read["contests"])
	for _, f := range feeds {
		p.readFeed(t, f, m, read)
	}
	m.FillDefaults()
	return m, unread
}

// readFeed reads an event feed, for what no other record tells of.
func (p contestPackage) readFeed(t *tree, feed file, m *ccs.Model, read map[string]string) {
	const listedLines = 20
	wrong, number := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(feed.content, []byte(bom))) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue // keeps a connection alive
		}
		n, err := ccs.ParseNotification(line)
		if err == nil {
			kind := n.Type
			if kind == "contests" {
				kind = "contest"
			}
			if read[kind] != "" {
				continue
			}
			_, err = m.Apply(n)
		}
		if err != nil {
			if wrong++; wrong <= listedLines {
				t.skip(feed.path, fmt.Sprintf("line %d: %v", number, err))
			}
		}
	}
	if wrong > listedLines {
		t.skip(feed.path, fmt.Sprintf("%s more could not be read", text.Count(wrong-listedLines, "line")))
	}
}
