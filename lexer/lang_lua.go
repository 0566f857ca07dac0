package lexer

import "github.com/alecthomas/chroma/v2"

func lua() *Language {
	return &Language{
		ID: "lua", Name: "Lua", Extensions: []string{".lua"}, aliases: []string{"luajit"},
		syntax: syntax{
			keywords: `
				and break do else elseif end false for function goto if in local nil not or repeat return
				then true until while`,
			operators: `... .. == ~= <= >= << >> // ::`,
			optional:  ";", rules: "imports optional-marks",
			imports: imports{words: "require", lineEnds: true, bindings: "local", loader: "require"},
			patches: map[string][]chroma.Rule{"base": {
				{Pattern: `--\[(=*)\[(?>(?:(?!\]\1\])[\s\S])*)(?:\]\1\])?`, Type: chroma.CommentMultiline},
				{Pattern: `\[(=*)\[(?>(?:(?!\]\1\])[\s\S])*)(?:\]\1\])?`, Type: chroma.LiteralString},
			}},
		},
	}
}
