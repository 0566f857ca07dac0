package lexer

import "github.com/alecthomas/chroma/v2"

func perl() *Language {
	return &Language{
		ID: "perl", Name: "Perl", Extensions: []string{".pl", ".pm"}, aliases: []string{"perl5"},
		syntax: syntax{
			keywords: `
				and cmp continue default do else elsif eq for foreach ge given goto gt if last le local lt
				my ne next no not or our package redo require return sub undef unless until use wantarray
				when while x xor`,
			operators: `
				**= <<= >>= &&= ||= //= ... <=> ** << >> <= >= == != =~ !~ && || // ++ -- += -= *= /= %= .= x= &= |= ^=
				-> => :: ..`,
			aliases: "and=&& or=|| not=! foreach=for", sigils: "$@#",
			rules: "imports parentheses increments", precedence: cPrecedence, grouping: "return",
			imports: imports{words: "use no require package", unless: "constant {"},
			patches: map[string][]chroma.Rule{"root": {
				// chroma takes two divisions on a line for a regular expression,
				// and a comparison for reading a file.
				{Pattern: `/(?<=(?:[$@%]\w+|[)\]}]|\d)[ \t]*/)=?`, Type: chroma.Operator},
				{Pattern: `<=>`, Type: chroma.Operator},
			}},
		},
	}
}
