package lexer

import "github.com/alecthomas/chroma/v2"

// Rules that replace chroma's own where those are wrong or take quadratic time or
// worse. They never backtrack, because of (?>...), and a literal or comment that is
// not closed ends with the line or the text.
var (
	// A run of words, numbers and operators up to a possible start of a comment or literal.
	// chroma tries dozens of rules for each of them, and its types for them are not used. A
	// word before a quote may be the prefix of a literal, which chroma reads.
	plainRule = chroma.Rule{
		Pattern: `(?>(?:[^\W\d]\w*(?![\w"'#])|[0-9][\w.]*(?:'\w+)*|[\s()\[\]{}<>=+*%&|^~!?:;,.\-]+|[@$](?!["@$])|/(?![/*+]))+)`,
		Type:    chroma.Text,
	}
	// Parts of it, for languages where braces or dollars have another meaning.
	spaceRule        = chroma.Rule{Pattern: `\s+`, Type: chroma.Text}
	wordRule         = chroma.Rule{Pattern: `[^\W\d]\w*(?![\w"'])`, Type: chroma.Name}
	digitsRule       = chroma.Rule{Pattern: `[0-9]+`, Type: chroma.Number}
	lineCommentRule  = chroma.Rule{Pattern: `//[^\n]*`, Type: chroma.CommentSingle}
	blockCommentRule = chroma.Rule{Pattern: `/\*(?>(?:[^*]|\*(?!/))*)(?:\*/)?`, Type: chroma.CommentMultiline}
	// Strings of one line, and strings that may span several.
	doubleQuotedRule = chroma.Rule{Pattern: `"(?>(?:[^"\\\n]|\\[\s\S])*)"?`, Type: chroma.LiteralString}
	singleQuotedRule = chroma.Rule{Pattern: `'(?>(?:[^'\\\n]|\\[\s\S])*)'?`, Type: chroma.LiteralString}
	longStringRule   = chroma.Rule{Pattern: `"(?>(?:[^"\\]|\\[\s\S])*)"?`, Type: chroma.LiteralString}
	longSingleRule   = chroma.Rule{Pattern: `'(?>(?:[^'\\]|\\[\s\S])*)'?`, Type: chroma.LiteralString}
	tripleQuotedRule = chroma.Rule{Pattern: `"""(?>(?:[^"\\]|\\[\s\S]|"(?!""))*)(?:""")?`, Type: chroma.LiteralString}
	tripleSingleRule = chroma.Rule{Pattern: `'''(?>(?:[^'\\]|\\[\s\S]|'(?!''))*)(?:''')?`, Type: chroma.LiteralString}
	charRule         = chroma.Rule{Pattern: `'(?:\\[^\n][^'\n]*|[^\\'\n])'`, Type: chroma.LiteralStringChar}
)

// cRules are for the state in which C and C++ read the text between words. plainRule
// keeps chroma from reading a whole function head, with comments and strings, by one
// rule. Code inside "#if 0" is a comment.
var cRules = []chroma.Rule{
	plainRule,
	{Pattern: `#(?<=^[ \t]*#)[ \t]*if[ \t]+0\b[^\n]*\n`, Type: chroma.CommentPreproc, Mutator: chroma.Push("if0")},
	{Pattern: `#(?<=^[ \t]*#)(?>(?:[^\\\n/"]|\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"?|/(?![/*]))*)`, Type: chroma.CommentPreproc},
	{Pattern: `//(?>(?:[^\\\n]|\\[\s\S])*)`, Type: chroma.CommentSingle}, // a backslash continues it
	blockCommentRule,
	{Pattern: `(?s)(?:u8|[LuU])?R"([^\s()\\"]{0,16})\((?>(?:(?!\)\1").)*)(?:\)\1")?`, Type: chroma.LiteralString},
	{Pattern: `(?:u8|[LuU])?"(?>(?:[^"\\\n]|\\[\s\S])*)"?`, Type: chroma.LiteralString},
	{Pattern: `(?:u8|[LuU])?'(?>(?:[^'\\\n]|\\[\s\S])*)'?`, Type: chroma.LiteralStringChar},
}
