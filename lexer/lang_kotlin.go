package lexer

import "strings"

var kotlin = &Language{
	ID: "kotlin", Name: "Kotlin", Extensions: []string{".kt", ".kts"},
	aliases: []string{"kotlin/jvm", "kotlin/native"},
	syntax: syntax{
		keywords: `
			abstract actual annotation as break by catch class companion const constructor continue
			crossinline data do else enum expect external false final finally for fun if import in
			infix init inline inner interface internal is lateinit noinline null object open operator
			out override package private protected public reified return sealed super suspend
			tailrec this throw true try typealias typeof value var vararg when where while`,
		types: `
			Any Unit Nothing Boolean Byte Short Int Long Float Double Char String Number
			UByte UShort UInt ULong CharSequence StringBuilder BigInteger BigDecimal
			Array BooleanArray ByteArray ShortArray IntArray LongArray FloatArray DoubleArray
			CharArray UIntArray ULongArray
			Iterable Iterator Sequence Collection MutableCollection
			List MutableList ArrayList LinkedList ArrayDeque Deque Queue PriorityQueue Stack
			Set MutableSet HashSet LinkedHashSet TreeSet BitSet
			Map MutableMap HashMap LinkedHashMap TreeMap Pair Triple
			IntRange LongRange CharRange IntProgression LongProgression
			Comparable Comparator Random Scanner BufferedReader InputStreamReader InputStream DataInputStream
			StringTokenizer StreamTokenizer PrintWriter Exception Throwable`,
		operators: `=== !== ..< <= >= == != && || ++ -- += -= *= /= %= -> .. ?. ?: :: !!`,
		synonyms:  "val=var", optionalOperators: ";", letters: "$",
		rules: "reachability imports soft-keywords annotations type-arguments type-aliases ascriptions for-each lambda-parameters bodies" + blockRules,
		softKeywords: `abstract actual annotation by companion const crossinline data enum expect external final import infix init inline
			inner internal lateinit noinline open operator out override private protected public reified sealed suspend
			tailrec value vararg`,
		modifiers: `abstract actual const crossinline data expect external final infix inline inner internal lateinit
			noinline open operator override private protected public reified sealed suspend tailrec`,
		receivers: "this.", typeAliases: "typealias",
		headKeywords: cHeads + " when catch", groupingWords: cGrouping + " throw in is", precedence: cPrecedence,
		lambdaArrow: "->", eachLoop: "for in", arrowEndsOperand: true, ranges: ".. ..<",
		imports: importSyntax{keywords: "import package", lineEnds: true},
		functions: functionSyntax{
			form: keywordFunctions, keyword: "fun", containerWords: "class object", inheritanceWords: ":", entryNames: "main",
			callableWords:    "override operator abstract open external expect actual enum",
			calledImplicitly: "toString equals hashCode finalize run call compareTo compare",
			reflectionWords: `
				reflect forName loadClass getMethod getMethods getDeclaredMethod getDeclaredMethods declaredMethods methods
				newInstance MethodHandles Proxy ServiceLoader memberFunctions declaredFunctions functions members`,
		},
		patches: kotlinPatches(),
	},
}

// kotlinPatches are for comments that nest and for the holes of strings. "${a}" is the same as "$a". A hole has as many
// dollars as there are before the string, at least one: $$"${text} $${code}".
func kotlinPatches() patches {
	p := patches{"root": {plainRule, lineCommentRule}}
	for _, dollars := range []string{`\$?`, `\$\$`, `\$\$\$`} {
		hole := strings.TrimSuffix(dollars, "?") + `\{`
		long, short := "long"+hole, "string"+hole
		p["root"] = append(p["root"], pushing(dollars+`"""`, literal, long), pushing(dollars+`"`, literal, short))
		p[long], p[short] = textRules(`"{3,}`, hole, hole+`\w+\}`), textRules(`"|`+lineEnd, hole, escape+`|`+hole+`\w+\}`)
	}
	p["root"] = append(p["root"], unreadable(`\$+"`))
	return p.withNestedComments("*").withHoles("{}", "root", plainHoleRule)
}
