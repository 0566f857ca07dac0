package lexer

var perl = &Language{
	ID: "perl", Name: "Perl", Extensions: []string{".pl", ".pm"}, aliases: []string{"perl5"},
	syntax: syntax{
		keywords: `
			and cmp continue default do else elsif eq for foreach ge given goto gt if last le local lt
			my ne next no not or our package redo require return sub undef unless until use wantarray
			when while x xor`,
		operators: `
			**= <<= >>= &&= ||= //= ... <=> ** << >> <= >= == != =~ !~ && || // ++ -- += -= *= /= %= .= x= &= |= ^=
			-> => :: ..`,
		synonyms: "and=&& or=|| not=! foreach=for", sigils: "$@#", plainReturns: true,
		evalFunctions: "eval", members: "->",
		rules: "embedded-programs imports parentheses increments", precedence: cPrecedence, groupingWords: "return",
		imports: importSyntax{keywords: "use no require package", exceptions: "constant {"},
		patches: patches{"root": {
			// chroma takes two divisions on a line for a regular expression, and <=> for reading a file.
			patch(`/(?<=(?:[$@%]\w+|[)\]}]|\d)[ \t]*/)=?`, code),
			patch(`<=>`, code),
		}},
	},
}
