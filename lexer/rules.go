package lexer

import (
	"slices"
	"strings"
)

// Rule is one step of the normalisation: it makes programs alike that differ
// in one way of writing and not in what they do.
type Rule struct {
	Name string // short and stable: "braces"
	Doc  string // what it does, in a line
}

// rule is a Rule and how it is done.
type rule struct {
	Rule
	apply func(*stream)
}

// rules are all rules, in the order in which they are applied. Which of them
// a language has is said by the tables in lang_*.go.
var rules = []rule{
	{Rule{"macros", "uses of short macros read like their bodies, and the definitions are dropped"}, (*stream).expandMacros},
	{Rule{"imports", "import, package and using statements are dropped"}, (*stream).dropImports},
	{Rule{"soft-keywords", "words that are keywords only before another word are names elsewhere"}, (*stream).softenKeywords},
	{Rule{"own-types", "types that the program declares itself are names, whatever they are called"}, (*stream).forgetDeclared},
	{Rule{"doc-strings", "literals that are a whole statement are dropped"}, (*stream).dropDocStrings},
	{Rule{"closing-angles", `">>" that closes two lists of type arguments is two tokens`}, (*stream).splitAngles},
	{Rule{"trailing-commas", "a comma before a closing bracket is dropped"}, (*stream).dropTrailingCommas},
	{Rule{"annotations", "annotations and lists of thrown exceptions are dropped"}, (*stream).dropAnnotations},
	{Rule{"modifiers", "words for access, linkage and constness are dropped"}, (*stream).dropModifiers},
	{Rule{"receivers", `"this." before a member is dropped, and so is the namespace of the standard library`}, (*stream).dropReceivers},
	{Rule{"type-arguments", "type arguments are dropped: a list of numbers is a list"}, (*stream).dropTypeArguments},
	{Rule{"array-marks", "empty brackets after a type or a name are dropped"}, (*stream).dropArrayMarks},
	{Rule{"neighbours", "neighbouring types are one, and so are neighbouring literals"}, (*stream).mergeNeighbours},
	{Rule{"type-aliases", "new names of types (typedef, using, typealias) read like the type, and the definitions are dropped"}, (*stream).resolveTypeAliases},
	{Rule{"ascriptions", "types of variables that may be left out are dropped"}, (*stream).dropAscriptions},
	{Rule{"casts", "casts between numbers are dropped"}, (*stream).dropCasts},
	{Rule{"declared-types", "a name before a name is a type"}, (*stream).markDeclaredTypes},
	{Rule{"references", "marks of references in declarations are dropped"}, (*stream).dropReferences},
	{Rule{"parentheses", "parentheses round an operand, a whole value or a condition, which change nothing, are dropped"}, (*stream).dropParentheses},
	{Rule{"increments", "i++, ++i, i += 1 and i = i + 1 are alike, and so are x op= e and x = x op e"}, (*stream).joinIncrements},
	{Rule{"bounds", "i <= n - 1 and i < n are alike"}, (*stream).tightenBounds},
	{Rule{"counted-loops", "a while loop whose variable is set before it and counted at its end reads like the for loop"}, (*stream).gatherLoops},
	{Rule{"loops", "a while loop reads like a for loop without the other parts, and endless loops are alike"}, (*stream).alignLoops},
	{Rule{"braces", "braces round a single statement are dropped"}, (*stream).dropBraces},
	{Rule{"begin-end", "begin and end round a single statement are dropped, and so is a semicolon before an end"}, (*stream).dropPascalBlocks},
	{Rule{"optional-marks", "semicolons, where a line end will do or where they end nothing, are dropped"}, (*stream).dropOptionalMarks},
	{Rule{"declarations", "neighbouring declarations of variables are one"}, (*stream).mergeDeclarations},
	{Rule{"streams", "neighbouring statements that read or write a standard stream are one"}, (*stream).mergeStreams},
	{Rule{"indentation", "the end of an indented block is a token"}, (*stream).closeIndented},
}

// commonRules are those of every language.
const commonRules = " own-types trailing-commas neighbours "

// Rules returns the rules of all languages, in the order in which they are
// applied.
func Rules() []Rule {
	all := make([]Rule, len(rules))
	for i, r := range rules {
		all[i] = r.Rule
	}
	return all
}

// Rules returns the rules that the language is normalised by, in order.
func (l *Language) Rules() []Rule {
	var own []Rule
	for _, r := range l.applied() {
		own = append(own, r.Rule)
	}
	return own
}

// Without returns a copy of the language that leaves out the rules of the
// given names, to measure what a rule is worth. Tokens of the two languages
// must not be compared with each other. Other names do nothing.
func (l *Language) OmitRules(names ...string) *Language {
	return &Language{
		ID: l.ID, Name: l.Name, Family: l.Family, Extensions: l.Extensions, Generic: l.Generic,
		aliases: l.aliases, chroma: l.chroma, syntax: l.syntax, limit: l.limit,
		without: append(slices.Clone(l.without), names...),
	}
}

func (l *Language) applied() []rule {
	own := strings.Fields(commonRules + l.syntax.rules)
	var applied []rule
	for _, r := range rules {
		if slices.Contains(own, r.Name) && !slices.Contains(l.without, r.Name) {
			applied = append(applied, r)
		}
	}
	return applied
}
