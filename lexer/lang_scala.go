package lexer

import "github.com/alecthomas/chroma/v2"

func scala() *Language {
	return &Language{
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
			aliases: "val=var", optional: ";",
			rules:     "imports soft-keywords annotations type-arguments type-aliases ascriptions" + blockRules,
			soft:      "enum export given extension",
			modifiers: "private protected final override implicit lazy sealed abstract",
			receivers: "this.", typeAliases: "type", squareGenerics: true,
			heads: cHeads + " catch", grouping: cGrouping + " throw yield match", precedence: cPrecedence,
			imports: imports{words: "import package", lineEnds: true, unless: "object"},
			patches: map[string][]chroma.Rule{"root": {tripleQuotedRule, doubleQuotedRule}},
		},
	}
}
