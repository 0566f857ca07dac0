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
	across := (&Sequence{Symbols: symbols, Uncalled: runsAt(places, inRuns(c.uncalled))}).Code(AcrossLength)
	var template []contest.Passage
	for _, run := range runsAt(places, func(i int) bool { return c.isTemplate(i, 1) }) {
		template = append(template, contest.Passage{First: run.First, Tokens: run.Tokens})
	}
	across.SetTemplate(template)
	return across
}

func inRuns(runs []Run) func(token int) bool {
	return func(token int) bool {
		return slices.ContainsFunc(runs, func(r Run) bool { return r.First <= token && token < r.First+r.Tokens })
	}
}

// AcrossLanguages returns the program with only the tokens that Code.AcrossLanguages compares.
func (p *Program) AcrossLanguages() *Program {
	across := *p
	symbols, places := acrossSymbols(lexer.Symbols(p.Tokens), p.wording)
	across.Tokens, across.Exclusions, across.wording = nil, nil, nil
	for i, place := range places {
		token := p.Tokens[place]
		if token.Symbol == identifier {
			token.Text = string(p.Text[token.Start:token.End])
		}
		token.Symbol = symbols[i]
		across.Tokens = append(across.Tokens, token)
		if p.Exclusions != nil {
			across.Exclusions = append(across.Exclusions, p.Exclusions[place])
		}
	}
	across.wording = make([]lexer.Symbol, len(symbols))
	across.uncalled = runsAt(places, inRuns(p.uncalled))
	across.Template = nil
	for _, passage := range p.Template {
		for _, run := range runsAt(places, inRuns([]Run{{First: passage.First, Tokens: passage.Tokens}})) {
			part := passage
			part.First, part.Tokens = run.First, run.Tokens
			across.Template = append(across.Template, part)
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

// runsAt returns the runs of consecutive elements of places for which isIn is true.
func runsAt(places []int, isIn func(place int) bool) (runs []Run) {
	inRun := false
	for i, place := range places {
		wasInRun := inRun
		inRun = isIn(place)
		switch {
		case inRun && wasInRun:
			runs[len(runs)-1].Tokens++
		case inRun:
			runs = append(runs, Run{First: i, Tokens: 1})
		}
	}
	return runs
}
