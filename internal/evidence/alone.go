package evidence

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

const (
	// maxAlone is how much of a program is shown alone, in bytes.
	maxAlone = lexer.MaxRawBytes
	// maxAloneLines is how many lines of it: a page has some 60 bytes for each,
	// also for an empty one.
	maxAloneLines = 20_000
	// maxNoText is how much is shown of a file that is no text, in bytes. Each may
	// be a sign of its own.
	maxNoText = 4 << 10
)

// Source is a submission that is shown without another beside it.
type Source struct {
	Participant string
	Path        string // of the submission
	Verdict     contest.Verdict
	Language    *lexer.Language // nil where it is not known; then each file goes by its name
	Forced      bool            // all files are in the language, whatever their names
	Files       []contest.File
	// Names are masked wherever they stand in the text; nil are none.
	Masker *blind.Masker
}

// Alone prepares a submission for showing: all of its files, in their order. A
// file that cannot be read as a program is shown as plain text, with the reason.
// What is too long for a page is cut, and a note at the file says so.
func BuildPane(s Source) Pane {
	pane := Pane{Participant: s.Participant, Path: s.Path, Verdict: s.Verdict}
	size, lines := maxAlone, maxAloneLines
	var languages []string
	for _, f := range s.Files {
		file, language := s.show(f, size, lines)
		pane.Files = append(pane.Files, file)
		size, lines = max(0, size-len(f.Content)), max(0, lines-len(file.Lines))
		if language != nil && !slices.Contains(languages, language.Name) {
			languages = append(languages, language.Name)
		}
	}
	pane.Language = strings.Join(languages, ", ")
	return pane
}

// show cuts one file into lines, at most so many, of at most so many bytes. The
// language is nil where the file is shown as plain text.
func (s Source) show(f contest.File, size, lines int) (File, *lexer.Language) {
	p, why := s.read(f)
	if p == nil {
		size = min(size, lexer.MaxBytes) // more of it would not be compared either
		if errors.Is(why, lexer.ErrBinary) {
			size = min(size, maxNoText)
		}
		end := shownEnd(f.Content, size, lines)
		p = &program.Program{Text: f.Content[:end], Files: []program.File{{Path: f.Path, End: end}}}
	} else if shownEnd(f.Content, size, lines) < len(f.Content) {
		p = &program.Program{Text: f.Content[:shownEnd(f.Content, size, lines)], Files: []program.File{p.Files[0]}}
		p.Files[0].End = len(p.Text)
	}
	l := newLayout(p, 0)
	var file File
	if why != nil {
		file = l.lines(0, s.Masker, nil, "shown as plain text: "+why.Error())
	} else {
		file = l.cut(0, s.Masker)
	}
	for _, u := range p.Skipped {
		file.Notes = append(file.Notes, u.Reason)
	}
	if hidden := len(f.Content) - len(p.Text); hidden > 0 {
		file.Notes = append(file.Notes, text.Count(hidden, "more byte")+" not shown")
	}
	return file, p.Files[0].Language
}

var errNoLanguage = errors.New("its language is not known")

// read reads one file; the program is nil, and the error says why, where it
// cannot be read.
func (s Source) read(f contest.File) (*program.Program, error) {
	if !lexer.IsText(f.Content) {
		return nil, lexer.ErrBinary
	}
	language := s.Language
	if language == nil {
		var ok bool
		if language, ok = lexer.ByPath(f.Path); !ok {
			return nil, errNoLanguage
		}
	}
	return program.Read([]contest.File{f}, language, s.Forced)
}

// shownEnd returns where a text is to be cut so that it has at most so many
// bytes and lines. It cuts at the end of a line where there is one, and never
// within a word, as half of a name would not be found.
func shownEnd(text []byte, size, lines int) int {
	starts := lineStarts(text, 0, len(text))
	end := len(text)
	if len(starts) > lines {
		end = starts[lines]
	}
	if end <= size {
		return end
	}
	if n := bytes.LastIndexByte(text[:size], '\n'); n >= 0 {
		return n + 1
	}
	return len(bytes.TrimRightFunc(text[:size], func(r rune) bool { return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.IsPunct(r) }))
}
