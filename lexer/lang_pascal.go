package lexer

var pascal = &Language{
	ID: "pascal", Name: "Pascal",
	Extensions: []string{".pas", ".pp", ".dpr", ".lpr", ".dpk"},
	aliases: []string{
		"free pascal", "freepascal", "fpc", "delphi", "pascalabc.net", "pascalabc", "objectpascal", "object pascal",
		"turbo pascal", "gpc", "dcc", "pasabc",
	},
	chroma: "ObjectPascal",
	syntax: syntax{
		keywords: `
			absolute and array as asm begin break case class const constructor continue destructor div
			do downto else end except exit exports false finalization finally for function goto if
			implementation in inherited initialization inline interface is label mod nil not object of
			on operator or packed private procedure program property protected public published raise
			record repeat set shl shr then threadvar to true try type unit until uses var while with xor`,
		types: `
			integer smallint shortint longint int64 byte word longword cardinal qword dword uint64
			nativeint nativeuint int8 int16 int32 uint8 uint16 uint32
			real single double extended comp currency boolean bytebool wordbool longbool
			char ansichar widechar string ansistring shortstring widestring unicodestring pchar
			pointer text textfile file variant tobject
			tlist tstringlist tdictionary tstack tqueue thashset`,
		operators: `:= <> <= >= .. += -= *= /= ** ><`,
		foldCase:  true, hexMark: "$",
		rules: `
			reachability imports closing-angles type-arguments type-aliases parentheses increments bounds comparisons
			to-loops begin-end optional-marks declarations`,
		typeAliases:   "type",
		groupingWords: "if while until case of to downto and or not div mod xor shl shr in then else do exit",
		assignment:    ":=", incByCall: true, caretPointers: true, typeSections: true,
		precedence: `
			:=; = <> < > <= >= in; + - or xor; * / div mod and shl shr`,
		imports: importSyntax{keywords: "uses program unit library"},
		functions: functionSyntax{
			form: routines, headDirectives: "forward overload inline stdcall cdecl pascal register far near static",
			reflectionWords: `
				class object interface unit library generic specialize constructor destructor asm assembler exports
				initialization finalization methodaddress getprocaddress`,
		},
		patches: patches{"root": {
			spaceRule, wordRule, digitsRule,
			unreadable(`(?i)(?:\{|\(\*)\$macro\b`), // macros are defined in comments
			patch(`\{[^}]*\}?`, comment),
			patch(`\(\*(?>(?:[^*]|\*(?!\)))*)(?:\*\))?`, comment),
		}},
	},
}
