package lexer

var haskell = &Language{
	ID: "haskell", Name: "Haskell", Extensions: []string{".hs"}, aliases: []string{"ghc", "haskell ghc"},
	syntax: syntax{
		keywords: `
			case class data default deriving do else foreign if import in
			infix infixl infixr instance let module newtype of otherwise then type where`,
		types: `
			Int Integer Word Double Float Char String Bool Ordering Rational Ratio
			Int8 Int16 Int32 Int64 Word8 Word16 Word32 Word64
			IO ST Maybe Either Map IntMap Set IntSet Seq Array UArray IOArray IOUArray STArray
			STUArray IORef STRef Vector MVector ByteString Text State StateT
			Eq Ord Show Read Num Integral Enum Bounded Functor Applicative Monad Foldable Traversable
			Semigroup Monoid`,
		operators: `
			>>= =<< >=> <=< <$> <*> <|> <$ $> <* *> <> ++ :: -> <- => == /= <= >= && || ** ^^ $! !! .. >> << .&. .|.`,
		optionalOperators: ";", plainReturns: true, rules: "reachability imports qualifiers signatures grouping optional-marks", primes: true,
		functions: functionSyntax{
			form: unindentedFunctions, entryNames: "main", calledImplicitly: "pattern", lineComment: "--",
			reflectionWords: `
				TemplateHaskell TemplateHaskellQuotes QuasiQuotes RebindableSyntax QualifiedDo CPP NondecreasingIndentation Haskell98
				XTemplateHaskell XQuasiQuotes XRebindableSyntax XQualifiedDo XCPP XHaskell98 XNondecreasingIndentation
				cpp fth pgmF optF MultilineStrings XMultilineStrings`,
		},
		imports: importSyntax{keywords: "import module", lineEnds: true, indented: true},
		patches: patches{"root": {charRule}},
	},
}
