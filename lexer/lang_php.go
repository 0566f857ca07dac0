package lexer

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
			-> ?-> => ::`,
		aliases: "and=&& or=||", sigils: "$", foldCase: true, runners: "eval",
		rules:        "embedded-programs imports soft-keywords" + blockRules,
		softKeywords: "match enum readonly", modifiers: "public private protected static final abstract readonly",
		receivers: "$this->",
		heads:     cHeads + " foreach catch", grouping: cGrouping + " echo print throw in yield", precedence: cPrecedence,
		imports:    imports{words: "use namespace require require_once include include_once declare", exceptions: "{"},
		codePrefix: "<?php ",
		// chroma reads code from the first byte on, and only up to the first "?>".
		patches: patches{"root": {
			patch(`\A(?:(?!<\?).)*<\?(?:php|=)?`, directive),
			patch(`\?>.*?(?:<\?(?:php|=)?|\z)`, directive),
		}},
	},
}
