package lexer

// scalaPrefix is the name before a string with holes.
const scalaPrefix = `(?!(?:case|do|else|finally|if|return|then|throw|try|while|yield)")[\p{L}_$][\w$]*`

var scala = &Language{
	ID: "scala", Name: "Scala", Extensions: []string{".scala"}, aliases: []string{"dotty"},
	syntax: syntax{
		keywords: `
			abstract case catch class def do else enum export extends extension false final finally
			for given if implicit import lazy match new null object override package private protected
			return sealed super then this throw trait true try type using val var while with yield _`,
		types: `
			Any AnyRef AnyVal Unit Nothing Boolean Byte Short Int Long Float Double Char String Number
			BigInt BigDecimal StringBuilder Array ArrayBuffer ListBuffer Buffer
			Seq IndexedSeq List Vector Stream LazyList Stack Queue ArrayDeque PriorityQueue
			Set HashSet TreeSet BitSet SortedSet Map HashMap TreeMap SortedMap
			Option Some Either Try Iterator Iterable Traversable Range Ordering Ordered Numeric
			Scanner BufferedReader InputStreamReader StringTokenizer StreamTokenizer PrintWriter App`,
		operators: `
			>>>= <<= >>= >>> :: ::: ++= ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= => <- -> <: >: +: :+ ##`,
		synonyms: "val=var", optionalOperators: ";",
		rules:        "reachability imports soft-keywords annotations type-arguments type-aliases ascriptions for-each bodies" + blockRules,
		softKeywords: "enum export given extension",
		modifiers:    "private protected final override implicit lazy sealed abstract",
		receivers:    "this.", typeAliases: "type", squareGenerics: true, ranges: "to until", eachLoop: "for <-",
		headKeywords: cHeads + " catch", groupingWords: cGrouping + " throw yield match", precedence: cPrecedence,
		imports: importSyntax{keywords: "import package", lineEnds: true, exceptions: "object"},
		// chroma knows the holes of s"a${code}" and f"a${code}", but any name may be in the place of s and f.
		patches: patches{
			"root": {
				patch(`"""(?>(?:[^"]|"(?!""))*)"*`, literal), doubleQuotedRule, // without escapes
				pushing(scalaPrefix+`"""`, literal, "long"), pushing(scalaPrefix+`"`, literal, "string"),
			},
			"string": textRules(`"|`+lineEnd, `\$\{`, `\\["\\]|\$[$"]`),
			"long":   textRules(`"{3,}`, `\$\{`, `\$[$"]`),
		}.withHoles("{}", "root"),
		functions: functionSyntax{
			form: keywordFunctions, keyword: "def", containerWords: "class object", inheritanceWords: "extends with",
			entryNames: "main App", callableWords: "override implicit inline transparent", lineComment: "//",
			calledImplicitly: `
				apply unapply unapplySeq update map flatMap foreach withFilter filter toString equals hashCode canEqual
				compare compareTo finalize clone run call copy productArity productElement readObject writeObject readResolve
				delayedInit isDefinedAt applyOrElse writeReplace next hasNext iterator equiv lt lteq gt gteq max min plus minus times
				negate fromInt toInt toLong toDouble toFloat parseString quot rem div one zero accept test applyAsInt applyAsLong get
				length size foldLeft read write close`,
			// A class or an instance with indented members may inherit from others. Chroma may read XML and nested
			// comments wrongly.
			hiddenCalls: `(?::|\bwith)\n|\b(?:given|extension|macro)\b|<\t/|/\t>|\*\t/|` + "`",
			reflectionWords: `
				reflect forName loadClass getMethod getMethods getDeclaredMethod getDeclaredMethods newInstance Proxy ServiceLoader
				MethodHandles Dynamic selectDynamic applyDynamic universe currentMirror TermName quasiquotes ToolBox ScriptEngineManager`,
		},
	},
}
