package lexer

import "github.com/alecthomas/chroma/v2"

// patches are rules for the states of a chroma lexer, tried before the state's own rules. They replace rules
// that are wrong, or that take quadratic time or more. They do not backtrack, because they use (?>...). A
// literal or comment that is not closed ends with the line or the text.
type patches map[string][]chroma.Rule

func patch(pattern string, kind kind) chroma.Rule {
	return chroma.Rule{Pattern: pattern, Type: kindTypes[kind]}
}

// pushing returns a patch after which the rules of the last state read the text, until a popping rule ends the state.
func pushing(pattern string, kind kind, states ...string) chroma.Rule {
	r := patch(pattern, kind)
	r.Mutator = chroma.Push(states...)
	return r
}

// popping returns a patch that ends its state.
func popping(pattern string, kind kind) chroma.Rule {
	r := patch(pattern, kind)
	r.Mutator = chroma.Pop(1)
	return r
}

// plain returns plainRule for texts in which only the given braces are plain.
func plain(braces string) chroma.Rule {
	return patch(`(?>(?:[^\W\d]\w*(?![\w"'#])|[0-9][\w.]*(?:'\w+)*|[\s()\[\]`+braces+`<>=+*%&|^~!?:;,.\-]+|[@$](?!["@$])|/(?![/*+]))+)`, code)
}

var (
	// plainRule reads a run of words, numbers and operators up to a possible start of a comment or literal.
	// Without it, chroma would try dozens of rules for each word, only to find types that this package does
	// not use. A word before a quote may be the prefix of a literal, so chroma's rules read it.
	plainRule = plain("{}")
	// plainHoleRule is plainRule for the holes of literals, where braces are counted.
	plainHoleRule = plain("")
	// Parts of plainRule for Pascal, where braces and dollars have another meaning.
	spaceRule       = patch(`\s+`, code)
	wordRule        = patch(`[^\W\d]\w*(?![\w"'])`, code)
	digitsRule      = patch(`[0-9]+`, code)
	lineCommentRule = patch(`//[^\n]*`, comment)
	// Comments of languages in which other characters end lines.
	scriptCommentRule = patch(`//[^\n\u2028\u2029]*`, comment)
	csharpCommentRule = patch(`//[^\n\u0085\u2028\u2029]*`, comment)
	blockCommentRule  = patch(`/\*(?>(?:[^*]|\*(?!/))*)(?:\*/)?`, comment)
	// Strings of one line, and strings that may span several.
	doubleQuotedRule = patch(`"(?>(?:[^"\\\n]|\\[\s\S])*)"?`, literal)
	singleQuotedRule = patch(`'(?>(?:[^'\\\n]|\\[\s\S])*)'?`, literal)
	longStringRule   = patch(`"(?>(?:[^"\\]|\\[\s\S])*)"?`, literal)
	longSingleRule   = patch(`'(?>(?:[^'\\]|\\[\s\S])*)'?`, literal)
	tripleQuotedRule = patch(`"""(?>(?:[^"\\]|\\[\s\S]|"(?!""))*)(?:""")?`, literal)
	tripleSingleRule = patch(`'''(?>(?:[^'\\]|\\[\s\S]|'(?!''))*)(?:''')?`, literal)
	charRule         = patch(`'(?:\\[^\n][^'\n]*|[^\\'\n])'`, literal)
)

// cRules are for the state in which chroma reads the text between words of C and C++. plainRule keeps chroma
// from reading a whole function head, with comments and strings, by one rule. Code inside "#if 0" is a
// comment.
var cRules = []chroma.Rule{
	unreadable(`(?<=\*/)` + blanks + `%:`),
	plainRule,
	pushing(`#(?<=^[ \t]*#)(?<!(?:\\|\?\?/)`+blanks+`\n[ \t]*#)[ \t]*if[ \t]+0[ \t]*(?:/\*[^*\n]*\*/[ \t]*|//[^\n\\?]*)?\n`, directive, "if0"),
	unreadable(`#(?<=\*/` + blanks + `#)`), // a directive after a comment
	unreadable(lineHash + blanks + `(?:define|undef|include|import)?` + blanks + `/\*`),
	unreadable(lineHash + `(?=(?:` + noComment + `)*(?:include|import|embed|dependency)\w*(?:` + noComment + `)*<[^>\n]*/[/*])`), // in the name of a file
	patch(lineHash+`(?>(?:[0-9][\w.]*(?:'\w+)*|(?!(?:u8|[LuU])?R")[^\W\d]\w*|[^\\\n/"'\w]|\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"?|`+
		`'(?:[^'\\\n]|\\[\s\S])*'?|/(?![/*]))*)`, directive),
	patch(`//(?>(?:[^\\\n]|\\[\s\S])*)`, comment), // a backslash continues the comment
	blockCommentRule,
	patch(`(?s)(?:u8|[LuU])?R"([^\s()\\"]{0,16})\((?>(?:(?!\)\1").)*)(?:\)\1")?`, literal),
	patch(`(?:u8|[LuU])?"(?>(?:[^"\\\n]|\\[\s\S])*)"?`, literal),
	patch(`(?:u8|[LuU])?'(?>(?:[^'\\\n]|\\[\s\S])*)'?`, literal),
}

// All text inside "#if 0" is a comment, up to its #else or #endif. chroma's own rule ends the comment too early, at
// the #else of an inner #if. A hard line ends the comment too, so that no code can hide in the comment.
var (
	ifZeroRules = []chroma.Rule{
		hardLine,
		pushing(`^`+blanks+`#`+blanks+`if[^\n]*\n`, comment, "nested"),
		popping(`^`+blanks+`#`+blanks+`e(?:l|n)[^\n]*\n?`, directive),
		patch(`[^\n]*\n|[^\n]+`, comment),
	}
	nestedIfRules = []chroma.Rule{ // for an #if inside
		hardLine,
		pushing(`^`+blanks+`#`+blanks+`if[^\n]*\n`, comment, "nested"),
		popping(`^`+blanks+`#`+blanks+`endif[^\n]*\n?`, comment),
		patch(`[^\n]*\n|[^\n]+`, comment),
	}
	// hardLine finds a line that is hard to read: a backslash continues it, or a comment or a raw string does
	// not end on it. It also finds a directive that follows a comment, has a digraph or a trigraph, or has a
	// word that no compiler knows. Such a line is read as code.
	hardLine = chroma.Rule{Pattern: `^(?=[^\n]*(?:\\|\?\?/)` + blanks + `\n|[^\n]*/\*(?:(?!\*/)[^\n])*(?:\n|\z)|[^\n]*R"|` +
		`[^\n]*\*/` + blanks + `#|(?:[^\n]*\*/)?` + blanks + `(?:%:|\?\?=)|` +
		blanks + `#(?!` + blanks + `(?:(?:el)?if(?:n?def)?|else|endif|define|undef|include|pragma|error|warning|line)\b))`, Mutator: chroma.Push("root")}
)

const (
	blanks    = `[ \t\v\f]*`
	lineHash  = `#(?<=^` + blanks + `#)`                   // the beginning of a directive
	noComment = `[^\n/]|/(?![/*])|/\*(?:[^*]|\*(?!/))*\*/` // a character of a line, or a comment that ends
)

// withNestedComments adds comments that nest to patches. With the mark "*", a comment begins with "/*" and ends with "*/".
func (p patches) withNestedComments(mark string) patches {
	open := pushing(`/\`+mark, comment, "nested")
	p["root"] = append(p["root"], open)
	p["nested"] = []chroma.Rule{open, popping(`\`+mark+`/`, comment), patch(`[^/`+mark+`]+|[/`+mark+`]`, comment)}
	return p
}
