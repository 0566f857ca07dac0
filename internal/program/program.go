// Package program reads a submission for the analysis: it joins the files to one text and
// finds the normalised tokens of all files with their places in that text. The check, the
// pages and the reports all read submissions through it, so all refer to the same tokens.
//
// [Read] returns a [Program] with its text, for display. [ReadSequence] returns a
// [Sequence], the same without text, for comparison; it can use stored lexed files
// ([LexedFile]). Both give [Code], which [Compare] and package pairs compare.
//
// For the archive, [Fingerprint] condenses a whole program to 64 bits, and [Sample] selects a few
// of its shingles. A fingerprint finds a program submitted again with other names, comments and
// layout; a sample finds copied parts. docs/fingerprints.md has the measurements behind both.
package program

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Program is a submission's text with its tokens.
type Program struct {
	Files      []File
	Text       []byte        // the original bytes of all files
	Tokens     []lexer.Token // spans are bytes of Text; a lexer.Barrier separates files
	Exclusions []Exclusion   // one per token; nil if no token is excluded
	// Template is the participant's own template. Exclusions contains it too.
	Template []contest.Passage
	// Skipped has files that could not be lexed, and files that were lexed only coarsely.
	Skipped []contest.SkippedItem

	wording    []lexer.Symbol // as in Sequence
	uncalled   []Run
	fileTokens []Run  // of each of Files
	isName     []bool // by token, see IsName; nil for none
}

// IsName reports whether the symbol of token i stands for one name of the source. Only tokens of AcrossLanguages have such
// symbols; elsewhere all names share that of lexer.Identifier.
func (p *Program) IsName(i int) bool { return p.isName != nil && p.isName[i] }

// File is one file of a program.
type File struct {
	Path       string
	Start, End int // bytes of Program.Text
	Language   *lexer.Language
}

// Exclusion says why a token does not count, or counts only in part.
type Exclusion uint8

const (
	NotExcluded Exclusion = iota
	// ExcludedBase marks base code. It is never matched.
	ExcludedBase
	// ExcludedTemplate marks the participant's own template. It counts if the other side has it as own code.
	ExcludedTemplate
	// ExcludedShared marks own template of both sides of a pair.
	ExcludedShared
	// ExcludedUncalled marks functions that cannot run. They match, but do not count for the suspicion.
	ExcludedUncalled
)

// Read lexes the files of a submission in the given language. Unless the language is forced, a file
// with the extension of another language of the same family (a C header with C++) is read in that
// language. If no file can be lexed, Read returns the error of lexer.Language.Lex for the first
// file. If ctx ends between two files, Read returns the error of ctx. A file that was lexed coarsely is in Files and in
// Skipped.
func Read(ctx context.Context, files []contest.File, language *lexer.Language, forced bool) (*Program, error) {
	p := &Program{}
	s, err := ReadSequence(ctx, files, language, forced, func(i int, l *lexer.Language) (*LexedFile, error) {
		lexed, tokens, err := lex(files[i].Content, l)
		if err == nil {
			p.add(files[i], l, tokens)
		}
		return lexed, err
	})
	if err != nil {
		return nil, err
	}
	p.wording, p.fileTokens, p.uncalled, p.Skipped = s.Wording, s.Files, s.Uncalled, s.Skipped
	for _, run := range p.uncalled {
		p.exclude(run.First, run.Tokens, ExcludedUncalled)
	}
	return p, nil
}

func (p *Program) add(file contest.File, language *lexer.Language, tokens []lexer.Token) {
	start := len(p.Text)
	if len(p.Files) > 0 {
		p.Tokens = append(p.Tokens, lexer.Token{Symbol: lexer.Barrier, Start: start, End: start})
	}
	p.Tokens = slices.Grow(p.Tokens, len(tokens))
	for _, token := range tokens {
		token.Start += start
		token.End += start
		p.Tokens = append(p.Tokens, token)
	}
	p.Text = append(p.Text, file.Content...)
	p.Files = append(p.Files, File{Path: file.Path, Start: start, End: len(p.Text), Language: language})
}

// Function is a function of a Program.
type Function struct {
	Name          string
	First, Tokens int
	IsEntry       bool // the program starts with it
	IsUncalled    bool // it cannot run
}

// Functions returns the functions of the program, in order. It omits those of files for which lexer.Language.Functions
// returns none.
func (p *Program) Functions() []Function {
	var list []Function
	token := 0
	for _, file := range p.Files {
		for _, f := range file.Language.Functions(p.Text[file.Start:file.End]) {
			for token < len(p.Tokens) && p.Tokens[token].End <= file.Start+f.Start {
				token++
			}
			first := token
			for token < len(p.Tokens) && p.Tokens[token].End <= file.Start+f.End {
				token++
			}
			if token > first {
				isUncalled := len(p.Files) == 1 && p.Tokens[first].Uncalled // functions of several files may call each other
				list = append(list, Function{f.Name, first, token - first, f.IsEntry, isUncalled})
			}
		}
	}
	return list
}

// SetTemplate excludes the participant's own template. It ignores passages beyond the tokens. Call it at most once.
func (p *Program) SetTemplate(passages []contest.Passage) {
	for _, passage := range passages {
		if passage.First < 0 || passage.Tokens < 1 || passage.First+passage.Tokens > len(p.Tokens) {
			continue
		}
		p.Template = append(p.Template, passage)
		p.exclude(passage.First, passage.Tokens, ExcludedTemplate)
	}
}

// MarkSharedTemplate marks the n tokens of own template that begin at token first as shared with the other side.
func (p *Program) MarkSharedTemplate(first, n int) { p.exclude(first, n, ExcludedShared) }

func (p *Program) exclude(first, n int, reason Exclusion) {
	if p.Exclusions == nil {
		p.Exclusions = make([]Exclusion, len(p.Tokens))
	}
	for i := range n {
		p.Exclusions[first+i] = reason
	}
}
