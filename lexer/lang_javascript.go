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
	scriptSoft      = "get set static async"
	scriptGrouping  = "return case else in of typeof throw yield await default"
	scriptOperators = `
		>>>= **= <<= >>= &&= ||= ??= ... === !== >>> ** << >> <= >= == != && || ?? ?. ++ --
		+= -= *= /= %= &= |= ^= =>`
)

// scriptImports covers both modules and the older require.
var scriptImports = imports{words: "import", lineEnds: true, bindings: "const let var", loader: "require"}

func javascript() *Language {
	return &Language{
		ID: "javascript", Name: "JavaScript", Extensions: []string{".js", ".mjs", ".cjs", ".jsx"},
		aliases: []string{"node.js", "node", "nodejs", "v8", "javascript v8", "spidermonkey", "ecmascript", "bun"},
		Family:  "javascript",
		syntax: syntax{
			keywords: scriptKeywords, types: scriptTypes, operators: scriptOperators,
			aliases: "let=var const=var", optional: ";", letters: "$",
			rules: "imports soft-keywords declarations" + blockRules,
			soft:  scriptSoft, modifiers: "static", receivers: "this.",
			heads: cHeads + " catch with", grouping: scriptGrouping, precedence: cPrecedence,
			imports: scriptImports,
			patches: map[string][]chroma.Rule{"root": {doubleQuotedRule, singleQuotedRule}},
		},
	}
}

func typescript() *Language {
	return &Language{
		ID: "typescript", Name: "TypeScript", Extensions: []string{".ts", ".tsx", ".mts", ".cts"},
		aliases: []string{"deno", "tsc"},
		Family:  "javascript",
		syntax: syntax{
			keywords: scriptKeywords + `
				abstract as declare enum implements infer interface is keyof namespace override private
				protected public readonly satisfies type`,
			types: scriptTypes + `
				any bigint boolean never number object string symbol unknown void
				ReadonlyArray ReadonlyMap ReadonlySet Record Partial Readonly Pick Omit Iterable Iterator`,
			operators: scriptOperators, aliases: "let=var const=var", optional: ";", letters: "$",
			rules:     "imports soft-keywords declarations closing-angles type-arguments array-marks type-aliases ascriptions" + blockRules,
			soft:      scriptSoft + " declare infer namespace override readonly type abstract satisfies",
			modifiers: "static public private protected readonly abstract override declare",
			receivers: "this.", typeAliases: "type", optionalTypes: true,
			heads: cHeads + " catch with", grouping: scriptGrouping, precedence: cPrecedence,
			imports: scriptImports,
			// chroma takes every "<" before a word for the begin of a tag.
			patches: map[string][]chroma.Rule{"root": {
				doubleQuotedRule, singleQuotedRule, {Pattern: "<", Type: chroma.Operator},
			}},
		},
	}
}
