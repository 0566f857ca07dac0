package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/lexer"
)

// readEntry reads one entry. Its error ends the reading of the input; what is wrong
// with the entry alone is listed.
func (g *gatherer) readEntry(e entry, prefix string) error {
	inside, refused := cleanName(e.name)
	if refused == "" && isLeftover(inside) {
		return nil
	}
	name := inside
	if prefix != "" {
		name = prefix + "/" + inside
	}
	if e.folder {
		if refused != "" {
			g.tree.skip(name, refused)
		}
		return nil
	}
	facts := g.selection.participantFiles && isParticipantsFile(inside)
	wanted := modeByName
	if g.selection.mode != nil && !facts {
		wanted = g.selection.mode(inside)
	}
	switch wanted {
	case modeIgnore:
		return nil
	case modeCount:
		g.tree.counted = append(g.tree.counted, file{path: name, inputPath: inside, input: prefix})
		return nil
	}
	language, unwanted := g.language(inside)
	if facts || wanted != modeByName {
		unwanted = ""
	}
	limit := g.limits.File
	if wanted == modeRecord || wanted == modeArchive {
		limit = g.limits.Record
	}
	for _, reason := range []string{refused, e.refusal, g.duplicate(name), unwanted, oversize(e.size, limit)} {
		if reason != "" {
			g.tree.skip(name, reason)
			return nil
		}
	}
	g.seen[name] = true
	content, skip, err := g.readContent(e, limit)
	if err != nil {
		g.tree.skip(name, reasonNotRead)
		return err
	}
	switch {
	case skip != "":
	case wanted == modeRecord:
		g.tree.records = append(g.tree.records, file{path: name, inputPath: inside, input: prefix, content: bytes.Clone(content)})
		return nil
	case wanted == modeArchive:
		return g.readArchive(name, inside, prefix, bytes.Clone(content))
	default:
		skip = unreadable(content)
	}
	if skip != "" {
		g.tree.skip(name, skip)
		return nil
	}
	content = bytes.Clone(content)
	if facts {
		g.tree.participantFiles = append(g.tree.participantFiles, file{path: name, inputPath: inside, input: prefix, content: content})
		return nil
	}
	g.tree.files = append(g.tree.files, file{path: name, inputPath: name, content: content, language: language})
	return nil
}

// language tells the language of a file by its name, or why the file is not
// read. Where a pattern may tell the language, it may be nil.
func (g *gatherer) language(name string) (language *lexer.Language, unwanted string) {
	if strings.Contains("/"+path.Dir(name)+"/", "/.") && path.Dir(name) != "." {
		return nil, "in a hidden folder: rename the folder if this is a submission"
	}
	language, known := lexer.ByPath(name)
	if g.selection.language != nil {
		language = g.selection.language
	}
	extension := strings.ToLower(path.Ext(name))
	switch {
	case known && path.Ext(name) != path.Base(name):
		return language, ""
	case slices.Contains(archiveExtensions, extension):
		return nil, reasonNested
	case slices.Contains(dataExtensions, extension), strings.HasPrefix(path.Base(name), "."):
		return nil, reasonData
	case language == nil && !g.selection.anyLanguage:
		return nil, reasonLanguage
	}
	return language, ""
}

// dataExtensions are never programs, not even where the language of every file
// is given. Text files may be: some judge systems hand out all programs so.
var dataExtensions = []string{
	".md", ".rst", ".pdf", ".html", ".htm", ".css", ".json", ".xml", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".log",
	".in", ".out", ".ans", ".class", ".o", ".obj", ".exe", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".doc", ".docx",
}

// Reasons that name what to do.
const (
	reasonLanguage = "in no known language: if it is a program, choose a language for all files"
	reasonData     = "not a program, by its name: rename it if it is one"
	reasonNotRead  = "not read, for the input was not read to its end"
	reasonNested   = "an archive inside the input: unpack it, or check it on its own"
)

func (g *gatherer) duplicate(name string) string {
	if g.seen[name] {
		return "a second file of the same name: only the first was read"
	}
	return ""
}

func oversize(size, limit int64) string {
	if size > limit {
		return fmt.Sprintf("larger than %s, the most that is read of one file", bytesText(limit))
	}
	return ""
}

// readContent reads an entry into the gatherer's buffer. What skip says is of this
// entry alone; err is of the whole input.
func (g *gatherer) readContent(e entry, limit int64) (content []byte, skip string, err error) {
	r, err := e.open()
	if err != nil {
		return nil, "it cannot be read: " + reason(err), nil
	}
	defer r.Close()
	g.buffer.Reset()
	n, err := g.buffer.ReadFrom(io.LimitReader(r, limit+1))
	switch {
	case errors.Is(err, errUnpacked), g.meter.ctx.Err() != nil:
		return nil, "", err
	case n > limit:
		return nil, oversize(n, limit), nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, "broken: it is cut off in the middle", nil
	case err != nil:
		return nil, "broken: " + reason(err), nil
	}
	return g.buffer.Bytes(), "", nil
}

// bom is the mark that some editors put before UTF-8 text.
const bom = "\ufeff"

// unreadable says why a content is no program; "" where it may be one.
func unreadable(text []byte) string {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte(bom)))) == 0:
		return "empty"
	case kindOf(text) != "":
		return reasonNested
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "UTF-16 text: save it as UTF-8"
	case !lexer.IsText(text):
		return "not text"
	}
	return ""
}

// reason is what an error says without the path, which is listed beside it.
func reason(err error) string {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
