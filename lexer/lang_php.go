package lexer

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

var php = &Language{
	ID: "php", Name: "PHP", Extensions: []string{".php", ".php5", ".php7", ".phtml"},
	aliases: []string{"php cli"},
	syntax: syntax{
		keywords: `
			abstract and array as break callable case catch class clone const continue declare default
			die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum
			exit extends final finally fn for foreach function global goto if implements include
			include_once instanceof insteadof interface isset list match namespace new or print private
			protected public readonly require require_once return static switch throw trait try unset
			use var while xor yield true false null`,
		types: `
			int integer float double string bool boolean mixed void object iterable
			splqueue splstack splpriorityqueue splminheap splmaxheap splobjectstorage splfixedarray
			spldoublylinkedlist arrayobject arrayiterator`,
		operators: `
			**= <<= >>= ??= ... <=> === !== ** << >> <= >= == != <> && || ?? ++ -- += -= *= /= %= .= &= |= ^=
			-> ?-> => :: ?>`,
		synonyms: "and=&& or=|| ?>=;", sigils: "$", foldCase: true, anyLetters: true, evalFunctions: "eval",
		rules:        "embedded-programs reachability imports soft-keywords annotations ascriptions colon-blocks short-arrays" + blockRules,
		softKeywords: "match enum readonly", modifiers: "public private protected static final abstract readonly var",
		receivers: "$this->", members: "-> ?-> ::", attributeMark: "#[",
		headKeywords: cHeads + " foreach catch", groupingWords: cGrouping + " echo print throw in yield", typedNames: true,
		precedence: strings.Replace(cPrecedence, "+ -;", ".; + -;", 1),
		imports:    importSyntax{keywords: "use namespace require require_once include include_once declare", exceptions: "{"},
		codePrefix: "<?php ",
		functions: functionSyntax{
			form: keywordFunctions, keyword: "function", containerWords: "class", inheritanceWords: "extends implements",
			callableWords: "abstract enum interface", lineComment: "//",
			calledImplicitly: `
				__construct __destruct __call __callstatic __get __set __isset __unset __sleep __wakeup __serialize __unserialize
				__tostring __invoke __set_state __clone __debuginfo __autoload count current key next rewind valid offsetget offsetset
				offsetexists offsetunset jsonserialize getiterator compare serialize unserialize accept haschildren getchildren`,
			// The pattern finds calls of values, and functions of the library that call a function by its name in an argument.
			// T is a cast.
			hiddenCalls: `
				\$\w+\s?\(|(?:[^T]\s\)|["'])\s\(|[\]}]\s?\(|(?:->|::)\s?\{|
				\$\s?\{|
				\b(?:array_(?:map|filter|reduce|walk\w*|u\w+|\w+_uassoc|\w+_ukey|find\w*|any|all)|u[ak]?sort|\w*callback\w*|\w*handler\w*|
				call_user\w*|forward_static\w*|\w*autoload\w*|register_\w+|ob_start|iterator_apply|fromcallable|fiber|mb_ereg\w*|
				eval|assert\w*|create_function|unserialize|invoke\w*|pcntl_\w*|curl\w*|filter_\w*|stream_\w*|xml_\w*|
				libxml\w*|readline_\w*|enumchartypes|getclosure)(?:\s\(|['"])|
				preg_replace\s\(\s(?:[^'"]|'[^']*[^\w\s'][a-z]*e[a-z]*'|"[^"]*[^\w\s"][a-z]*e[a-z]*")|
				\b(?:include|require)(?:_once)?\b|\breflection|\buse\sfunction\b|\b(?:ffi|pdo|sqlite3|domxpath|xsltprocessor)\b`,
			shownCalls: `
				\barray_map\s\(\s(?:('\w+'\s,)|(?:static\s)?(?:function|fn)\s\()|
				\b(?:u[ak]?sort|array_(?:filter|reduce|walk))\s\(\s[^(),]+(?:\)|,\s(?:('\w+'\s[,)])|(?:static\s)?(?:function|fn)\s\())`,
		},

		// chroma reads code from the first byte on, and only up to the first "?>".
		patches: patches{
			"root": {
				patch(`\A(?:(?!<\?).)*<\?(?:php|=)?`, directive),
				patch(`(?://|#(?!\[))(?>(?:[^\n?]|\?(?!>))*)`, comment), // it ends before ?>
				pushing(`\?>`, code, "outside"),                         // it ends a statement
				patch(`[\[\]{}();,]`, code),
				phpDocument("'", chroma.LiteralString), phpDocument(`"?`, chroma.UsingSelf("document")),
				pushing("`", literal, "command"),
			},
			"outside": {popping(`.*?(?:<\?(?:php|=)?|\z)`, directive)},
			"string":  textRules(`"`, phpHole, escape), "command": textRules("`", phpHole, escape),
			"document": textRules(never, phpHole, escape), "variablevariable": {pushing(`\{`, code, "block")},
		}.withHoles("{}", "root"),
	},
}

// phpHole begins a hole in a literal: "{$code}", "${code}".
const phpHole = `\{(?=\$)|\$\{`

// phpDocument returns a patch for here-documents, which chroma knows only in the form before PHP 7.3. Code may follow the
// mark at the end.
func phpDocument(quote string, text chroma.Emitter) chroma.Rule {
	return chroma.Rule{
		Pattern: `(<<<[ \t]*)(` + quote + `)((?:[_a-z]|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*)(\2\n)((?:[^\n]*\n)*?)([ \t]*(?-i:\3)(?!\w)|[^\n]*\z)`,
		Type: chroma.ByGroups(chroma.LiteralString, chroma.LiteralString, chroma.LiteralString, chroma.LiteralString, text,
			chroma.LiteralString),
	}
}
