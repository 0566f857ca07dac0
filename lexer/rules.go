package lexer

import (
	"slices"
	"strings"
)

// Rule is one step of the normalisation. It writes one thing in one way, however a program writes it.
type Rule struct {
	Name string // short and stable: "braces"
	Doc  string // its effect, in one line

	apply func(*stream)
}

// rules are all rules in the order of application. The tables in lang_*.go choose those of each language.
var rules = []Rule{
	{"embedded-programs", `a literal that is run, as in exec("..."), reads like the program in it`, (*stream).readEmbedded},
	{"reachability", "functions that cannot run, because no reachable code has their names, are marked and do not count for the suspicion",
		(*stream).findUncalled},
	{"macros", "uses of short macros read like their bodies, and definitions without other uses are dropped", (*stream).expandMacros},
	{"imports", "import, package and using statements are dropped", (*stream).dropImports},
	{"soft-keywords", "words that are keywords only before another word are names elsewhere", (*stream).softenKeywords},
	{"own-types", "types that the program declares itself are names, whatever they are called", (*stream).nameOwnTypes},
	{"doc-strings", "literals that are a whole statement are dropped", (*stream).dropDocStrings},
	{"closing-angles", `">>" that closes two lists of type arguments is two tokens`, (*stream).splitAngles},
	{"trailing-commas", "a comma before a closing bracket is dropped", (*stream).dropTrailingCommas},
	{"receivers", `"this." before a member is dropped, and so are self in Python and the namespace of the standard library`,
		(*stream).dropReceivers},
	{"annotations", "annotations and lists of thrown exceptions are dropped", (*stream).dropAnnotations},
	{"modifiers", "words for access, linkage and constness are dropped, with their scopes", (*stream).dropModifiers},
	{"type-arguments", "type arguments are dropped: a list of numbers is a list", (*stream).dropTypeArguments},
	{"array-marks", "empty brackets after a type or a name are dropped", (*stream).dropArrayMarks},
	{"neighbours", "neighbouring types are one, and so are neighbouring literals", (*stream).mergeNeighbours},
	{"type-aliases", "new names of types (typedef, using, typealias) read like the type, and the definitions are dropped",
		(*stream).resolveTypeAliases},
	{"groups", "const ( a = 1; b = 2 ) reads like const a = 1; const b = 2, and a, b int like a int, b int", (*stream).splitGroups},
	{"ascriptions", "types of variables that may be left out are dropped, and so is the type after the parameters of a C++ function", (*stream).dropAscriptions},
	{"casts", "casts between numbers are dropped", (*stream).dropCasts},
	{"declared-types", "a name before a name is a type", (*stream).markDeclaredTypes},
	{"references", "marks of references in declarations are dropped", (*stream).dropReferences},
	{"arrows", "function f(a) { } reads like var f = (a) => { }, and f = lambda a: b like def f(a): return b", (*stream).useArrowFunctions},
	{"colon-blocks", "if (a): b(); endif; reads like if (a) { b(); }, and elseif like else if", (*stream).joinColonBlocks},
	{"short-forms", "T f() => e; reads like T f() { return e; }, new() like new T(), and a property without code like a field",
		(*stream).expandShortForms},
	{"short-arrays", "array(...), list(...) and new Array() read like lists in square brackets", (*stream).shortenArrays},
	{"do-blocks", "blocks in braces read like do ... end, def f = a like def f a end, and words and parentheses that may be left out are dropped", (*stream).joinDoBlocks},
	{"suffixes", "a statement with a condition behind it reads like if ... end, and unless a like if !a", (*stream).joinSuffixes},
	{"qualifiers", "the module before a name is dropped", (*stream).dropQualifiers},
	{"signatures", "types of functions before their definitions are dropped", (*stream).dropSignatures},
	{"grouping", "$ and parentheses that only group are dropped", (*stream).dropGrouping},
	{"for-each", "calls that run a lambda for each element read like loops, and the iterator of a loop's collection is dropped",
		(*stream).joinForEach},
	{"lambda-parameters", "the names of parameters that a lambda can do without are dropped", (*stream).dropLambdaParameters},
	{"closures", "types of a closure's parameters and result are dropped, and so are braces round its value", (*stream).plainClosures},
	{"match-arms", "braces round the value of a case are dropped, and so is the comma after a block", (*stream).dropArmBraces},
	{"parentheses", "parentheses round an operand, a whole value or a condition, which change nothing, are dropped",
		(*stream).dropParentheses},
	{"initialisers", "if a := f(); a { } reads like a := f(); if a { }, and T a{1} like T a = 1", (*stream).moveInitialisers},
	{"increments", "i++, ++i, i += 1 and i = i + 1 are alike, and so are x op= e and x = x op e", (*stream).joinIncrements},
	{"bounds", "i <= n - 1 and i < n are alike", (*stream).tightenBounds},
	{"comparisons", "a > b and b < a are alike, and so are !(a == b) and a != b", (*stream).normalizeComparisons},
	{"counted-loops", "a while loop whose variable is set before it and counted at its end reads like the for loop",
		(*stream).joinCountedLoops},
	{"ranges", "a for loop that counts up from 0 reads like the loop over a range", (*stream).joinRanges},
	{"to-loops", "Pascal's while and repeat loops that count by one read like for loops", (*stream).joinToLoops},
	{"loops", "a while loop reads like a for loop without the other parts, and endless loops are alike", (*stream).joinWhileLoops},
	{"jumps", "an else after a branch that ends with a jump is dropped", (*stream).dropElseAfterJump},
	{"last-returns", "return before the value at the end of a function is dropped", (*stream).dropLastReturns},
	{"nested-conditions", "an if that holds only another if reads like one if with both conditions", (*stream).joinConditions},
	{"braces", "braces round a single statement are dropped", (*stream).dropBraces},
	{"booleans", "a == true and a are alike, and so are if (c) return true; return false; and return c;", (*stream).simplifyBooleans},
	{"bodies", "a function body that returns one expression reads like fun f() = expression, and the type of the result is dropped",
		(*stream).joinBodies},
	{"begin-end", "begin and end round a single statement are dropped, and so is a semicolon before an end",
		(*stream).dropPascalBlocks},
	{"optional-marks", "semicolons, where a line end will do or where they end nothing, are dropped", (*stream).dropOptionalMarks},
	{"declarations", "neighbouring declarations of variables are one", (*stream).unifyDeclarations},
	{"streams", "neighbouring statements that read or write a standard stream are one", (*stream).joinStandardStreams},
	{"indentation", "the end of an indented block is a token", (*stream).closeIndented},
}

// commonRules are the rules of all languages.
const commonRules = " own-types trailing-commas neighbours "

// Rules returns the rules of all languages in the order of application.
func Rules() []Rule { return slices.Clone(rules) }

// Rules returns the rules of the language in the order of application.
func (l *Language) Rules() []Rule {
	own := strings.Fields(commonRules + l.syntax.rules)
	return slices.DeleteFunc(Rules(), func(r Rule) bool {
		return !slices.Contains(own, r.Name) || slices.Contains(l.omitted, r.Name)
	})
}

// OmitRules returns a copy of the language without the named rules, to measure their effect. Its tokens must
// not be compared with those of the original. Unknown names have no effect.
func (l *Language) OmitRules(names ...string) *Language {
	return &Language{
		ID: l.ID, Name: l.Name, Family: l.Family, Extensions: l.Extensions, Generic: l.Generic,
		aliases: l.aliases, chroma: l.chroma, syntax: l.syntax,
		omitted: append(slices.Clone(l.omitted), names...),
	}
}
