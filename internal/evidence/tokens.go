package evidence

import (
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// TokenLine is the normalised tokens that stand for one line of a file.
type TokenLine struct {
	Number int // of the line, from 1
	Runs   []TokenRun
}

// TokenRun is tokens that are all in the same match, in the same stretch that is
// set aside, or in neither.
type TokenRun struct {
	Match     int  // number, or 0
	Exclusion int  // place in Pane.Aside, counted from 1, or 0
	First     bool // the match, or the stretch that is set aside, begins here
	// Texts are the tokens' own, or the class that they are collapsed into; safe
	// to show.
	Texts []string
}

// maxTokens bounds the tokens of a program that are shown: those of 64 KB, unless
// most of it is uses of macros, each of which stands for many.
const maxTokens = 50_000

// classNames are what people call the classes of collapsed tokens.
var classNames = map[string]string{
	lexer.Identifier: "name",
	lexer.Number:     "number",
	lexer.String:     "text",
	lexer.Type:       "type",
}

// addTokens adds the tokens to the files of a pane, line by line. What is marked
// stays so where the lexer moved a token.
func (l *layout) addTokens(pane *Pane, names *blind.Masker) {
	masked := make(map[string]string) // of the texts that were seen
	shown, last := 0, mark{}
	badged := make([]bool, len(l.ranges)+1) // of the matches: their number was shown
	for i, token := range l.program.Tokens {
		if token.Start == token.End {
			continue // the joint of two files
		}
		if shown == maxTokens {
			pane.OmittedTokens++
			continue
		}
		shown++
		words, ok := masked[token.Text]
		if !ok {
			words = text.Visible(names.Mask(token.Text))
			masked[token.Text] = words
		}
		file := l.file(token.Start)
		line := pane.Files[file].tokenLine(l.line(file, token.Start))
		at := mark{match: int(l.matched[i]), aside: int(l.greyed[i])}
		if n := len(line.Runs); n == 0 || at != last {
			first := at.match > 0 && !badged[at.match] || at.aside > 0 && at != last
			badged[at.match] = true
			line.Runs = append(line.Runs, TokenRun{Match: at.match, Exclusion: at.aside, First: first})
		}
		run := &line.Runs[len(line.Runs)-1]
		run.Texts = append(run.Texts, words)
		last = at
	}
}

// tokenLine returns the file's line of a number, the last or the next one.
func (f *File) tokenLine(number int) *TokenLine {
	if n := len(f.Tokens); n == 0 || f.Tokens[n-1].Number != number {
		f.Tokens = append(f.Tokens, TokenLine{Number: number})
	}
	return &f.Tokens[len(f.Tokens)-1]
}
