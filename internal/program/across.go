package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// AcrossLength is the number of tokens of a shingle, and of the shortest match, between
// programs in different families of languages.
const AcrossLength = 4

// acrossTokens maps tokens that mean the same in all languages to one symbol: operators, literals
// and four keywords. A translation keeps these tokens and the names, and changes all other tokens.
var acrossTokens = newAcrossTokens(map[string]string{
	"and": "&&", "or": "||", "not": "!", "<>": "!=", "~=": "!=", "div": "/", "//": "/", "mod": "%", "elif": "if",
}, lexer.Number, lexer.String, "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "++", "--",
	"&&", "||", "!", "&", "|", "^", "<<", ">>", "~", "if", "return", "break", "continue")

func newAcrossTokens(synonyms map[string]string, texts ...string) map[lexer.Symbol]lexer.Symbol {
	tokens := make(map[lexer.Symbol]lexer.Symbol)
	for _, text := range texts {
		tokens[lexer.SymbolOf(text)] = lexer.SymbolOf(text)
	}
	for text, synonym := range synonyms {
		tokens[lexer.SymbolOf(text)] = lexer.SymbolOf(synonym)
	}
	return tokens
}

// AcrossLanguages returns the code for the comparison with other families of languages. It has only names, as they
// are written, and acrossTokens.
func (c *Code) AcrossLanguages() *Code {
	symbols, places := acrossSymbols(c.Symbols, c.wording)
	across := (&Sequence{Symbols: symbols, Uncalled: runsAt(places, c.uncalled)}).Code(AcrossLength)
	var template []contest.Passage
	for i, place := range places {
		switch last := len(template) - 1; {
		case !c.isTemplate(place, 1):
		case last >= 0 && template[last].First+template[last].Tokens == i:
			template[last].Tokens++
		default:
			template = append(template, contest.Passage{First: i, Tokens: 1})
		}
	}
	across.SetTemplate(template)
	return across
}

// AcrossLanguages returns the program with only the tokens that Code.AcrossLanguages compares.
func (p *Program) AcrossLanguages() *Program {
	across := *p
	symbols, places := acrossSymbols(lexer.Symbols(p.Tokens), p.wording)
	across.Tokens, across.Exclusions, across.wording, across.fileTokens = nil, nil, nil, nil
	across.isName = make([]bool, len(places))
	for i, place := range places {
		token := p.Tokens[place]
		across.isName[i] = token.Symbol == identifier
		if across.isName[i] {
			token.Text = string(p.Text[token.Start:token.End])
		}
		token.Symbol = symbols[i]
		across.Tokens = append(across.Tokens, token)
		if p.Exclusions != nil {
			across.Exclusions = append(across.Exclusions, p.Exclusions[place])
		}
	}
	across.wording = make([]lexer.Symbol, len(symbols)) // only barriers, so no shingles: across.Tokens have the names
	across.uncalled = runsAt(places, p.uncalled)
	across.Template = nil
	for _, passage := range p.Template {
		for _, run := range runsAt(places, []Run{{First: passage.First, Tokens: passage.Tokens}}) {
			passage.First, passage.Tokens = run.First, run.Tokens
			across.Template = append(across.Template, passage)
		}
	}
	return &across
}

// acrossSymbols returns the symbols to compare across languages, and the index of each symbol's token.
func acrossSymbols(symbols, wording []lexer.Symbol) (across []lexer.Symbol, places []int) {
	for i, symbol := range symbols {
		switch common := acrossTokens[symbol]; {
		case symbol == identifier || symbol == lexer.Barrier:
			across, places = append(across, wording[i]), append(places, i)
		case common != 0:
			across, places = append(across, common), append(places, i)
		}
	}
	return across, places
}

// runsAt translates runs of tokens into runs of indexes of places, which has the indexes of the remaining tokens, ascending. It
// omits runs without a remaining token.
func runsAt(places []int, runs []Run) (found []Run) {
	for _, r := range runs {
		first, _ := slices.BinarySearch(places, r.First)
		n, _ := slices.BinarySearch(places[first:], r.First+r.Tokens)
		if n > 0 {
			found = append(found, Run{first, n})
		}
	}
	return found
}
