package lexer

var swift = &Language{
	ID: "swift", Name: "Swift", Extensions: []string{".swift"}, aliases: []string{"swiftc"},
	syntax: syntax{
		keywords: `
			actor any as associatedtype async await break case catch class continue convenience default
			defer deinit do dynamic else enum extension fallthrough fileprivate final for func get
			guard if import in indirect infix init inout internal is lazy let mutating nil nonmutating
			open operator override postfix precedencegroup prefix private protocol public repeat
			required rethrows return self Self set some static struct subscript super switch throw
			throws try typealias unowned var weak where while willSet didSet true false _`,
		types: `
			Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Float80 Double Bool
			Character String Substring Any AnyObject Void Never Array ArraySlice ContiguousArray Set
			Dictionary Optional Result Range ClosedRange Sequence Collection IteratorProtocol
			Comparable Hashable Equatable`,
		operators: `
			<<= >>= &<< &>> &+= &-= &*= ... ..< === !== << >> <= >= == != && || ?? ?. &+ &- &*
			+= -= *= /= %= &= |= ^= ->`,
		synonyms: "let=var", optionalOperators: ";", sigils: "$",
		rules: `
			reachability imports soft-keywords closing-angles annotations modifiers receivers type-arguments
			ascriptions for-each lambda-parameters parentheses increments bounds comparisons jumps last-returns optional-marks`,
		lambdaArrow: "in", eachLoop: "for in",
		softKeywords: `actor any associatedtype convenience dynamic final get indirect infix lazy mutating nonmutating open
			optional override postfix precedencegroup prefix required set some unowned weak willSet didSet async await`,
		modifiers: `public private fileprivate internal open static final override mutating nonmutating lazy weak unowned
			required convenience indirect dynamic`,
		receivers: "self.", bareHeads: true, ranges: "... ..<", headKeywords: "if for while switch",
		groupingWords: "return if while guard switch case in else repeat", precedence: cPrecedence,
		imports: importSyntax{keywords: "import", lineEnds: true},
		functions: functionSyntax{
			form: keywordFunctions, keyword: "func", containerWords: "class struct extension", inheritanceWords: ":",
			calledImplicitly: `
				main appendInterpolation appendLiteral callAsFunction dynamicallyCall next makeIterator hash encode index formIndex
				distance advanced write append insert remove replaceSubrange contains union intersection update compare copy
				isEqual description relative round negate add subtract multiply`,
			callableWords: "override operator prefix postfix infix open dynamic", lineComment: "//",
			// A type can conform to a protocol by an extension elsewhere. Chroma may read regular expressions of several
			// lines wrongly.
			hiddenCalls: `\bextension\s[^{]*:|@\s(?:dynamic|resultBuilder|_)|#\s?/|\*\s/|` + "`",
			reflectionWords: `
				NSSelectorFromString NSClassFromString Selector perform performSelector dlsym dlopen
				endif objc objcMembers NSInvocation class_getInstanceMethod`,
		},
		patches: swiftPatches(),
	},
}

// swiftPatches are patches for long and raw strings, which chroma does not know: #"a\#(code)"#.
func swiftPatches() patches {
	p := patches{"root": {unreadable(`###+"`)}}
	for _, marks := range []string{"##", "#", ""} {
		if marks != "" { // a quote in a raw string, as in #"""#, if the string ends on its line
			p["root"] = append(p["root"], pushing(marks+`"(?="(?=")[^\n]*"`+marks+`)`, literal, "string"+marks))
		}
		p["root"] = append(p["root"], pushing(marks+`"""`, literal, "long"+marks), pushing(marks+`"`, literal, "string"+marks))
		hole, skip := `\\`+marks+`\(`, `\\`+marks+`[^(]`
		p["long"+marks], p["string"+marks] = textRules(`"""`+marks, hole, skip), textRules(`"`+marks+`|`+lineEnd, hole, skip)
	}
	return p.withHoles("()", "root")
}
