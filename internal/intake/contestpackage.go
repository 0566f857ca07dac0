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

// packageFormat reads a contest package of the ICPC Contest API, as DOMjudge, Kattis,
// PC^2 and others write it (https://ccs-specs.icpc.io/draft/contest_package): the
// answer of each endpoint as <endpoint>.json, or some as YAML; the event feed as
// event-feed.ndjson, which replaces missing files; and the files of each submission in
// submissions/<id>/, as files.zip or unpacked. One folder may hold everything. It does
// not follow addresses of files, which are often stale, and ignores other-systems/,
// where other systems describe the same contest.
//
// The path of a submission is submissions/<id>, wherever it is in the package: the same
// path as in ReadAPI.
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

// packageEndpoints are the endpoints in a package, and whether ojcheck uses them.
var packageEndpoints = map[string]bool{
	"api": true, "contest": true, "contests": true, "judgement-types": true, "languages": true, "problems": true,
	"groups": true, "organizations": true, "teams": true, "accounts": true, "state": true, "submissions": true, "judgements": true,

	"access": false, "account": false, "persons": false, "runs": false, "clarifications": false, "clarification-categories": false,
	"awards": false, "commentary": false, "scoreboard": false, "start-status": false, "balloons": false,
}

const packageFeed = "event-feed"

const otherSystems = "other-systems"

// splitPackagePath splits a path into root, which is "" or the one folder that holds
// the package, and the path in the package. The folder may have the name of an
// endpoint: "contest/submissions/1/files.zip".
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

// packageEndpoint returns the endpoint and the extension of a file of a package; "" if
// the file belongs to no endpoint.
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

// detectPackage looks for an event feed, or for a list of submissions and another
// endpoint, by names and beginnings of files.
func detectPackage(l *listing) string {
	endpoints := map[string]bool{}
	for _, name := range l.names {
		if hasElement(name, otherSystems) {
			continue
		}
		_, below, _ := strings.Cut(name, "/") // with several inputs, names begin with that of the input
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

// looksLike reports whether the beginning of a file fits its endpoint: notifications
// for the feed, a list that is not empty for the submissions, anything for others.
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
		case isZip(rest[2]):
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

// isSolution reports whether a file of a package belongs to a program of the
// organisers: problems/<id>/submissions/….
func isSolution(rest []string) bool {
	return len(rest) > 3 && rest[0] == "problems" && rest[2] == "submissions"
}

// reportCounted reports how many files of the package were ignored.
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
		t.skip(path.Join(at, otherSystems), text.Count(others, "file")+" of other systems about the contest: not imported")
	}
	if solutions > 0 {
		t.skip(path.Join(at, "problems"), text.Count(solutions, "file")+" in problems/<id>/submissions/, by the organisers: not imported; to compare with them, read those folders as a contest of their own")
	}
}

func readPackage(t *tree) (contents, error) {
	p, err := findPackage(t)
	if err != nil {
		return contents{}, err
	}
	m, unread := p.model(t)
	p.reportCounted(t)
	incomplete := p.incompleteSubmissions(t)
	files := p.files(t)
	c := contents{about: m.About()}
	withoutFiles := 0
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
			withoutFiles++
			t.skip(s.Path, missingSourceReason(s, incomplete[id]))
			continue
		}
		c.submissions = append(c.submissions, in.submission(t, s, sources))
	}
	for _, in := range files {
		for _, f := range in.all() {
			t.skip(f.path, "no submission of the package has this identifier")
		}
	}
	slices.SortFunc(c.submissions, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	names := namesOf(c.submissions)
	c.participants = slices.DeleteFunc(m.Participants(), func(p contest.Participant) bool { return !names[p.Name] })
	if len(c.submissions) == 0 && withoutFiles == 0 && unread != nil {
		return c, fmt.Errorf("the contest package lists no submissions: %w", unread)
	}
	if len(c.submissions) == 0 && withoutFiles > 0 {
		return c, fmt.Errorf("the contest package contains no sources: none of its %s has a file in submissions/<id>/; "+
			"import the contest from the system itself, or, if the package is Hydro's, add the contest's code zip as a second path", text.Count(withoutFiles, "submission"))
	}
	return c, nil
}

// contestPackage is the place of a package in a tree.
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
		return contestPackage{}, errors.New("it contains no contest package: one has a submissions.json or an event-feed.ndjson, at the top or in its only folder")
	case 1:
		return found[0], nil
	}
	return contestPackage{}, fmt.Errorf("it contains %d contest packages: read each as a contest of its own", len(found))
}

// relativePath returns the elements of a file's path in the package; nil if it is
// outside.
func (p contestPackage) relativePath(f file) []string {
	root, rest := splitPackagePath(f.inputPath)
	if f.input != p.input || root != p.root {
		return nil
	}
	return rest
}

// model reads the records of the package. unread is the error of the list of
// submissions.
func (p contestPackage) model(t *tree) (m *ccs.Model, unread error) {
	m = ccs.NewModel()
	read := map[string]string{} // name of the record of an endpoint
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
			t.skip(f.path, "not read: "+read[endpoint]+" has the same data")
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
	for _, f := range feeds { // for endpoints without a record
		t.eachNotification(f, func(n ccs.Notification) error {
			if read[n.Type] != "" || n.Type == "contests" && read["contest"] != "" {
				return nil
			}
			_, err := m.Apply(n)
			return err
		})
	}
	m.FillDefaults()
	return m, unread
}

// eachNotification calls apply for each notification of an event feed, and skips the
// lines that cannot be read: the first 20 one by one.
func (t *tree) eachNotification(feed file, apply func(n ccs.Notification) error) {
	const maxListed = 20
	failed, number := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(feed.content, []byte(bom))) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue // keeps a connection alive
		}
		n, err := ccs.ParseNotification(line)
		if err == nil {
			err = apply(n)
		}
		if err != nil {
			if failed++; failed <= maxListed {
				t.skip(feed.path, fmt.Sprintf("line %d: %v", number, err))
			}
		}
	}
	if failed > maxListed {
		t.skip(feed.path, fmt.Sprintf("%s more could not be read", text.Count(failed-maxListed, "line")))
	}
}
