package intake

import (
	"regexp"
	"time"
)

// cmsInfo is what "cmsExportSubmissions --add-info" writes above a program, and
// may be told by its path as well.
type cmsInfo struct {
	id, user, task string
	at             time.Time
}

// cmsInfoBlock is the comment that --add-info puts above a program, in the
// comments of its language: C, C++, Java and text, Pascal, Python, PHP, Haskell.
// Names hold no line's end.
var cmsInfoBlock = regexp.MustCompile(`^(?:\x{feff})?(?:/\*\*|\(\*\*|"""|<\?php\r?\n/\*\*|\{-)\r?\n` +
	`\* user:  ([^\r\n]{1,200})\r?\n\* fname: [^\r\n]*\r?\n\* lname: [^\r\n]*\r?\n\* task:  ([^\r\n]{1,200})\r?\n` +
	`\* score: [^\r\n]*\r?\n\* date:  ([^\r\n]{1,40})\r?\n(?:\*/\r?\n\?>|(?:\*/|\*\)|"""|-\})\r?\n)`)

// cutCmsInfo takes the block of --add-info off a program, of which it is no part.
// The first and last names in it are not kept.
func cutCmsInfo(content []byte) (info cmsInfo, program []byte, ok bool) {
	m := cmsInfoBlock.FindSubmatch(content)
	if m == nil {
		return cmsInfo{}, content, false
	}
	info = cmsInfo{user: printable(string(m[1])), task: printable(string(m[2]))}
	// Python writes no fraction where there is none; times are in UTC.
	if at, err := time.Parse("2006-01-02 15:04:05.999999", string(m[3])); err == nil {
		info.at = at
	}
	return info, content[len(m[0]):], true
}

// cmsTemplate is what to call the files by, so that their paths tell everything.
const cmsTemplate = "{task}/{user}/{id}.{time}.{score}.{file}{ext}"

var (
	// cmsPath is the end of a path as cmsTemplate makes it. A score may have a point.
	cmsPath = regexp.MustCompile(`(?:^|/)([^/]+)/([^/]+)/([0-9]{1,18})\.([0-9]{8}T[0-9]{6})\.(?:None|[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)\.[^/]+$`)
	// cmsNumbered is a name as CMS gives it unless it is told otherwise:
	// {id}.{file}{ext}.
	cmsNumbered = regexp.MustCompile(`(?:^|/)([0-9]{1,18})\.([^/]+)\.[^/.]+$`)
)

// parseCmsPath reads what a path tells: all of it where cmsTemplate made it, or
// perhaps the number alone.
func parseCmsPath(name string) (info cmsInfo, whole bool) {
	if m := cmsPath.FindStringSubmatch(name); m != nil {
		at, err := time.Parse("20060102T150405", m[4])
		return cmsInfo{id: m[3], user: m[2], task: m[1], at: at}, err == nil
	}
	if m := cmsNumbered.FindStringSubmatch(name); m != nil {
		return cmsInfo{id: m[1]}, false
	}
	return cmsInfo{}, false
}
