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
			"root": {
				// A codec such as unicode_escape makes code of comments.
				unreadable(`(?i)#(?<=\A(?:[^\n]*\n)?[ \t\f]*#)[^\n]*?coding[:=][ \t]*(?!utf[-_]?8|(?:us[-_]?)?ascii|latin|iso[-_]?8859|` +
					`(?:cp|windows)[-_]?(?:125|43|8[56]|9[345])|koi8|gb|big5|euc|s(?:hift)?[-_]?jis)[-\w.]`),
				plainRule, tripleQuotedRule, tripleSingleRule,
			},
			// Comments in the holes of a string, since Python 3.12.
			"expr-inside-fstring": {patch(`#[^\n]*`, comment)}, "expr-inside-fstring-inner": {patch(`#[^\n]*`, comment)},
		},
		functions: functionSyntax{
			form: indentedFunctions,
			calledImplicitly: `
				read readline readlines readinto write writelines flush close fileno keys acquire release handle emit
				find_spec find_module load_module create_module exec_module`,
			reflectionWords: `
				getattr getattr_static globals locals vars eval exec execfile compile dir __import__ importlib import_module
				__dict__ __subclasses__ __builtins__ modules methodcaller attrgetter inspect __getattribute__ __getattr__
				__globals__ f_globals f_locals co_consts get_objects get_referrers get_referents resolve_name get_type_hints
				runpy timeit doctest pickle marshal ctypes`,
		},
	},
}
