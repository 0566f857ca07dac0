package evidence

import (
	"bytes"
	"context"
	"errors"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

const (
	maxPaneBytes   = lexer.MaxRawBytes
	maxPaneLines   = 20_000  // bounds the page, because even an empty line takes some 60 bytes of it
	maxBinaryBytes = 4 << 10 // bounds a file that is not text, because each byte may become a visible character
)

// PaneInput is a submission to show in a single pane.
type PaneInput struct {
	Participant string
	Path        string // of the submission
	Verdict     contest.Verdict
	Language    *lexer.Language // if nil, the names of the files decide
	Forced      bool            // all files are in Language, even if their names say otherwise
	Files       []contest.File
	Masker      *blind.Masker // for the text; nil masks nothing
}

// BuildPane prepares one submission for display. A file that cannot be lexed becomes plain text, with a note
// that says why. After the end of ctx, no file can be lexed. A file that is too long for a page is cut, with a note.
func BuildPane(ctx context.Context, s PaneInput) Pane {
	pane := Pane{Participant: s.Participant, Path: s.Path, Verdict: s.Verdict}
	size, lines := maxPaneBytes, maxPaneLines
	for _, f := range s.Files {
		file, language, shown := s.buildFile(ctx, f, size, lines)
		pane.addFile(file, language)
		size, lines = max(0, size-shown), max(0, lines-len(file.Lines))
	}
	return pane
}

// buildFile cuts one file into lines. It shows at most the given number of bytes (size) and of lines. The language is nil for
// plain text. shown is the number of bytes that it shows.
func (s PaneInput) buildFile(ctx context.Context, f contest.File, size, lines int) (
	file File, language *lexer.Language, shown int) {
	printer := i18n.From(ctx)
	p, err := s.lex(ctx, f)
	whyPlain := ""
	if err == nil {
		language = p.Files[0].Language
	} else {
		whyPlain = printer.T("shown as plain text: %s", printer.Err(err))
		size = min(size, lexer.MaxBytes) // the limit for comparing
		if errors.Is(err, lexer.ErrBinary) {
			size = min(size, maxBinaryBytes)
		}
	}
	if end := cutoff(f.Content, size, lines); p == nil || end < len(f.Content) {
		p = &program.Program{Text: f.Content[:end], Files: []program.File{{Path: f.Path, Language: language, End: end}}}
	}
	file = newAnnotated(printer, p).cut(0, s.Masker, whyPlain)
	for _, skipped := range p.Skipped {
		file.Notes = append(file.Notes, skipped.Reason.In(printer))
	}
	if hidden := len(f.Content) - len(p.Text); hidden > 0 {
		file.Notes = append(file.Notes, printer.T("%d more bytes not shown", hidden))
	}
	return file, language, len(p.Text)
}

// lex lexes one file. The program is nil if the file cannot be lexed.
func (s PaneInput) lex(ctx context.Context, f contest.File) (*program.Program, error) {
	if !lexer.IsText(f.Content) {
		return nil, program.LexError(lexer.ErrBinary)
	}
	language, ok := s.Language, s.Language != nil
	if !ok {
		if language, ok = lexer.ByPath(f.Path); !ok {
			return nil, i18n.Errorf("its language is not known")
		}
	}
	return program.Read(ctx, []contest.File{f}, language, s.Forced)
}

// cutoff returns where to cut a text with too many bytes or lines. It cuts at the end of a line if possible,
// and never inside a word, because half of a name would not be masked.
func cutoff(text []byte, size, lines int) int {
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
	return len(bytes.TrimRightFunc(text[:size], func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.IsPunct(r)
	}))
}
