package lexer

import "strings"

var csharp = &Language{
	ID: "csharp", Name: "C#", Extensions: []string{".cs"},
	aliases: []string{"c sharp", "mono", "mono c#", "mcs", "c# mono", ".net core c#", "ms c#", "dotnet", "cs"},
	syntax: syntax{
		keywords: `
			abstract as async await base break case catch checked class const continue default
			delegate do else enum event explicit extern finally fixed for foreach get goto if
			implicit in init interface internal is lock namespace new not operator out override
			params private protected public readonly record ref required return sealed set sizeof
			stackalloc static struct switch this throw try typeof unchecked unsafe using virtual
			volatile when where while with yield true false null`,
		types: `
			bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort
			object string void var dynamic
			Boolean Byte SByte Char Decimal Double Single Int16 Int32 Int64 Int128 UInt16 UInt32
			UInt64 UInt128 Object String StringBuilder BigInteger Complex
			Array List LinkedList Stack Queue PriorityQueue HashSet SortedSet Dictionary
			SortedDictionary SortedList KeyValuePair Tuple ValueTuple BitArray Span ReadOnlySpan
			IEnumerable IEnumerator IList ICollection IDictionary ISet IReadOnlyList IComparer
			IComparable IEqualityComparer Comparer Comparison
			Func Action Predicate Lazy Nullable Random Stopwatch
			StreamReader StreamWriter TextReader TextWriter Stream StringReader StringWriter
			Exception`,
		operators: `
			>>>= <<= >>= ??= >>> << >> <= >= == != && || ++ -- += -= *= /= %= &= |= ^= -> => ?? ?. :: ..`,
		synonyms: "struct=class", conditionalDirectives: true, unicodeEscapes: "names",
		rules: `reachability imports soft-keywords closing-angles annotations type-aliases type-arguments array-marks casts declared-types short-forms declarations for-each
			` + blockRules,
		softKeywords: "get set init record required when with value yield async await partial",
		modifiers: `public private protected internal static readonly const sealed virtual override abstract async partial
			unsafe volatile extern required`,
		receivers: "this.", typeAliases: "using",
		headKeywords: cHeads + " foreach catch lock using fixed", groupingWords: cGrouping + " throw in", precedence: cPrecedence,
		castByType: true, attributeMark: "[", eachLoop: "foreach T in",
		imports: importSyntax{keywords: "using namespace", exceptions: "= ( {"},
		functions: functionSyntax{
			form: typedFunctions, containerWords: "class struct namespace", inheritanceWords: ":", entryNames: "Main",
			callableWords: "enum interface record delegate operator override virtual abstract extern partial",
			calledImplicitly: `
				ToString Equals GetHashCode Finalize Dispose GetEnumerator GetAsyncEnumerator MoveNext Reset Add Deconstruct
				GetAwaiter GetResult OnCompleted GetPinnableReference DisposeAsync MoveNextAsync AppendLiteral AppendFormatted Compare CompareTo Select SelectMany Where OrderBy ThenBy
				OrderByDescending ThenByDescending GroupBy Join GroupJoin Cast Slice Count Length`,
			reflectionWords: `
				Reflection GetMethod GetMethods GetRuntimeMethod InvokeMember Activator CreateInstance CreateDelegate
				MethodInfo DllImport dynamic Emit CSharpScript`,
		},
		patches: csharpPatches(),
	},
}

// csharpPatches are for directives, of which chroma takes only the first word, for raw strings, which it cuts into several
// tokens, and for the holes of strings, as in $"a{code}".
func csharpPatches() patches {
	p := patches{
		"root":     {plainRule, charRule, csharpCommentRule, patch(`#(?<=^[ \t]*#)[^\n\u0085\u2028\u2029]*`, directive), patch(`("{3,}).*?\1`, literal), doubleQuotedRule},
		"string":   textRules(`"|`+lineEnd, `\{`, escape+`|\{\{`),
		"verbatim": textRules(`"`, `\{`, `""|\{\{`),
	}
	for _, dollars := range []string{`\$`, `\$\$`, `\$\$\$`} {
		for _, quotes := range []string{`"""`, `""""`} {
			state := "raw" + dollars + quotes
			p["root"] = append(p["root"], pushing(dollars+quotes+`(?!")`, literal, state))
			p[state] = textRules(quotes, strings.ReplaceAll(dollars, "$", "{")+`(?!\{)`, never)
		}
	}
	p["root"] = append(p["root"],
		unreadable(`\$+"""`), pushing(`\$"`, literal, "string"), pushing(`(?:\$@|@\$)"`, literal, "verbatim"))
	return p.withHoles("{}", "root", plainHoleRule)
}
