package lexer

import (
	"slices"
	"strings"
)

// Rule is one step of the normalisation. It writes one thing in one way, however a program writes it.
type Rule struct {
	Name string // short and stable: "braces"
	Doc  string // its effect, in one line
}

type rule struct {
	Rule
	apply func(*stream)
}

// rules are all rules in the order of application. The tables in lang_*.go choose those of each language.
var rules = []rule{
	{Rule{"embedded-programs", `a literal that is run, as in exec("..."), reads like the program in it`}, (*stream).readEmbedded},
	{Rule{"reachability", "functions that cannot run, because no reachable code has their names, are marked and do not count for the suspicion"},
		(*stream).findUncalled},
	{Rule{"macros", "uses of short macros read like their bodies, and the definitions are dropped"}, (*stream).expandMacros},
	{Rule{"imports", "import, package and using statements are dropped"}, (*stream).dropImports},
	{Rule{"soft-keywords", "words that are keywords only before another word are names elsewhere"}, (*stream).softenKeywords},
	{Rule{"own-types", "types that the program declares itself are names, whatever they are called"}, (*stream).dropOwnTypes},
	{Rule{"doc-strings", "literals that are a whole statement are dropped"}, (*stream).dropDocStrings},
	{Rule{"closing-angles", `">>" that closes two lists of type arguments is two tokens`}, (*stream).splitAngles},
	{Rule{"trailing-commas", "a comma before a closing bracket is dropped"}, (*stream).dropTrailingCommas},
	{Rule{"annotations", "annotations and lists of thrown exceptions are dropped"}, (*stream).dropAnnotations},
	{Rule{"modifiers", "words for access, linkage and constness are dropped"}, (*stream).dropModifiers},
	{Rule{"receivers", `"this." before a member is dropped, and so is the namespace of the standard library`}, (*stream).dropReceivers},
	{Rule{"type-arguments", "type arguments are dropped: a list of numbers is a list"}, (*stream).dropTypeArguments},
	{Rule{"array-marks", "empty brackets after a type or a name are dropped"}, (*stream).dropArrayMarks},
	{Rule{"neighbours", "neighbouring types are one, and so are neighbouring literals"}, (*stream).mergeNeighbours},
	{Rule{"type-aliases", "new names of types (typedef, using, typealias) read like the type, and the definitions are dropped"},
		(*stream).resolveTypeAliases},
	{Rule{"ascriptions", "types of variables that may be left out are dropped"}, (*stream).dropAscriptions},
	{Rule{"casts", "casts between numbers are dropped"}, (*stream).dropCasts},
	{Rule{"declared-types", "a name before a name is a type"}, (*stream).markDeclaredTypes},
	{Rule{"references", "marks of references in declarations are dropped"}, (*stream).dropReferences},
	{Rule{"arrows", "function f(a) { } reads like var f = (a) => { }"}, (*stream).joinFunctions},
	{Rule{"parentheses", "parentheses round an operand, a whole value or a condition, which change nothing, are dropped"},
		(*stream).dropParentheses},
	{Rule{"increments", "i++, ++i, i += 1 and i = i + 1 are alike, and so are x op= e and x = x op e"}, (*stream).joinIncrements},
	{Rule{"bounds", "i <= n - 1 and i < n are alike"}, (*stream).tightenBounds},
	{Rule{"comparisons", "a > b and b < a are alike, and so are !(a == b) and a != b"}, (*stream).normalizeComparisons},
	{Rule{"counted-loops", "a while loop whose variable is set before it and counted at its end reads like the for loop"},
		(*stream).joinCountedLoops},
	{Rule{"ranges", "a for loop that counts up from 0 reads like the loop over a range"}, (*stream).joinRanges},
	{Rule{"to-loops", "Pascal's while and repeat loops that count by one read like for loops"}, (*stream).joinToLoops},
	{Rule{"loops", "a while loop reads like a for loop without the other parts, and endless loops are alike"}, (*stream).joinWhileLoops},
	{Rule{"jumps", "an else after a branch that ends with a jump is dropped"}, (*stream).dropElseAfterJump},
	{Rule{"braces", "braces round a single statement are dropped"}, (*stream).dropBraces},
	{Rule{"booleans", "a == true and a are alike, and so are if (c) return true; return false; and return c;"}, (*stream).simplifyBooleans},
	{Rule{"begin-end", "begin and end round a single statement are dropped, and so is a semicolon before an end"},
		(*stream).dropPascalBlocks},
	{Rule{"optional-marks", "semicolons, where a line end will do or where they end nothing, are dropped"}, (*stream).dropOptionalMarks},
	{Rule{"declarations", "neighbouring declarations of variables are one"}, (*stream).unifyDeclarations},
	{Rule{"streams", "neighbouring statements that read or write a standard stream are one"}, (*stream).mergeStreams},
	{Rule{"indentation", "the end of an indented block is a token"}, (*stream).closeIndented},
}

// commonRules are the rules of all languages.
const commonRules = " own-types trailing-commas neighbours "

// Rules returns the rules of all languages in the order of application.
func Rules() []Rule { return publicRules(rules) }

// Rules returns the rules of the language in the order of application.
func (l *Language) Rules() []Rule { return publicRules(l.activeRules()) }

func publicRules(rules []rule) []Rule {
	list := make([]Rule, len(rules))
	for i, r := range rules {
		list[i] = r.Rule
	}
	return list
}

// OmitRules returns a copy of the language without the named rules, to measure their effect. Its tokens must
// not be compared with those of the original. Unknown names have no effect.
func (l *Language) OmitRules(names ...string) *Language {
	return &Language{
		ID: l.ID, Name: l.Name, Family: l.Family, Extensions: l.Extensions, Generic: l.Generic,
		aliases: l.aliases, chroma: l.chroma, syntax: l.syntax, textLimit: l.textLimit,
		omitted: append(slices.Clone(l.omitted), names...),
	}
}

func (l *Language) activeRules() []rule {
	own := strings.Fields(commonRules + l.syntax.rules)
	var applied []rule
	for _, r := range rules {
		if slices.Contains(own, r.Name) && !slices.Contains(l.omitted, r.Name) {
			applied = append(applied, r)
		}
	}
	return applied
}
