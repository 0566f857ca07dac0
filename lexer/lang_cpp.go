package lexer

const (
	cKeywords = `
		alignas alignof asm break case const continue default do else enum extern for goto if inline
		register restrict return sizeof static static_assert struct switch thread_local typedef
		typeof union volatile while true false NULL nullptr constexpr`
	cTypes = `
		auto bool char double float int long short signed unsigned void _Bool _Complex __int128
		__int128_t __uint128_t __int64 wchar_t char16_t char32_t
		size_t ssize_t ptrdiff_t intptr_t uintptr_t intmax_t uintmax_t off_t time_t clock_t
		int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
		int_fast8_t int_fast16_t int_fast32_t int_fast64_t
		uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t
		int_least8_t int_least16_t int_least32_t int_least64_t
		uint_least8_t uint_least16_t uint_least32_t uint_least64_t
		uint ulong ushort uchar u_int FILE div_t va_list`
	cLikeRules  = "reachability macros array-marks type-aliases casts declared-types declarations" + braceRules
	cEntries    = "main wmain _tmain WinMain wWinMain"
	cCallable   = "enum __attribute__ __attribute __declspec constructor destructor interrupt"
	cReflection = `asm __asm __asm__ dlsym dlopen GetProcAddress _Pragma __pragma
		alias __alias__ ifunc __ifunc__ weakref __weakref__`
	// cImplicit are functions that compilers and libraries call without their names in the program.
	cImplicit  = "malloc calloc realloc free memcpy memmove memset memcmp strlen puts putchar fputc fputs fwrite abort exit"
	braceRules = " modifiers parentheses increments bounds comparisons jumps nested-conditions braces booleans loops counted-loops optional-marks"
	// blockRules are rules of most languages with braces.
	blockRules = " receivers" + braceRules
	cModifiers = "const static inline register volatile extern restrict thread_local"
	cHeads     = "if for while switch"
	cGrouping  = "return case else"
	// cPrecedence is the precedence in most languages with the operators of C.
	cPrecedence = `
		= += -= *= /= %= &= |= ^= <<= >>= >>>=; ? : ?? ?:; ||; &&; |; ^; &; == != === !==;
		< > <= >= <=> instanceof; .. ..< ...; << >> >>>; + -; * / %`
	cOperators = `
		<<= >>= ... << >> <= >= == != && || ++ -- += -= *= /= %= &= |= ^= -> ## <: :> <% %> %: %:%: <::`
	cSynonyms = "and=&& or=|| not=! NULL=nullptr <:=[ :>=] <%={ %>=} %:=# %:%:=## <::=<"
)

var cPatches = patches{"whitespace": cRules, "if0": ifZeroRules, "nested": nestedIfRules}

var c = &Language{
	ID: "c", Name: "C", Family: "c++", Extensions: []string{".c"},
	aliases: []string{"gcc", "gnu gcc", "gnu c", "clang", "ansi c", "ansic", "tcc", "ms c"},
	syntax: syntax{
		keywords: cKeywords, types: cTypes, operators: cOperators, synonyms: cSynonyms,
		directives: true, conditionalDirectives: true, rules: cLikeRules + " annotations", attributeMark: "[[",
		modifiers: cModifiers, members: ". ->", headKeywords: cHeads, groupingWords: cGrouping, precedence: cPrecedence,
		castByType: true, unicodeEscapes: "names", anyLetters: true,
		patches: cPatches,
		functions: functionSyntax{
			form: typedFunctions, prototypes: true, containerWords: "struct union", entryNames: cEntries, callableWords: cCallable,
			reflectionWords: cReflection, calledImplicitly: cImplicit,
		},
	},
}

var cpp = &Language{
	ID: "cpp", Name: "C++", Family: "c++",
	Extensions: []string{".cpp", ".cc", ".cxx", ".c++", ".C", ".cp", ".h", ".hpp", ".hh", ".hxx", ".h++", ".tpp", ".ipp"},
	aliases: []string{
		"g++", "gpp", "clang++", "gnu g++", "gnu c++", "visual c++", "ms c++", "msvc", "msvc++", "cplusplus", "borland c++",
	},
	syntax: syntax{
		keywords: cKeywords + `
			catch class co_await co_return co_yield concept consteval constinit const_cast decltype
			delete dynamic_cast explicit export final friend mutable namespace new noexcept operator
			override private protected public reinterpret_cast requires static_cast template this
			throw try typeid typename using virtual import module`,
		types: cTypes + `
			char8_t string wstring string_view stringstream istringstream ostringstream
			istream ostream ifstream ofstream fstream streambuf
			iterator const_iterator reverse_iterator
			mt19937 mt19937_64 random_device default_random_engine`,
		templates: `
			vector array deque list forward_list stack queue priority_queue
			set multiset map multimap unordered_set unordered_multiset unordered_map unordered_multimap
			bitset basic_string pair tuple optional variant complex valarray span initializer_list
			function less greater less_equal greater_equal equal_to plus minus multiplies hash
			shared_ptr unique_ptr weak_ptr numeric_limits reference_wrapper atomic
			uniform_int_distribution uniform_real_distribution
			tree rope gp_hash_table cc_hash_table`,
		operators: cOperators + ` <=> :: ->* .*`,
		synonyms: cSynonyms + ` bitand=& bitor=| xor=^ compl=~
			and_eq=&= or_eq=|= xor_eq=^= not_eq=!= class=struct typename=struct endl=S`,
		digitQuotes: true, directives: true, conditionalDirectives: true,
		rules:     cLikeRules + " imports closing-angles annotations type-arguments receivers ascriptions references initialisers streams",
		modifiers: cModifiers + " public private protected virtual explicit constexpr consteval constinit mutable noexcept",
		receivers: "this-> std::", members: ". ->", typeAliases: "using",
		headKeywords: cHeads + " catch", groupingWords: cGrouping + " throw co_yield co_return", precedence: cPrecedence,
		castByType: true, unicodeEscapes: "names", anyLetters: true, castByCall: true, attributeMark: "[[",
		imports: importSyntax{keywords: "using", exceptions: "="},
		patches: cPatches,
		functions: functionSyntax{
			form: typedFunctions, prototypes: true, containerWords: "struct class union namespace", inheritanceWords: ": <",
			entryNames: cEntries, callableWords: cCallable + " virtual override final operator", reflectionWords: cReflection,
			// The members that templates of the standard library call: of containers and ranges, mutexes, clocks, generators,
			// allocators, character traits, traits of regular expressions, formatters, coroutines, and policies of pb_ds.
			calledImplicitly: cImplicit + `
				begin end rbegin rend cbegin cend size data swap min max get empty front back push_back pop_back
				push_front pop_front emplace_back emplace insert erase clear resize reserve max_size find iter_move iter_swap
				lock unlock try_lock try_lock_for try_lock_until
				lock_shared unlock_shared try_lock_shared try_lock_shared_for try_lock_shared_until
				now seed generate discard
				hash_value allocate deallocate construct destroy allocate_at_least address pointer_to to_address
				select_on_container_copy_construction
				eq lt compare length move copy assign eof not_eof to_char_type to_int_type eq_int_type
				translate translate_nocase transform transform_primary lookup_collatename lookup_classname isctype value
				imbue getloc parse format
				what overflow underflow sync
				get_return_object get_return_object_on_allocation_failure initial_suspend final_suspend
				unhandled_exception return_void return_value
				yield_value await_ready await_suspend await_resume await_transform
				get_new_size is_resize_needed notify_insert_search_start notify_insert_search_collision
				notify_insert_search_end notify_find_search_start notify_find_search_collision notify_find_search_end
				notify_erase_search_start notify_erase_search_collision notify_erase_search_end
				notify_inserted notify_erased notify_cleared notify_resized notify_externally_resized`,
		},
	},
}
