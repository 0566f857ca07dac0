package lexer

var ocaml = &Language{
	ID: "ocaml", Name: "OCaml", Extensions: []string{".ml", ".mli"},
	aliases: []string{"ocamlopt", "ocamlc", "objective caml"},
	syntax: syntax{
		keywords: `
			and as assert asr begin class constraint do done downto else end exception external false
			for fun function functor if in include inherit initializer land lazy let lor lsl lsr lxor
			match method mod module mutable new nonrec object of open or private rec sig struct then
			to true try type val virtual when while with not`,
		types: `
			int int32 int64 nativeint float char string bytes bool unit list array option result ref
			exn seq lazy_t in_channel out_channel`,
		operators:         `<- -> := :: ;; == != <> <= >= && || |> @@ +. -. *. /. ** ^^ .. >>= >> <<`,
		optionalOperators: ";;", rules: "reachability imports optional-marks", primes: true, sigils: "'",
		functions: functionSyntax{
			form: unindentedFunctions, keyword: "let", partWords: "let and type module open exception external class include val",
			blockWords: "struct sig object begin", lineComment: "(*", reflectionWords: "Dynlink Toploop Callback Obj",
			hiddenCalls: `\{\s?(?:[a-z_]+\s?)?\|`, // a quoted string {id|...|id}: in a comment, chroma misreads it
		},
		imports: importSyntax{keywords: "open", lineEnds: true},
	},
}
