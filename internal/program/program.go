package program

import (
	"cmp"
	"errors"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// File is one file of a program and where it lies in the program's text.
type File struct {
	Path       string
	Start, End int // bytes of Program.Text
	Language   *lexer.Language
}

// Program is a submission's text with its tokens.
type Program struct {
	Files      []File
	Text       []byte        // the files' original bytes, one after another
	Tokens     []lexer.Token // spans are bytes of Text; a lexer.Barrier stands between two files
	Exclusions []Exclusion   // for each token: why it is set aside; nil where none is
	// Template is the participant's own template, which stands in Aside too.
	Template []contest.Passage
	// Unread are the files that could not be lexed, and why. They are not
	// among Files, unless the reason says that they are compared.
	Skipped []contest.SkippedItem
}

// Read lexes the files of a submission that is in the given language. A file
// whose extension tells of another language of the same family (a C header
// beside C++) is read as that, unless the language is forced; all others are
// read as the submission's language. Read fails where no file can be lexed,
// with the error of lexer.Language.Lex for the first. A file that was lexed
// coarsely stays, and is listed.
func Read(files []contest.File, language *lexer.Language, forced bool) (*Program, error) {
	p := &Program{}
	var first error
	for _, file := range files {
		fileLanguage := languageOf(file.Path, language, forced)
		tokens, err := fileLanguage.Lex(file.Content)
		if errors.Is(err, lexer.ErrDegraded) {
			p.Skipped = append(p.Skipped, degraded(file.Path, err.Error()))
			err = nil
		}
		if err != nil {
			first = cmp.Or(first, err)
			p.Skipped = append(p.Skipped, contest.SkippedItem{Path: file.Path, Reason: err.Error()})
			continue
		}
		p.add(file, fileLanguage, tokens)
	}
	if len(p.Files) == 0 && first != nil {
		return nil, first
	}
	return p, nil
}

// degraded lists a file that was read coarsely.
func degraded(path, reason string) contest.SkippedItem {
	return contest.SkippedItem{Path: path, Reason: reason + ", and compared all the same"}
}

// languageOf returns the language that a file of a submission is read as.
func languageOf(path string, language *lexer.Language, forced bool) *lexer.Language {
	if l, ok := lexer.ByPath(path); ok && !forced && l.Family == language.Family && l.ID != language.ID {
		return l
	}
	return language
}

func (p *Program) add(file contest.File, language *lexer.Language, tokens []lexer.Token) {
	start := len(p.Text)
	if len(p.Files) > 0 {
		p.Tokens = append(p.Tokens, lexer.Token{Symbol: lexer.Barrier, Start: start, End: start})
	}
	for _, token := range tokens {
		token.Start += start
		token.End += start
		p.Tokens = append(p.Tokens, token)
	}
	p.Text = append(p.Text, file.Content...)
	p.Files = append(p.Files, File{Path: file.Path, Start: start, End: len(p.Text), Language: language})
}
