package lexer

var dart = &Language{
	ID: "dart", Name: "Dart", Extensions: []string{".dart"},
	syntax: syntax{
		keywords: `
			abstract as assert async await base break case catch class const continue covariant default
			deferred do else enum export extends extension external factory false finally for get hide
			if implements import in interface is late library mixin new null on operator part required
			rethrow return sealed set show static super switch sync this throw true try typedef when
			while with yield`,
		types: `
			var final void dynamic int double num bool String Object Null Never Function BigInt
			StringBuffer List Set Map Queue Iterable Iterator Future Stream Random Symbol Type
			HashMap LinkedHashMap SplayTreeMap HashSet LinkedHashSet SplayTreeSet ListQueue
			Int32List Int64List Uint8List Float64List Comparable Comparator`,
		operators: `
			>>>= <<= >>= ??= ~/= ... ...? >>> ~/ << >> <= >= == != && || ?? ?. ?.. .. ++ -- += -= *= /= %= &= |= ^= =>`,
		letters:      "$",
		rules:        "reachability imports soft-keywords closing-angles annotations type-arguments declared-types declarations" + blockRules,
		softKeywords: "show hide set get on part sync async factory covariant library external deferred import export",
		modifiers:    "static late const external abstract covariant required", receivers: "this.",
		headKeywords: cHeads + " catch", groupingWords: cGrouping + " throw in await yield", precedence: cPrecedence,
		imports: importSyntax{keywords: "import library part export"},
		functions: functionSyntax{
			form: typedFunctions, containerWords: "class", inheritanceWords: "extends implements with on", entryNames: "main",
			callableWords: "enum operator extension external", lineComment: "//",
			calledImplicitly: `
				toString call compareTo compare hashCode iterator moveNext toJson add addAll remove contains lookup toSet elementAt
				forEach write writeln writeAll writeCharCode close convert bind`,
			hiddenCalls:     `\*\t/`, // chroma may read nested comments wrongly
			reflectionWords: "mirrors noSuchMethod Isolate ffi Invocation",
		},
		// chroma ends a hole at its first brace.
		patches: patches{"string_common": {pushing(`\$\{`, literal, "hole")}}.withHoles("{}", "root"),
	},
}
