package lexer

var java = &Language{
	ID: "java", Name: "Java", Extensions: []string{".java"},
	aliases: []string{"openjdk", "jdk", "javac", "oracle java"},
	syntax: syntax{
		keywords: `
			abstract assert break case catch class const continue default do else enum extends
			final finally for goto if implements import instanceof interface native new package
			permits private protected public record return sealed static strictfp super switch
			synchronized this throw throws transient try volatile when while yield true false null`,
		types: `
			boolean byte char double float int long short void var
			Boolean Byte Character Double Float Integer Long Short Number Void Object
			String StringBuilder StringBuffer CharSequence BigInteger BigDecimal
			AtomicInteger AtomicLong
			Collection Iterable Iterator List ArrayList LinkedList Vector Stack Queue Deque
			ArrayDeque PriorityQueue Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet
			EnumSet BitSet Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap EnumMap
			Hashtable Optional OptionalInt OptionalLong
			Stream IntStream LongStream DoubleStream Comparable Comparator
			Function BiFunction IntFunction Predicate BiPredicate IntPredicate Supplier Consumer
			BiConsumer UnaryOperator BinaryOperator IntBinaryOperator IntUnaryOperator Runnable
			Scanner BufferedReader InputStreamReader InputStream DataInputStream StreamTokenizer
			StringTokenizer PrintWriter PrintStream OutputStream BufferedWriter OutputStreamWriter
			BufferedOutputStream BufferedInputStream FileReader FileWriter FileInputStream
			FileOutputStream File Random Thread Exception RuntimeException IOException Error
			Throwable`,
		operators: `>>>= <<= >>= ... >>> << >> <= >= == != && || ++ -- += -= *= /= %= &= |= ^= -> ::`,
		letters:   "$", unicodeEscapes: "everywhere", ignoresControls: true,
		rules: `reachability imports soft-keywords closing-angles annotations type-arguments array-marks casts declared-types declarations for-each
			` + blockRules,
		softKeywords:     "record permits sealed yield when",
		modifiers:        "public private protected static final abstract synchronized transient volatile strictfp native sealed",
		arrowEndsOperand: true, receivers: "this.",
		headKeywords: cHeads + " catch synchronized", groupingWords: cGrouping + " throw yield assert", precedence: cPrecedence,
		castByType: true, eachLoop: "for T :",
		imports: importSyntax{keywords: "import package"},
		functions: functionSyntax{
			form: typedFunctions, containerWords: "class", inheritanceWords: "extends implements", entryNames: "main",
			callableWords:    "enum interface record native",
			calledImplicitly: "toString equals hashCode finalize clone run compareTo compare readObject writeObject",
			reflectionWords: `
				reflect forName loadClass defineClass newInstance getMethod getMethods getDeclaredMethod getDeclaredMethods
				getConstructor getConstructors getDeclaredConstructor getDeclaredConstructors MethodHandle MethodHandles
				LambdaMetafactory Proxy ServiceLoader ScriptEngineManager URLClassLoader Instrumentation`,
		},
		patches: patches{"root": {
			plainRule, lineCommentRule, blockCommentRule, tripleQuotedRule, doubleQuotedRule, charRule,
		}},
	},
}
