package lexer

import (
	"fmt"

	"github.com/alecthomas/chroma/v2"
)

var ruby = &Language{
	ID: "ruby", Name: "Ruby", Extensions: []string{".rb"},
	aliases: []string{"mri", "jruby", "truffleruby"},
	syntax: syntax{
		keywords: `
			alias and begin BEGIN break case class def defined do else elsif end END ensure false for
			if in module next nil not or redo rescue retry return self super then true undef unless
			until when while yield lambda proc loop`,
		types: `
			Integer Float String Symbol Array Hash Set Range Rational Complex Struct Object
			Comparable Enumerable Proc SortedSet`,
		operators: `
			**= <<= >>= &&= ||= ... <=> === ** << >> <= >= == != =~ !~ && || += -= *= /= %= &= |= ^=
			-> => :: .. &.`,
		synonyms: "and=&& or=|| not=!", optionalOperators: ";", sigils: "@$", plainReturns: true, anyLetters: true,
		evalFunctions: "eval",
		rules:         "embedded-programs reachability imports do-blocks suffixes last-returns parentheses increments bounds comparisons jumps optional-marks", precedence: cPrecedence,
		groupingWords: "return if elsif while until unless and or not in then", bareHeads: true, bareCalls: true, ranges: ".. ...",
		imports: importSyntax{keywords: "require require_relative", lineEnds: true},
		functions: functionSyntax{
			form: functionsWithEnd, keyword: "def", containerWords: "class module", lineComment: noLineComment,
			inheritanceWords: `
				< Kernel Object BasicObject IO Thread Enumerator Method Module Class Exception NilClass TrueClass FalseClass
				Numeric Math Random Time Binding Encoding Regexp MatchData Fiber GC Process Signal Dir File Data`,
			blockWords: "if unless while until for begin case do", suffixWords: "if unless while until", loopWords: "while until for",
			calledImplicitly: `
				initialize initialize_copy initialize_clone initialize_dup to_s to_str to_a to_ary to_h to_hash to_i to_int to_f
				to_r to_c to_sym to_path to_io to_regexp to_enum inspect hash eql coerce each succ call === <=> dup clone freeze
				write exception message backtrace full_message detailed_message warn deconstruct deconstruct_keys marshal_dump
				marshal_load _dump _load rand bytes random_number read readpartial gets tsort_each_node tsort_each_child update default step size rewind peek next
				respond_to begin end exclude_end to_json to_open pretty_print encode_with init_with`,
			// map(&f) and inject(f) call a function that the value f holds. Chroma may read regular expressions after a
			// name wrongly, so they may contain calls.
			hiddenCalls: `
				\x20/\t|[(,=|&!~{\[]\s/|/\n|\n/|\s%\s?[qQwWiIrsx]?\s?[\[({<|!/,.^]|
				[(,]\s&\s[^:&\s]|[\x20\n]&\t[^:&\s]|&\s:["\w]+[?!=]?\s[.&\[(+*]|\b(?:inject|reduce)\b`,
			shownCalls: `
				%[wi][\[(][\w\s]*[\])]|
				\b(?:inject|reduce)\s(?:\{|do\b|\(\s(?:[\w.@]+\s,\s)?:(?:[-+*/%&|^<>=]+|\w+)\s\)|
				\(\s[^(),]*\)\s(?:\{|do\b)|\(\s&\s:\S+\s\))|\bdef\s(?:\S+\s(?:\.|::)\s)?\S+(?:\s[?!=])?\s\([^()\n]*&\s\w+\s\)`,
			reflectionWords: `
				send __send__ public_send method methods public_method instance_method instance_methods singleton_method
				singleton_methods public_methods private_methods public_instance_method define_method define_singleton_method
				method_missing respond_to_missing eval instance_eval class_eval module_eval instance_exec class_exec module_exec
				binding to_proc to_enum enum_for ObjectSpace TracePoint set_trace_func alias_method Forwardable def_delegator def_delegators
				instance_delegate ERB Marshal YAML Psych Fiddle RubyVM DRb Ractor add_observer refine using const_missing
				method_added method_removed singleton_method_added inherited included extended prepended trap`,
		},
		patches: rubyPatches(),
	},
}

// rubyPatches are for here-documents, of which chroma takes only the first line, and for the holes of literals.
func rubyPatches() patches {
	const quotes = "\"'`"
	p := patches{
		"root": { // a remainder, no literal
			patch(`%(?:(?<=(?:[\w)\]}`+quotes+`]|[)\]}\d`+quotes+`][ \t]+)%)|(?<=[\w)\]}][ \t]*%)=)`, code),
		},
		"text": textRules(never, rubyHole, escape), "string-intp": {pushing(rubyHole, literal, "hole")},
	}
	for _, quote := range []string{`"`, `'`, "`"} {
		p["root"] = append(p["root"], pushing(`%[QWxr]?`+quote, literal, "quoted"+quote))
		p["quoted"+quote] = textRules(quote, rubyHole, escape)
	}
	const lines, someLines = `((?:[^\n]*\n)*?)`, `(?:[^\n]*\n){0,100}?`
	mark, line, text := chroma.LiteralString, chroma.UsingSelf("root"), chroma.UsingSelf("text")
	p["root"] = append(p["root"],
		// Any other mark may be in the place of quotes, and ends the literal even in a hole.
		chroma.Rule{
			Pattern: `(%[QWxr]?([^\w\s\[({<]))((?:\\\2|(?!\2)[\s\S])*)(\2)`,
			Type:    chroma.ByGroups(mark, nil, text, mark),
		},
		// Code may follow the mark of a here-document, and a second mark: f(<<~A, <<~"B").
		chroma.Rule{
			Pattern: `(` + rubyStart + `|` + rubyWord + `(?=~))` + rubyMark(2) + `([^\n]*?)(<<)` + rubyMark(8) + `([^\n]*\n)` + lines + rubyEnd(2) + `(\n)` + lines + rubyEnd(8),
			Type:    chroma.ByGroups(mark, mark, mark, mark, mark, line, mark, mark, mark, mark, mark, line, text, mark, mark, text, mark),
		},
		chroma.Rule{
			Pattern: `(` + rubyStart + `|` + rubyWord + `(?=~))` + rubyMark(2) + `([^\n]*\n)` + lines + rubyEnd(2),
			Type:    chroma.ByGroups(mark, mark, mark, mark, mark, line, text, mark),
		},
		unreadable(`(`+rubyStart+`)`+rubyMark(2)),
		unreadable(`(`+rubyWord+`)`+rubyMark(2)+`[^\n]*\n`+someLines+rubyEnd(2)),
		patch(`<<`, code),
	)
	return p.withHoles("{}", "root")
}

const (
	rubyHole = `#\{`
	// rubyStart is "<<" that certainly begins a here-document: it follows no operand, or a word such as "puts". After any other
	// word (rubyWord) it may be a shift, unless it is "<<~" and a later line ends the document.
	rubyStart = `<<(?:(?<!(?:[\w)\]}"'` + "`" + `]|\w[?!])[ \t]*<<)|(?<=\b(?:abort|and|do|else|elsif|eval|` +
		`fail|format|if|in|not|or|p|pp|print|printf|puts|raise|return|sprintf|super|then|unless|until|warn|when|while|yield)[ \t]+<<))`
	rubyWord = `<<(?<=(?<![@$\w])[A-Za-z_]\w*[?!]?[ \t]+<<)`
)

// rubyMark returns the pattern of the mark of a here-document. Its first group has the given number.
func rubyMark(group int) string {
	return fmt.Sprintf("([~-])?([\"'`]?)((?<=[\"'`])[^\\n]+?|(?!\\d)\\w+)(\\%d)", group+1)
}

// rubyEnd returns the pattern of the line that ends the here-document whose mark begins with the group.
func rubyEnd(group int) string { return fmt.Sprintf(`((?(%d)[ \t]*)\%d)(?=\n|\z)`, group, group+2) }
