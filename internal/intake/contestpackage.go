package intake

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// packageFormat reads a contest package of the ICPC Contest API, as DOMjudge, Kattis, PC^2 and others write
// it (https://ccs-specs.icpc.io/draft/contest_package). A package may be in a folder of the input, and has
// these files:
//
//   - <endpoint>.json or <endpoint>.yaml is the answer of an endpoint.
//   - event-feed.ndjson, event-feed.json or event-feed is the event feed, which replaces missing answers.
//   - submissions/<id>/ has the files of a submission, in files.zip or unpacked; or submissions/<id>.zip has them.
//
// packageFormat does not follow addresses of files, because they are often stale. It ignores other-systems/,
// where other systems describe the same contest. The path of a submission is submissions/<id>, as in ReadAPI.
var packageFormat = &format{
	name: "ccs", title: "a contest package of the ICPC Contest API (DOMjudge, Kattis, PC^2 and others)",
	peek: isPackageIndex, detect: detectPackage, mode: packageMode, read: readPackage,
}

// isEndpointRead maps each endpoint of a package to whether ojcheck reads it.
var isEndpointRead = map[string]bool{
	"api": true, "contest": true, "contests": true, "judgement-types": true, "languages": true, "problems": true,
	"groups": true, "organizations": true, "teams": true, "accounts": true, "state": true, "submissions": true,
	"judgements": true,

	"access": false, "account": false, "persons": false, "runs": false, "clarifications": false,
	"clarification-categories": false, "awards": false, "commentary": false, "scoreboard": false, "start-status": false,
	"balloons": false,
}

const (
	packageFeed  = "event-feed"
	otherSystems = "other-systems"
)

// splitPackagePath splits a path into the folders around the package ("" for none) and the elements of the
// path in the package. A folder may have the name of an endpoint: "contest/submissions/1/files.zip".
func splitPackagePath(name string) (root string, elements []string) {
	elements = strings.Split(name, "/")
	_, isEndpoint := isEndpointRead[elements[0]]
	switch {
	case len(elements) == 1:
		return "", elements
	case isEndpoint && len(elements) == 2:
		if endpoint, _ := endpointOfBase(elements[1]); endpoint == "" {
			return "", elements
		}
	case isEndpoint && (elements[0] == "submissions" || elements[1] != "submissions"), elements[0] == otherSystems:
		return "", elements
	}
	for i := 1; i < len(elements); i++ {
		_, isEndpoint := isEndpointRead[elements[i]]
		if i == len(elements)-1 {
			endpoint, _ := endpointOfBase(elements[i])
			isEndpoint = endpoint != ""
		}
		if isEndpoint || elements[i] == otherSystems {
			return strings.Join(elements[:i], "/"), elements[i:]
		}
	}
	return elements[0], elements[1:]
}

// endpointOfPath returns the endpoint and the extension of a file in a package; "" for other files.
func endpointOfPath(name string) (endpoint, extension string) {
	if _, elements := splitPackagePath(name); len(elements) == 1 {
		return endpointOfBase(elements[0])
	}
	return "", ""
}

// isPackageIndex reports whether a file of a package lists its submissions.
func isPackageIndex(name string) bool {
	endpoint, _ := endpointOfPath(name)
	return endpoint == packageFeed || endpoint == "submissions"
}

func endpointOfBase(base string) (endpoint, extension string) {
	extension = strings.ToLower(path.Ext(base))
	endpoint = strings.TrimSuffix(base, path.Ext(base))
	extensions := []string{".json", ".yaml", ".yml"}
	if _, isEndpoint := isEndpointRead[endpoint]; endpoint == packageFeed {
		extensions = []string{".ndjson", ".json", ""}
	} else if !isEndpoint {
		return "", ""
	}
	if !slices.Contains(extensions, extension) {
		return "", ""
	}
	return endpoint, extension
}

// detectPackage requires an event feed, or a list of submissions and another endpoint.
func detectPackage(l *listing) (reason, resemblance i18n.Text) {
	endpoints := map[string]bool{}
	for _, name := range l.names {
		if hasElement(name, otherSystems) {
			continue
		}
		_, nameInInput, _ := strings.Cut(name, "/") // if there are several inputs
		for _, packageName := range []string{name, nameInInput} {
			endpoint, extension := endpointOfPath(packageName)
			if root, _ := splitPackagePath(packageName); strings.Contains(root, "/") && !l.isBelow(root) {
				continue // somebody's own files, perhaps
			}
			if endpoint != "" && looksLike(endpoint, extension, l.heads[name]) {
				endpoints[endpoint] = true
			}
		}
	}
	switch {
	case endpoints[packageFeed]:
		return i18n.Textf("it holds an event feed, as contest packages do"), noText
	case endpoints["submissions"] && len(endpoints) > 1:
		return i18n.Textf("it holds a submissions.json, and others that contest packages have"), noText
	}
	return noText, noText
}

// looksLike reports whether the first bytes of a file fit an endpoint. A feed has a notification, submissions
// is a list of objects.
func looksLike(endpoint, extension string, head []byte) bool {
	head = bytes.TrimSpace(head)
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
	if endpoint, _ := endpointOfPath(name); endpoint != "" {
		if endpoint == packageFeed || isEndpointRead[endpoint] {
			return modeRecord
		}
		return modeIgnore
	}
	_, elements := splitPackagePath(name)
	_, isEndpoint := isEndpointRead[elements[0]]
	isSubmitted := elements[0] == "submissions" && len(elements) > 2
	switch {
	case elements[0] == "submissions" && len(elements) == 2 && hasZipName(elements[1]):
		return modeArchive
	case isSubmitted && len(elements) == 3 && strings.HasPrefix(elements[2], "reaction."): // video of the team
		return modeIgnore
	case isSubmitted && len(elements) == 3 && hasZipName(elements[2]):
		return modeArchive
	case isSubmitted:
		return modeProgram
	case elements[0] == otherSystems && len(elements) > 1:
		return modeCount
	case isSolution(elements):
		return modeByName
	case len(elements) > 1 && isEndpoint:
		return modeIgnore
	}
	return modeByName
}

// isSolution reports whether a file belongs to a program of the organisers: problems/<id>/submissions/….
func isSolution(elements []string) bool {
	return len(elements) > 3 && elements[0] == "problems" && elements[2] == "submissions"
}

// skipOtherSystems lists the files of other-systems/ as skipped. There is one item for all files of the
// package, and one for each file outside the package.
func (p contestPackage) skipOtherSystems(t *tree) {
	others := 0
	for _, f := range t.counted {
		if p.relativePath(f) == nil {
			t.skip(f.path, "outside the contest package")
		} else {
			others++
		}
	}
	if others > 0 {
		t.skip(path.Join(p.input, p.root, otherSystems), "%d files of other systems about the contest: not imported", others)
	}
}

func readPackage(t *tree) (contents, error) {
	p, err := findPackage(t)
	if err != nil {
		return contents{}, err
	}
	model, listError := p.readModel(t)
	p.skipOtherSystems(t)
	incomplete := p.incompleteSubmissions(t)
	result := contents{about: model.Metadata(), participants: model.Participants()}
	result.solutions = p.solutions(t, result.about.Problems)
	files := p.files(t)
	withoutFiles, attempts := 0, model.Attempts()
	for _, id := range model.Submissions() {
		s, _ := model.Submission(id)
		s.Attempt = attempts[id]
		submitted := files[id]
		delete(files, id)
		if s.IgnoreReason != "" {
			t.skip(s.Path, s.IgnoreReason)
			continue
		}
		chosen := submitted.choose(t, s)
		if len(chosen) == 0 {
			withoutFiles++
			t.skipText(s.Path, missingSourceReason(s, incomplete[id]))
			continue
		}
		result.submissions = append(result.submissions, t.packageSubmission(s, chosen))
	}
	for _, id := range slices.Sorted(maps.Keys(files)) {
		for _, archive := range slices.Sorted(maps.Keys(files[id])) {
			for _, f := range files[id][archive] {
				t.skip(f.path, "no submission of the package has this identifier")
			}
		}
	}
	slices.SortFunc(result.submissions, compareSubmissions)
	switch {
	case len(result.submissions) > 0:
	case withoutFiles == 0 && listError != nil:
		return result, i18n.Errorf("the contest package lists no submissions: %s", listError)
	case withoutFiles > 0:
		return result, i18n.Errorf("the contest package contains no sources: none of its %d submissions has a file in submissions/<id>/; "+
			"import the contest from the system itself, or, if the package is Hydro's, add the contest's code zip as a second path",
			withoutFiles)
	}
	return result, nil
}

// contestPackage says where a package is in a tree: in which input, and in which folder of it ("" for none).
type contestPackage struct{ input, root string }

// findPackage finds the only package of a tree.
func findPackage(t *tree) (contestPackage, error) {
	var p contestPackage
	found := map[contestPackage]bool{}
	for _, f := range t.records {
		if isPackageIndex(f.inputPath) {
			root, _ := splitPackagePath(f.inputPath)
			p = contestPackage{f.input, root}
			found[p] = true
		}
	}
	if len(found) == 0 {
		return contestPackage{}, i18n.Errorf("it contains no contest package: " +
			"one has a submissions.json or an event-feed.ndjson, at the top or in its only folder")
	}
	if len(found) > 1 {
		return contestPackage{}, i18n.Errorf("it contains %d contest packages: read each as a contest of its own", len(found))
	}
	return p, nil
}

// relativePath returns the elements of the path of a file in the package; nil for a file outside the package.
func (p contestPackage) relativePath(f file) []string {
	root, elements := splitPackagePath(f.inputPath)
	if f.input != p.input || root != p.root {
		return nil
	}
	return elements
}

// readModel reads the records of the package. listError says why the list of submissions could not be read.
func (p contestPackage) readModel(t *tree) (model *ccs.Model, listError error) {
	model = ccs.NewModel()
	sources := map[string]string{} // endpoint to the name of the record that was read
	var feeds []file
	for _, f := range t.records { // in the order of paths, so JSON comes before YAML
		endpoint, extension := endpointOfPath(f.inputPath)
		switch {
		case p.relativePath(f) == nil:
			t.skip(f.path, "outside the contest package")
			continue
		case endpoint == packageFeed:
			feeds = append(feeds, f)
			continue
		case sources[endpoint] != "":
			t.skip(f.path, "not read: %s has the same data", sources[endpoint])
			continue
		}
		content, err := f.content, error(nil)
		if extension != ".json" {
			content, err = yamlToJSON(content)
		}
		if err == nil {
			err = model.Load(endpoint, content)
		}
		if err != nil {
			t.skipText(f.path, i18n.TextOf(err))
		}
		if err != nil && endpoint == "submissions" {
			listError = i18n.Errorf("%s: %s", path.Base(f.path), err)
		}
		if err == nil || errors.As(err, new(*ccs.ObjectsError)) {
			sources[endpoint] = path.Base(f.path)
		}
	}
	sources["contest"] = cmp.Or(sources["contest"], sources["contests"])
	for _, f := range feeds { // they replace missing records
		t.eachNotification(f, func(n ccs.Notification) error {
			if sources[n.Type] != "" || n.Type == "contests" && sources["contest"] != "" {
				return nil
			}
			_, _, err := model.Apply(n)
			return err
		})
	}
	model.FillDefaults()
	return model, listError
}

// eachNotification calls apply for each notification of an event feed. It lists the first 20 unreadable lines
// as skipped, and counts the others.
func (t *tree) eachNotification(feed file, apply func(n ccs.Notification) error) {
	const maxListed = 20
	failed, number := 0, 0
	for line := range bytes.Lines(feed.content) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue // an empty line keeps a connection alive
		}
		n, err := ccs.ParseNotification(line)
		if err == nil {
			err = apply(n)
		}
		if err != nil {
			if failed++; failed <= maxListed {
				t.skip(feed.path, "line %s: %s", strconv.Itoa(number), err)
			}
		}
	}
	if failed > maxListed {
		t.skip(feed.path, "%d more lines could not be read", failed-maxListed)
	}
}

// submissionFiles maps the name of an archive to its files in a submission. The key "" has the unpacked files.
type submissionFiles map[string][]file

// files groups the files of the package by submission, and skips other files.
func (p contestPackage) files(t *tree) map[string]submissionFiles {
	found := map[string]submissionFiles{}
	for _, f := range t.files {
		elements := p.relativePath(f)
		if isSolution(elements) {
			continue
		}
		if len(elements) < 3 || elements[0] != "submissions" {
			t.skip(f.path, "outside submissions/<id>/, the folder of programs in a contest package")
			continue
		}
		id, archive, _ := submittedFile(elements)
		if found[id] == nil {
			found[id] = submissionFiles{}
		}
		found[id][archive] = append(found[id][archive], f)
	}
	return found
}

// solutions returns the programs of the organisers. Each file is a program.
func (p contestPackage) solutions(t *tree, problems []contest.Problem) (list []contest.KnownSource) {
	problemNames := map[string]string{} // by the ID or the name of the problem
	for _, problem := range problems {
		for _, key := range []string{problem.SystemID, problem.Name} {
			problemNames[key] = cmp.Or(problemNames[key], problem.Name)
		}
	}
	for _, f := range t.files {
		elements := p.relativePath(f)
		if !isSolution(elements) {
			continue
		}
		problem := problemNames[elements[1]]
		if problem == "" {
			t.skip(f.path, "a solution of the jury for a problem that the contest does not have")
			continue
		}
		list = append(list, contest.KnownSource{
			Problem: problem, Kind: contest.Jury, Name: strings.Join(elements[3:], "/"),
			File: contest.File{Path: path.Base(f.path), Content: f.content},
		})
	}
	return list
}

// submittedFile splits the path of a file of a submission. archive is the name of the zip that the file comes
// from, or "". inside is the path in the submission.
func submittedFile(elements []string) (id, archive string, inside []string) {
	switch {
	case hasZipName(elements[1]):
		return stem(elements[1]), elements[1], elements[2:]
	case len(elements) > 3 && hasZipName(elements[2]):
		return elements[1], elements[2], elements[3:]
	}
	return elements[1], "", elements[2:]
}

// choose returns the files of the archive that the submission names. Without it, choose returns the files of
// the first archive, or else the unpacked files. It skips the files of all other archives.
func (s submissionFiles) choose(t *tree, submission ccs.Submission) []file {
	chosen := cmp.Or(slices.Sorted(maps.Keys(s))...)
	for _, ref := range submission.Files {
		if _, ok := s[ref.Filename]; ok && ref.Filename != "" {
			chosen = ref.Filename
			break
		}
	}
	for _, archive := range slices.Sorted(maps.Keys(s)) {
		for _, f := range s[archive] {
			if archive != chosen {
				t.skip(f.path, "beside the archive of the submission, %s: only that was read", chosen)
			}
		}
	}
	return s[chosen]
}

// packageSubmission makes a submission of files.
func (t *tree) packageSubmission(from ccs.Submission, files []file) contest.Submission {
	treePaths := map[string]string{} // path in the submission to path in the tree
	submission := from.Submission
	for _, f := range files {
		_, elements := splitPackagePath(f.inputPath)
		_, _, inside := submittedFile(elements)
		name := from.Path + "/" + strings.Join(inside, "/")
		treePaths[name] = f.path
		submission.Files = append(submission.Files, contest.File{Path: name, Content: f.content})
	}
	var omitted []contest.SkippedItem
	submission.Files, omitted = selectProgram(submission.Files)
	for _, o := range omitted {
		t.skipText(treePaths[o.Path], o.Reason)
	}
	submission.Language = LanguageOf(submission)
	return submission
}

// incompleteSubmissions returns the IDs of the submissions that have skipped files.
func (p contestPackage) incompleteSubmissions(t *tree) map[string]bool {
	folder := path.Join(p.input, p.root, "submissions") + "/"
	ids := map[string]bool{}
	for _, s := range t.skipped {
		if inside, ok := strings.CutPrefix(s.Path, folder); ok {
			id, _, _ := strings.Cut(inside, "/")
			if hasZipName(id) {
				id = stem(id)
			}
			ids[id] = true
		}
	}
	return ids
}

// missingSourceReason says why a submission has no files.
func missingSourceReason(s ccs.Submission, skipped bool) i18n.Text {
	if skipped {
		return i18n.Textf("none of its files could be read")
	}
	for _, ref := range s.Files {
		if name := printable(ref.Filename); name != "" {
			if len(name) > maxName {
				name = shorten(name)
			}
			return i18n.Textf("its file %s is not in the package: import the contest from the system itself, if it still has it", name)
		}
	}
	return i18n.Textf("the package has no file of it")
}
