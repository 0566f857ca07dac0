package lexer

var julia = &Language{
	ID: "julia", Name: "Julia", Extensions: []string{".jl"},
	syntax: syntax{
		keywords: `
			abstract baremodule begin break catch const continue do else elseif end export false
			finally for function global if import in isa let local macro module mutable primitive
			quote return struct true try type using where while nothing missing`,
		types: `
			Any Nothing Missing Bool Char String SubString AbstractString Symbol
			Int Int8 Int16 Int32 Int64 Int128 UInt UInt8 UInt16 UInt32 UInt64 UInt128 BigInt
			Float16 Float32 Float64 BigFloat Complex Rational Number Real Integer Signed Unsigned
			AbstractFloat Array Vector Matrix AbstractArray AbstractVector AbstractMatrix BitArray
			BitVector Dict Set BitSet Tuple NamedTuple Pair Union Type Function UnitRange StepRange
			IO Ref`,
		operators: `
			>>>= <<= >>= ... === !== >>> .== .!= .<= .>= .+= .-= .*= ./= .^ .+ .- .* ./ .< .> .= << >> <= >= == != && ||
			+= -= *= /= ÷= ^= %= &= |= -> => |> <| :: <: >: .. //`,
		synonyms: "≤=<= ≥=>= ≠=!=", optionalOperators: ";", plainReturns: true,
		rules: "reachability imports doc-strings increments optional-marks", precedence: cPrecedence,
		imports: importSyntax{keywords: "using import", lineEnds: true},
		functions: functionSyntax{
			form: functionsWithEnd, keyword: "function", containerWords: "module baremodule", lineComment: "#",
			blockWords: "if for while begin let do quote try struct abstract primitive",
			// Chroma may read interpolations with quotes wrongly. Macros such as @nexprs build names.
			hiddenCalls: `\$\s?\(|@\sn[a-z]+\b|=\t#`,
			shownCalls:  `\$\s?\(((?:[^()"\n]|\((?:[^()"\n]|\([^()"\n]*\))*\))*\))`,
			reflectionWords: `
				eval evalfile llvmcall cglobal dlsym Cartesian Meta Symbol Expr macro quote gensym getfield getproperty getglobal include include_string invoke names
				Core ccall instance subtypes methods Serialization deserialize Cassette`,
		},
	},
}
