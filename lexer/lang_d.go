package lexer

var dlang = &Language{
	ID: "d", Name: "D", Extensions: []string{".d", ".di"},
	aliases: []string{"dmd", "ldc", "gdc", "dlang"},
	syntax: syntax{
		keywords: `
			abstract alias align asm assert body break case cast catch class const continue debug
			default delegate delete deprecated do else enum export extern false final finally for
			foreach foreach_reverse function goto if immutable import in inout interface invariant is
			lazy macro mixin module new nothrow null out override package pragma private protected
			public pure ref return scope shared static struct super switch synchronized template this
			throw true try typeid typeof union unittest version while with __gshared __traits`,
		types: `
			auto void bool byte ubyte short ushort int uint long ulong cent ucent float double real
			char wchar dchar string wstring dstring size_t ptrdiff_t object BigInt
			RedBlackTree BinaryHeap DList SList Array Tuple Nullable Appender BitArray Random File`,
		operators: `
			>>>= ^^= <<= >>= ... >>> ^^ << >> <= >= == != && || ++ -- += -= *= /= %= &= |= ^= ~= => ..`,
		rules: "reachability imports type-aliases casts declared-types declarations array-marks" + blockRules,
		modifiers: `private protected public static final const immutable pure nothrow export package override abstract
			shared deprecated __gshared`,
		receivers: "this.", typeAliases: "alias", precedence: cPrecedence,
		headKeywords: cHeads + " foreach foreach_reverse catch with synchronized", groupingWords: cGrouping + " throw in",
		imports: importSyntax{keywords: "import module", exceptions: "("},
		functions: functionSyntax{
			form: typedFunctions, containerWords: "struct class union", inheritanceWords: ":", entryNames: "main", lineComment: "//",
			callableWords: "enum interface override extern export pragma abstract mixin template alias",
			calledImplicitly: `
				opAdd opSub opMul opDiv opMod opNeg opPos opCom opAnd opOr opXor opShl opShr opCat opIn opApply opApplyReverse opAssign opBinary opBinaryRight opCall opCast opCmp opDollar opEquals opIndex opIndexAssign
				opIndexOpAssign opIndexUnary opOpAssign opSlice opSliceAssign opSliceOpAssign opSliceUnary opUnary
				opUShr opPostInc opPostDec opAddAssign opSubAssign opMulAssign opDivAssign opModAssign opAndAssign opOrAssign opXorAssign
				opShlAssign opShrAssign opUShrAssign opCatAssign opAdd_r opSub_r opMul_r opDiv_r opMod_r opAnd_r opOr_r opXor_r
				opShl_r opShr_r opUShr_r opCat_r opIn_r
				toString toHash front back popFront popBack moveFront moveBack moveAt empty save length put seed reserve
				capacity allocate deallocate fromString`,
			hiddenCalls:     `\b(?:q|iq?)"|\biq\{|\+\t/`, // literals that nest
			reflectionWords: "mixin __traits opDispatch dlsym dlopen asm",
		},
		// chroma knows neither raw strings nor that comments nest.
		patches: patches{"root": {
			plainRule, scriptCommentRule, blockCommentRule, longStringRule,
			patch(`r"[^"]*"[cwd]?`, literal),
			patch(`(?s)q"(?:\(.*?\)|\[.*?\]|\{.*?\}|<.*?>|(\w+)\n.*?\n\1)"`, literal),
		}}.withNestedComments("+"),
	},
}
