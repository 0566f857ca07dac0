package lexer

import "github.com/alecthomas/chroma/v2"

const (
	scriptKeywords = `
		async await break case catch class const continue debugger default delete do else export
		extends finally for function get if import in instanceof let new of return set static super
		switch this throw try typeof var void while with yield true false null undefined NaN Infinity`
	scriptTypes = `
		Array Object String Number Boolean BigInt Symbol Map Set WeakMap WeakSet Promise Date RegExp
		Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array
		Float32Array Float64Array BigInt64Array BigUint64Array ArrayBuffer Buffer Error`
	scriptSoft      = "get set static async delete"
	scriptGrouping  = "return case else in of typeof throw yield await default"
	scriptOperators = `
		>>>= **= <<= >>= &&= ||= ??= ... === !== >>> ** << >> <= >= == != && || ?? ?. ++ --
		+= -= *= /= %= &= |= ^= =>`
)

// scriptImports covers both modules and the older require.
var scriptImports = importSyntax{keywords: "import", lineEnds: true, bindings: "const let var", loader: "require"}

var scriptFunctions = functionSyntax{
	form: keywordFunctions, keyword: "function", callableWords: "export declare",
	reflectionWords: "eval Function globalThis window global self Reflect vm",
}

var javascript = &Language{
	ID: "javascript", Name: "JavaScript", Family: "javascript", Extensions: []string{".js", ".mjs", ".cjs", ".jsx"},
	aliases: []string{"node.js", "node", "nodejs", "v8", "javascript v8", "spidermonkey", "ecmascript", "bun"},
	syntax: syntax{
		keywords: scriptKeywords, types: scriptTypes, operators: scriptOperators,
		synonyms: "let=var const=var", optionalOperators: ";", letters: "$", unicodeEscapes: "names",
		rules:         "embedded-programs reachability imports soft-keywords declarations arrows short-arrays for-each" + blockRules,
		evalFunctions: "eval Function", softKeywords: scriptSoft, modifiers: "static export async", receivers: "this.",
		headKeywords: cHeads + " catch with", groupingWords: scriptGrouping, precedence: cPrecedence,
		eachLoop:  "for var of",
		imports:   scriptImports,
		patches:   patches{"root": {doubleQuotedRule, singleQuotedRule}}.withTemplates(),
		functions: scriptFunctions,
	},
}

var typescript = &Language{
	ID: "typescript", Name: "TypeScript", Family: "javascript", Extensions: []string{".ts", ".tsx", ".mts", ".cts"},
	aliases: []string{"deno", "tsc"},
	syntax: syntax{
		keywords: scriptKeywords + `
			abstract as declare enum implements infer interface is keyof namespace override private
			protected public readonly satisfies type`,
		types: scriptTypes + `
			any bigint boolean never number object string symbol unknown void
			ReadonlyArray ReadonlyMap ReadonlySet Record Partial Readonly Pick Omit Iterable Iterator`,
		operators: scriptOperators, synonyms: "let=var const=var", optionalOperators: ";", letters: "$", unicodeEscapes: "names",
		rules:         "embedded-programs reachability imports soft-keywords declarations closing-angles type-arguments array-marks type-aliases ascriptions arrows short-arrays for-each" + blockRules,
		evalFunctions: "eval Function",
		softKeywords:  scriptSoft + " declare infer namespace override readonly type abstract satisfies",
		modifiers:     "static public private protected readonly abstract override declare export async",
		receivers:     "this.", typeAliases: "type", optionalTypes: true,
		headKeywords: cHeads + " catch with", groupingWords: scriptGrouping, precedence: cPrecedence,
		eachLoop: "for var of",
		imports:  scriptImports,
		// chroma takes every "<" before a word for the beginning of a tag.
		patches: patches{"root": {
			doubleQuotedRule, singleQuotedRule, patch("<", code),
			patch(`[\w?.$]+(?=\(\) \{)`, code), // chroma reads the brace, too
		}}.withTemplates(),
		functions: scriptFunctions,
	},
}

// withTemplates adds the holes of templates, `a${code}`, which chroma ends at their first brace. After a brace, a slash
// begins a regular expression. It adds the other flags of regular expressions, and the other ends of lines. Comments as in HTML
// are code in modules.
func (p patches) withTemplates() patches {
	const ends = `\n\u2028\u2029` // of lines
	// chroma looks for regular expressions at the start of each line, and not after an arrow.
	p["root"] = append(p["root"], patch(`\A#![^`+ends+`]*`, comment), patch(`^\s+|^/(?![/*])|(?<=[\w$)\]])(?:\+\+|--)`, code), pushing(`=>|\.{3}`, code, "slashstartsregex"))
	p["commentsandwhitespace"] = []chroma.Rule{scriptCommentRule, unreadable(`<!--|-->(?<=(?:^|\*/)\s*-->)`)}
	p["slashstartsregex"] = []chroma.Rule{popping(`/(?![/*])(?>(?:\\[^`+ends+`]|[^[/\\`+ends+`]|\[(?>(?:\\[^`+ends+`]|[^\]\\`+ends+`])*)\])+)/[A-Za-z]*(?![\w$])`, literal), popping(`/(?![/*])`, code)}
	p["interp"] = []chroma.Rule{patch(escape, literal), pushing(`\$\{`, literal, "hole", "slashstartsregex")}
	return p.withHoles("{}", "root", pushing(`\{`, code, "block", "slashstartsregex"))
}
