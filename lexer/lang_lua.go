package lexer

var lua = &Language{
	ID: "lua", Name: "Lua", Extensions: []string{".lua"}, aliases: []string{"luajit"},
	syntax: syntax{
		keywords: `
			and break do else elseif end false for function goto if in local nil not or repeat return
			then true until while`,
		operators:         `... .. == ~= <= >= << >> // ::`,
		optionalOperators: ";", rules: "reachability imports optional-marks",
		functions: functionSyntax{
			form: functionsWithEnd, keyword: "function", blockWords: "if do repeat", lineComment: "--",
			reflectionWords: "_G _ENV getfenv setfenv load loadstring loadfile dofile require package module debug",
		},
		imports: importSyntax{keywords: "require", lineEnds: true, bindings: "local", loader: "require"},
		patches: patches{"base": {
			patch(`--\[(=*)\[(?>(?:(?!\]\1\])[\s\S])*)(?:\]\1\])?`, comment),
			patch(`\[(=*)\[(?>(?:(?!\]\1\])[\s\S])*)(?:\]\1\])?`, literal),
		}},
	},
}
