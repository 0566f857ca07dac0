package search_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/lexer"
)

// The disguises in this file change the tokens of Java programs. Tokens have no names, comments or
// layout, so disguises that change only names, comments or layout need no code here.

// members splits a program at the braces and semicolons directly inside its classes: functions,
// fields, and what precedes and follows them.
func members(tokens []lexer.Token) [][]lexer.Token {
	var list [][]lexer.Token
	start, braces := 0, 0
	for i, token := range tokens {
		endsMember := false
		switch token.Text {
		case "{":
			braces++
			endsMember = braces == 1
		case "}":
			braces--
			endsMember = braces == 1
		case ";":
			endsMember = braces == 1
		}
		if endsMember {
			list = append(list, tokens[start:i+1])
			start = i + 1
		}
	}
	return append(list, tokens[start:])
}

// reorder changes the order of the members of the classes.
func reorder(tokens []lexer.Token, rng *rand.Rand) []lexer.Token {
	list := members(tokens)
	if inner := list[1 : len(list)-1]; len(list) > 3 {
		rng.Shuffle(len(inner), func(i, j int) { inner[i], inner[j] = inner[j], inner[i] })
	}
	return slices.Concat(list...)
}

// splice replaces about half of the members of a program by random members of another one.
func splice(tokens, other []lexer.Token, rng *rand.Rand) []lexer.Token {
	list, others := members(tokens), members(other)
	for i := 1; i < len(list)-1 && len(others) > 2; i++ {
		if rng.IntN(2) == 0 {
			list[i] = others[1+rng.IntN(len(others)-2)]
		}
	}
	return slices.Concat(list...)
}

// disguiser has the tokens that disguises insert.
type disguiser struct {
	dead   [][]lexer.Token // statements that do nothing
	header []lexer.Token   // the start of a loop, for rewriteLoops
	split  []lexer.Token   // a call, the end of a function and the head of another
}

func newDisguiser(t *testing.T) disguiser {
	t.Helper()
	java, _ := lexer.ByName("java")
	lex := func(text string) []lexer.Token {
		tokens, err := java.Lex([]byte(text))
		must(t, err)
		return tokens
	}
	return disguiser{
		dead:   [][]lexer.Token{lex("int spare = 17;"), lex("int spare = 3 * 4 + 1;"), lex("if (spare > 5) { spare = spare - 1; }")},
		header: lex("while (i"),
		split:  lex("helper(a, b, c); } static int helper(int a, int b, int c) {"),
	}
}

// rewriteLoops replaces the first four tokens of every loop by the header.
func (d disguiser) rewriteLoops(tokens []lexer.Token) []lexer.Token {
	var list []lexer.Token
	for i := 0; i < len(tokens); i++ {
		if text := tokens[i].Text; text == "for" || text == "while" {
			list = append(list, d.header...)
			i += 3
			continue
		}
		list = append(list, tokens[i])
	}
	return list
}

// splitFunctions splits functions at the first end of a statement after every 40 tokens.
func (d disguiser) splitFunctions(tokens []lexer.Token) []lexer.Token {
	var list []lexer.Token
	braces, sinceSplit := 0, 0
	for _, token := range tokens {
		list = append(list, token)
		sinceSplit++
		switch token.Text {
		case "{":
			braces++
		case "}":
			braces--
		}
		if braces > 1 && sinceSplit > 40 && (token.Text == ";" || token.Text == "}") {
			list = append(list, d.split...)
			sinceSplit = 0
		}
	}
	return list
}

// pad inserts a statement that does nothing after the given percentage of statements.
func (d disguiser) pad(tokens []lexer.Token, percent int, rng *rand.Rand) []lexer.Token {
	var list []lexer.Token
	braces, brackets := 0, 0
	for _, token := range tokens {
		list = append(list, token)
		switch token.Text {
		case "{":
			braces++
		case "}":
			braces--
		case "(":
			brackets++
		case ")":
			brackets--
		}
		endsStatement := token.Text == ";" || token.Text == "{" || token.Text == "}"
		if endsStatement && brackets == 0 && braces > 1 && rng.IntN(100) < percent {
			list = append(list, d.dead[rng.IntN(len(d.dead))]...)
		}
	}
	return list
}

// insert inserts a run of a program's tokens into another program, the host. The run is the given
// percentage of the result. The result has 400 tokens, or fewer if the programs are short.
func insert(tokens, host []lexer.Token, percent int, rng *rand.Rand) []lexer.Token {
	const total = 400
	run := min(total*percent/100, len(tokens))
	rest := min(run*100/percent-run, len(host))
	start := rng.IntN(len(tokens) - run + 1)
	hostStart := (len(host) - rest) / 2
	return slices.Concat(host[hostStart:hostStart+rest/2], tokens[start:start+run], host[hostStart+rest/2:hostStart+rest])
}
