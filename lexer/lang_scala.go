package lexer

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
		aliases: "val=var", optionalOperators: ";",
		rules:        "imports soft-keywords annotations type-arguments type-aliases ascriptions" + blockRules,
		softKeywords: "enum export given extension",
		modifiers:    "private protected final override implicit lazy sealed abstract",
		receivers:    "this.", typeAliases: "type", squareGenerics: true,
		heads: cHeads + " catch", grouping: cGrouping + " throw yield match", precedence: cPrecedence,
		imports: imports{words: "import package", lineEnds: true, exceptions: "object"},
		patches: patches{"root": {tripleQuotedRule, doubleQuotedRule}},
	},
}
