package lexer

import "github.com/alecthomas/chroma/v2"

func golang() *Language {
	return &Language{
		ID: "go", Name: "Go", Extensions: []string{".go"}, aliases: []string{"golang"},
		syntax: syntax{
			keywords: `
				break case chan const continue default defer else fallthrough for func go goto if
				import interface map package range return select struct switch type var
				true false nil iota`,
			types: `
				bool byte rune string error any comparable uintptr
				int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64
				float32 float64 complex64 complex128`,
			operators: `<<= >>= &^= ... << >> &^ <= >= == != && || ++ -- += -= *= /= %= &= |= ^= := <-`,
			optional:  ";", rules: "imports ascriptions parentheses increments bounds casts optional-marks",
			grouping: "return if for switch case else range",
			precedence: `
				= := += -= *= /= %= &= |= ^= <<= >>= &^=; ||; &&; == != < <= > >=; + - | ^;
				* / % << >> & &^`,
			castByCall: true, shortVariables: true, bareHeads: true,
			imports: imports{words: "import package", lineEnds: true},
			// chroma reads raw strings as templates, with rules of another lexer.
			patches: map[string][]chroma.Rule{"root": {
				plainRule, blockCommentRule, doubleQuotedRule, {Pattern: "`[^`]*`?", Type: chroma.LiteralString},
			}},
		},
	}
}
