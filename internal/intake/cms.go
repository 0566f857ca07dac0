package intake

import (
	"path"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// cmsFormat reads the files of submissions that cmsExportSubmissions writes, a tool of CMS, the system of the
// IOI. They have no verdicts. cmsFormat reads names in the form of cmsTemplate, and programs with the comment
// that --add-info adds. Other templates need a layout.
var cmsFormat = &format{
	name: "cms", title: "CMS's export (cmsExportSubmissions)", peek: isProgram, detect: detectCms, read: readCms,
}

func detectCms(l *listing) (reason, resemblance i18n.Text) {
	programs := l.matching(isProgram)
	withTemplate, withComment, ids, files := 0, 0, map[string]bool{}, map[string]bool{}
	isFlat := true // all programs are in one folder
	for _, name := range programs {
		info, byTemplate := parseCmsPath(name)
		if byTemplate {
			withTemplate++
		}
		if _, _, ok := cutCmsInfo(l.heads[name]); ok {
			withComment++
		}
		isFlat = isFlat && info.id != "" && !byTemplate && path.Dir(name) == path.Dir(programs[0])
		if m := cmsNumbered.FindStringSubmatch(name); m != nil {
			ids[m[1]], files[m[2]] = true, true
		}
	}
	switch {
	case withComment > 0 && 2*withComment > l.countHeads(programs):
		reason = i18n.Textf("its programs begin with the comment of cmsExportSubmissions --add-info")
	case withTemplate > 0 && withTemplate == len(programs):
		reason = i18n.Textf("the names of all its programs have the form %s", cmsTemplate)
	case isFlat && len(programs) >= 4 && len(ids) == len(programs) && 2*len(files) <= len(ids):
		reason = i18n.Textf("all its programs are called {id}.{file}{ext}, which is what CMS does by itself")
	}
	return reason, noText
}

func readCms(t *tree) (contents, error) {
	unnamed, isGuess := 0, false
	c := t.readNames("CMS", func(f *file) (p nameParts, reason i18n.Text) {
		p, _ = parseCmsPath(f.inputPath)
		if comment, program, ok := cutCmsInfo(f.content); ok {
			comment.id, f.content = p.id, program
			p = comment
		} else {
			isGuess = true
		}
		if p.participant == "" || p.problem == "" {
			unnamed++
			return p, i18n.Textf("neither its path nor a comment in it says whose it is: have CMS call the files " + cmsTemplate)
		}
		p.file = p.id // files with the same id are one submission
		return p, unreadable(f.content)
	})
	c.isGuess = isGuess
	if unnamed > 0 && unnamed == len(t.files) {
		return c, i18n.Errorf("nothing says who submitted what: by default, CMS calls the files {id}.{file}{ext}; "+
			`export them again with --filename "%s", or explain the names with a layout`, cmsTemplate)
	}
	return c, nil
}

// cmsInfoBlock matches the comment that --add-info writes above a program. Its alternatives are for these
// languages, in this order: C, C++, Java and text; Pascal; Python; PHP; Haskell.
var cmsInfoBlock = regexp.MustCompile(`^(?:\x{feff})?(?:/\*\*|\(\*\*|"""|<\?php\r?\n/\*\*|\{-)\r?\n` +
	`\* user:  ([^\r\n]{1,200})\r?\n\* fname: [^\r\n]*\r?\n\* lname: [^\r\n]*\r?\n\* task:  ([^\r\n]{1,200})\r?\n` +
	`\* score: [^\r\n]*\r?\n\* date:  ([^\r\n]{1,40})\r?\n(?:\*/\r?\n\?>|(?:\*/|\*\)|"""|-\})\r?\n)`)

// cutCmsInfo removes the comment of --add-info from a program, and returns its facts except the first and
// last names.
func cutCmsInfo(content []byte) (info nameParts, program []byte, ok bool) {
	m := cmsInfoBlock.FindSubmatch(content)
	if m == nil {
		return nameParts{}, content, false
	}
	info = nameParts{participant: printable(string(m[1])), problem: printable(string(m[2])), time: string(m[3])}
	return info, content[len(m[0]):], true
}

// cmsTemplate is the template for names that contain all facts.
const cmsTemplate = "{task}/{user}/{id}.{time}.{score}.{file}{ext}"

var (
	// cmsPath matches the end of a path in the form of cmsTemplate. A score may contain a point.
	cmsPath = regexp.MustCompile(`(?:^|/)([^/]+)/([^/]+)/([0-9]{1,18})\.([0-9]{8}T[0-9]{6})\.` +
		`(?:None|[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)\.[^/]+$`)
	// cmsNumbered matches a name in the default form of CMS, {id}.{file}{ext}.
	cmsNumbered = regexp.MustCompile(`(?:^|/)([0-9]{1,18})\.([^/]+)\.[^/.]+$`)
)

// parseCmsPath reads a path. byTemplate is false if the path does not have the form of cmsTemplate. Then info
// has at most an id.
func parseCmsPath(name string) (info nameParts, byTemplate bool) {
	if m := cmsPath.FindStringSubmatch(name); m != nil {
		_, ok := parseTime(m[4])
		return nameParts{id: m[3], participant: m[2], problem: m[1], time: m[4]}, ok
	}
	if m := cmsNumbered.FindStringSubmatch(name); m != nil {
		return nameParts{id: m[1]}, false
	}
	return nameParts{}, false
}
