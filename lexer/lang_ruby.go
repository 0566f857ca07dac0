package lexer

import "github.com/alecthomas/chroma/v2"

var ruby = &Language{
	ID: "ruby", Name: "Ruby", Extensions: []string{".rb"},
	aliases: []string{"mri", "jruby", "truffleruby"},
	syntax: syntax{
		keywords: `
			alias and begin BEGIN break case class def defined do else elsif end END ensure false for
			if in module next nil not or redo rescue retry return self super then true undef unless
			until when while yield lambda proc loop`,
		types: `
			Integer Float String Symbol Array Hash Set Range Rational Complex Struct Object
			Comparable Enumerable Proc SortedSet`,
		operators: `
			**= <<= >>= &&= ||= ... <=> === ** << >> <= >= == != =~ !~ && || += -= *= /= %= &= |= ^=
			-> => :: .. &.`,
		aliases: "and=&& or=|| not=!", optionalOperators: ";", sigils: "@$",
		runners: "eval",
		rules:   "embedded-programs imports parentheses increments optional-marks", precedence: cPrecedence,
		grouping: "return if elsif while until unless and or not in then", bareHeads: true,
		imports: imports{words: "require require_relative", lineEnds: true},
		// chroma does not know squiggly here-documents. Code may follow on the line of the mark.
		patches: patches{"root": {{
			Pattern: `(<<~["'` + "`" + `]?)([A-Za-z_]\w*)(["'` + "`" + `]?)([^\n]*\n)((?:[^\n]*\n)*?[ \t]*)(\2)$`,
			Type: chroma.ByGroups(chroma.LiteralString, chroma.LiteralString, chroma.LiteralString,
				chroma.UsingSelf("root"), chroma.LiteralString, chroma.LiteralString),
		}}},
	},
}
