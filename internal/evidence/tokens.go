package evidence

import (
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// TokenLine holds the normalised tokens of one line of a file.
type TokenLine struct {
	Number int // of the line, from 1
	Runs   []TokenRun
}

// TokenRun holds tokens inside one match, inside one excluded passage, or outside all.
type TokenRun struct {
	Match     int      // number, or 0
	Exclusion int      // index in Pane.Exclusions plus 1, or 0
	First     bool     // the match or the excluded passage starts here
	Texts     []string // keywords, operators or classes; safe to show
}

// maxTokens limits the tokens shown of a program. 64 KB have fewer, unless most of it is
// uses of macros, each of which has many tokens.
const maxTokens = 50_000

// classNames are the names of token classes on pages.
var classNames = map[string]string{
	lexer.Identifier: "name",
	lexer.Number:     "number",
	lexer.String:     "text",
	lexer.Type:       "type",
}

// addTokens adds the tokens to the files of a pane, line by line. A token that the lexer
// moved keeps its mark.
func (l *layout) addTokens(pane *Pane, names *blind.Masker) {
	masked := make(map[string]string) // by original text
	shown, last := 0, mark{}
	hasBadge := make([]bool, len(l.ranges)+1) // by match number
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
		at := mark{match: int(l.matched[i]), exclusion: int(l.excluded[i])}
		if n := len(line.Runs); n == 0 || at != last {
			first := at.match > 0 && !hasBadge[at.match] || at.exclusion > 0 && at != last
			hasBadge[at.match] = true
			line.Runs = append(line.Runs, TokenRun{Match: at.match, Exclusion: at.exclusion, First: first})
		}
		run := &line.Runs[len(line.Runs)-1]
		run.Texts = append(run.Texts, words)
		last = at
	}
}

// tokenLine returns the line of a number, which is the last or the next one.
func (f *File) tokenLine(number int) *TokenLine {
	if n := len(f.Tokens); n == 0 || f.Tokens[n-1].Number != number {
		f.Tokens = append(f.Tokens, TokenLine{Number: number})
	}
	return &f.Tokens[len(f.Tokens)-1]
}
