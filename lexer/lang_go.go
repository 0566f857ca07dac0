package lexer

var golang = &Language{
	ID: "go", Name: "Go", Extensions: []string{".go"}, aliases: []string{"golang", "gccgo"},
	syntax: syntax{
		keywords: `
			break case chan const continue default defer else fallthrough for func go goto if
			import interface map package range return select struct switch type var
			true false nil iota`,
		types: `
			bool byte rune string error any comparable uintptr
			int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64
			float32 float64 complex64 complex128`,
		operators:         `<<= >>= &^= ... << >> &^ <= >= == != && || ++ -- += -= *= /= %= &= |= ^= := <-`,
		optionalOperators: ";", plainReturns: true,
		rules: `
			reachability imports groups ascriptions parentheses initialisers increments bounds comparisons counted-loops ranges loops jumps nested-conditions booleans casts
			optional-marks`,
		headKeywords:  "if for",
		groupingWords: "return if for switch case else range",
		precedence: `
			= := += -= *= /= %= &= |= ^= <<= >>= &^=; ||; &&; == != < <= > >=; + - | ^;
			* / % << >> & &^`,
		castByCall: true, shortVariables: true, bareHeads: true,
		imports: importSyntax{keywords: "import package", lineEnds: true, foreign: "C"},
		// chroma reads raw strings as templates, with rules of another lexer.
		patches: patches{"root": {
			patch(`//(?=go:linkname)`, code), // calls a function by another name
			plainRule, blockCommentRule, doubleQuotedRule, patch("`[^`]*`?", literal),
		}},
		functions: functionSyntax{
			form: keywordFunctions, keyword: "func", entryNames: "main", calledImplicitly: "init", reflectionWords: "reflect plugin",
		},
	},
}
