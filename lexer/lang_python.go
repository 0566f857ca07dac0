package lexer

var python = &Language{
	ID: "python", Name: "Python", Extensions: []string{".py", ".py3", ".py2", ".pyw", ".ipynb"},
	aliases: []string{"pypy", "cpython", "py", "pypy3", "pypy2"},
	syntax: syntax{
		keywords: `
			and as assert async await break class continue def del elif else except exec finally
			for from global if import in is lambda nonlocal not or pass raise return try while
			with yield match case True False None`,
		types: `
			int float complex str bool bytes bytearray list tuple dict set frozenset object
			deque defaultdict Counter OrderedDict namedtuple Fraction Decimal array
			List Tuple Dict Set FrozenSet Deque DefaultDict Optional Union Any Callable Iterable
			Iterator Sequence`,
		operators:         `**= //= <<= >>= ... ** // << >> <= >= == != <> += -= *= /= %= &= |= ^= @= -> :=`,
		optionalOperators: `; \`,
		rules: `
			embedded-programs reachability imports soft-keywords doc-strings receivers annotations type-arguments ascriptions arrows short-arrays
			parentheses increments bounds comparisons jumps booleans loops optional-marks indentation`,
		receivers:     "self. cls.",
		evalFunctions: "exec eval",
		softKeywords:  "match case exec async await",
		groupingWords: "return if elif while and or not in is print yield else assert lambda await del",
		precedence: `
			= += -= *= /= %= //= **= &= |= ^= <<= >>= :=; or; and; in is < <= > >= == != <>; |; ^;
			&; << >>; + -; * / // % @`,
		indented: true, squareGenerics: true, optionalTypes: true, bareHeads: true,
		imports: importSyntax{keywords: "import from", lineEnds: true},
		patches: patches{
			"root": {plainRule, tripleQuotedRule, tripleSingleRule},
			// Comments in the holes of a string, since Python 3.12.
			"expr-inside-fstring": {patch(`#[^\n]*`, comment)}, "expr-inside-fstring-inner": {patch(`#[^\n]*`, comment)},
		},
		functions: functionSyntax{form: indentedFunctions, reflectionWords: `
			getattr getattr_static globals locals vars eval exec execfile compile dir __import__ importlib import_module
			__dict__ __subclasses__ __builtins__ modules methodcaller attrgetter inspect __getattribute__ __getattr__`},
	},
}
