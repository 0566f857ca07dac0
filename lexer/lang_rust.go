package lexer

var rust = &Language{
	ID: "rust", Name: "Rust", Extensions: []string{".rs"}, aliases: []string{"rustc", "rust edition"},
	syntax: syntax{
		keywords: `
			as async await break const continue crate dyn else enum extern fn for if impl in let loop
			match mod move mut pub ref return self Self static struct super trait type union unsafe
			use where while yield true false`,
		types: `
			bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64
			String Vec VecDeque LinkedList HashMap BTreeMap HashSet BTreeSet BinaryHeap
			Option Result Box Rc Arc Cell RefCell Cow Ordering Reverse Range RangeInclusive
			Iterator IntoIterator Stdin Stdout StdinLock StdoutLock BufReader BufWriter Lines`,
		operators: `<<= >>= ... ..= << >> <= >= == != && || += -= *= /= %= &= |= ^= -> => :: ..`,
		sigils:    "'", plainReturns: true,
		rules: `
			reachability imports soft-keywords closing-angles modifiers type-arguments type-aliases ascriptions
			casts for-each last-returns closures match-arms parentheses increments bounds comparisons loops jumps optional-marks`,
		softKeywords: "union", modifiers: "pub mut move", typeAliases: "type",
		headKeywords:  "if for while loop match",
		groupingWords: "return if while match in else as",
		precedence: `
			= += -= *= /= %= &= |= ^= <<= >>=; .. ..=; ||; &&; == != < <= > >=; |; ^; &; << >>; + -;
			* / %`,
		castByAs: true, macroCalls: true, bareHeads: true, ranges: "..= ..",
		imports: importSyntax{keywords: "use extern", exceptions: "fn"},
		patches: patches{"base": {plainRule}},
		functions: functionSyntax{
			form: keywordFunctions, keyword: "fn", containerWords: "impl mod", inheritanceWords: "for", entryNames: "main", callableWords: "extern",
			reflectionWords: "paste concat_idents asm no_mangle export_name link_section",
		},
	},
}
