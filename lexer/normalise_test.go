package lexer

import (
	"strings"
	"testing"
)

// lex returns the normalised texts of src, separated by blanks.
func lex(t *testing.T, language, src string) string {
	t.Helper()
	l, ok := ByName(language)
	if !ok {
		t.Fatalf("no language %q", language)
	}
	return lexBy(t, l, src)
}

// Lex normalises the constructs of each language as its table and rules say.
func TestNormalisation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, language, src, want string }{
		{"operators are joined", "cpp", "cin>>a->b; c<<=x::y <=> z", "I >> I -> I ; I <<= I :: I <=> I"},
		{"type synonyms", "cpp", "uint64_t a; size_t b; unsigned long long c; auto d;", "T I , I , I , I ;"},
		{"containers", "cpp", "vector<int> a; set < long long > b;", "T I , I ;"},
		{"container names are names without arguments", "cpp", "int set = 1, tree;", "T I = N , I ;"},
		{"comments and strings in arguments of templates", "cpp", "tuple<U&& /*;*/, V&&> a; array<int, sizeof(\"/*\")> b;", "T < I && , I && > I ; T < T , sizeof ( S ) > I ;"},
		{"rvalue references are arguments of templates", "cpp", "tuple<U&&, V&&> t; tuple<W&& ...> u; x = set < n && y > m;", "T < I && , I && > I ; T < I && ... > I ; I = I < I && I < I ;"},
		{"parameters are no scope of a modifier", "csharp", "var g = static (set) => set;", "T I = static ( I ) => I ;"},
		{"container names are names before a comparison", "cpp", "while (set < n && p->x > m) if (map <= 3) x; for (; list < p->m; list++) y = stack < n ? a : b;", "for ( ; I < I && I < I -> I ; ) if ( I <= N ) I ; for ( ; I < I -> I ; I ++ ) I = I < I ? I : I ;"},
		{"arguments of containers", "cpp", "set <int, decltype([](int x) { return x; })>(b); bitset<1 << 9> c;", "T < T , decltype ( [ ] ( T I ) { return I ; } ) > I ; T < N << N > I ;"},
		{"names of types after a type", "cpp", "char string[9]; vector<int> wstring; void f(char *string_view) { string[0] = g(string_view); }", "T I [ N ] , I ; T I ( T * I ) { I [ N ] = I ( I ) ; }"},
		{"types after a type", "cpp", "unsigned long *a; f(char *, string); pair<char *, string> b; long double c;", "T * I ; I ( T * , T ) ; T I , I ;"},
		{"closing angles", "cpp", "map<int,vector<int>> m; x = a >> 1;", "T I ; I = I >> N ;"},
		{"std is dropped", "cpp", "using namespace std;\nstd::vector<int> a;", "T I ;"},
		{"using an alias is no import", "cpp", "using ll = long long; using std::cin;", ""},
		{"macros", "cpp", "#include <map>\n#pragma once\n# define ALL(x) x.begin(), \\\n x.end()\n#ifdef A\nint a;\n#endif", "T I ;"},
		{"own types are names", "cpp", "struct string { int vector; }; string s;", "struct I { T I ; } T I ;"},
		{"trailing commas", "cpp", "int a[] = {1, 2,};", "T I = { N , N }"},
		{"stringify in a macro", "cpp", "#define P(x) puts(#x) // c\nint a;", "T I ;"},
		{"disabled code", "cpp", "int a;\n #if 0\nint b;\n#else\nint c;\n#endif\nint d;", "T I , I , I ;"},
		{"raw strings", "cpp", "auto s = R\"x(a\n\"b)\")x\"; int c;", "T I = S , I ;"},
		{"characters and neighbours", "cpp", `char c = '\''; s = L"a" "b" u8"c\n";`, "T I = S ; I = S ;"},
		{"numbers", "cpp", "1'000'000 0x1Fp-3 1e-9 .5f 1. 0b11u 10ULL", "N N N N N N N"},
		{"alternative operators", "cpp", "if (a and not b or c) {}", "if ( I && ! I || I ) ;"},
		{"characters of names", "cpp", "int a· = ℘b + c\u200d + 😀 + d⁺ - e（;", "T I = I + I + I + I - I ;"},
		{"characters of names", "java", "int €a = b‿c + dⅧ * e\ufeffg;", "T I = I + I * I ;"},
		{"characters of names", "python", "℘a = b· + c", "I = I + I"},
		{"characters of names and blanks", "javascript", "a\u200c\ufeff= b‿c\u2028d\ufeff()", "I = I I ( )"},
		{"characters of names", "swift", "let 🐶 = a😀 + b", "var I = I + I"},
		{"numbers", "java", "1_000L + 0x1F + 1e-9 - a.length >>> 2", "N + N + N - I . I >>> N"},
		{"imports", "java", "package a.b;\nimport java.util.*;\nclass A{}", "class I { }"},
		{"text block", "java", "String s = \"\"\"\n a \"b\"\n\"\"\" + 'c';", "T I = S + S ;"},
		{"encodings", "python", "# coding: gbk\n# coding: latin-1\n# coding: rot13\na", "I"},
		{"encodings", "python", "#!/bin/sh\n# -*- coding: UTF-8 -*-\na", "I"},
		{"docstrings", "python", "'''m'''\ndef f(x):\n    \"\"\"doc\n    more\"\"\"\n    return 'a'\nf(\n'b'\n)", "def I ( I ) : return S } I ( S )"},
		{"lines in brackets", "python", "f(a,\nlist=[]\n)\nb = list(c)", "I ( I , T = [ ] ) I = T ( I )"},
		{"a bracket without a partner", "python", "f(a))\nif b:\n    c()\nd()", "I ( I ) ) if I : I ( ) } I ( )"},
		{"f-strings", "python", `print(f"a{x+1:>5} b", rb'\d')`, "I ( S I + N S , S )"},
		{"imports", "python", "import a, b; x = 1\nfrom c import (d,\n e)\ny = 2\ndef g():\n    yield from h", "I = N I = N def I ( ) : yield from I }"},
		{"numbers", "python", "0xFFe+1, 1_0, 1.5j, 1e+5, a[0].b", "N + N , N , N , N , I [ N ] . I"},
		{"match and case", "python", "match (a, -b):\n  case [1, *c]: d\n  case \"e\" | {1: f}:\n    g\nmatch \"h\".i():\n  case _: j\nmatch(k)\nmatch[1:2] = case\ncase: int = 1",
			"match ( I , - I ) : case [ N , * I ] : I } case S | { N : I } : I } } match S . I ( ) : case I : I } } I ( I ) I [ N : N ] = I I = N"},
		{"names of members", "php", "<?php $p->list[] = $this?->print(1) . null; class A { function print($x) { return A::class; } static function new() { A::list(1); } }",
			"I -> I [ ] = I ?-> I ( N ) . null ; class I { function I ( I ) { return I :: class ; } function I ( ) { I :: I ( N ) ; } }"},
		{"names of functions", "ruby", "def class() = 1", "def I N end"},
		{"names of functions", "scala", "def this() = new A; def match() = 1", "def this ( ) = new I def I ( ) = N"},
		{"names of members", "javascript", "this.delete(a); b?.default = new.target; class C { delete(d) { delete d.in } }; delete (d.e)", "I ( I ) I ?. I = new . I class I { I ( I ) { delete I . I } } delete ( I . I )"},
		{"names of members", "typescript", "class C { delete(d: D): E { if (f) delete (d as any).g } }", "class I { I ( I ) { if ( I ) delete ( I ) . I } }"},
		{"names of members", "cpp", "p->string = q.set; auto f = [](int a)->int { return a; }, g = [a]->int{ return a; };",
			"I -> I = I . I ; T I = [ ] ( T I ) { return I ; } , I = [ I ] -> T { return I ; }"},
		{"names of members", "go", "a.string = b.(type)", "I . I = I . ( type )"},
		{"names of members", "ruby", "a.end - b.class.new\nc&.then { d }", "I . I - I . class . I I &. I do I end"},
		{"calls for each element", "rust", "a.forEach(x => y);", "I . I ( I => I ) ;"},
		{"blocks with a colon", "php", "<?php endif; if", "} if"},
		{"functions with the name of a type", "python", "def list():\n    pass", "def T ( ) : pass }"},
		{"null pointers", "cpp", "p = NULL;", "I = nullptr ;"},
		{"null pointers", "c", "p = NULL;", "I = nullptr ;"},
		{"packages of types", "python", "a = collections.deque()", "I = I . T ( )"},
		{"packages of types", "java", "java.util.List<A> a = new java.util.ArrayList<>(); A.class; this.new B();", "I . I . T I = new T . I . T ( ) ; I . class ; new T ( ) ;"},
		{"names of types", "kotlin", "val a: Int = 1\nvar b: Long = 2", "var I = N var I = N"},
		{"imports end with the line", "kotlin", "import a.*\nfun main() {}", "fun I ( ) { }"},
		{"templates", "kotlin", `println("a ${b + 1} $c" + """raw "x" """)`, "I ( S I + N S + S )"},
		{"ranges", "kotlin", "for (i in 0..n) a?.b ?: c!!", "for ( I in N .. I ) I ?. I ?: I !!"},
		{"import block", "go", "package a\nimport (\n\"fmt\"\n\"os\"\n)\nimport \"io\"\nvar x int", "var I T"},
		{"raw string", "go", "a := `x\n{{y}}`; b &^= 'c'", "I := S I &^= S"},
		{"arrows, lifetimes and ranges", "rust", "fn f<'a>(x: &'a str) -> u8 { 'x: for i in 0..=9 { t.0.1 } }", "fn I ( I : & I T ) -> T { I : for I in N ..= N { I . N } }"},
		{"attributes, imports and doc comments", "rust", "use a::{self, B};\nextern crate c;\n#[derive(Debug)]\n/// doc\n/* a /* b */ c */\nstruct S;", "struct I ;"},
		{"literals", "rust", `f(b'a', r#"a"b"#, '\'', "x\"y", 1_0u8)`, "I ( S , S , S , S , N )"},
		{"macros and doc comments", "rust", "macro_rules! m { ($a:expr) => { $a + 1 } }\n//! doc\n/** doc */ f(); /// end", "I ! I { ( $ I : I ) => $ I + N } I ( ) ;"},
		{"closing angles", "rust", "let v: Vec<Vec<i32>> = a.collect::<Vec<_>>() >> 2;", "let I = I . I ( ) >> N ;"},
		{"imports are not resources", "csharp", "using System; using static A.B;\nusing (var a = b) {} using var c = d; using E = F;", "using ( T I = I ) { } using T I = I ; using I = I ;"},
		{"ranks of arrays", "csharp", "int[,,] a = {1, 2,};", "T [ , , ] I = { N , N }"},
		{"strings and directives", "csharp", "#region a b\nx ??= $\"a{b}\" + @\"c\\\" + \"\"\"d \"e\" \"\"\" + '\\u0020';\n#endregion", "I ??= S I S + S + S + S ;"},
		{"holes of strings", "csharp", "x = $\"a{b.C(\"d\", $\"{e}\"):F2}{{f}}\" + $@\"g\"\"{new[] { h }}\" + @$\"\\{i['}']}\";", "I = S I . I ( S , S I S ) : I S + S new [ ] { I } S + S I [ S ] S ;"},
		{"a string that is not closed", "csharp", "x = $\"a\ny = $\"{b\n+ 1;", "I = S I = S I + N ;"},
		{"templates and regular expressions", "javascript", "let s = `a ${x + `n${y}`} b`, r = /a[/]b/g; z = a / b / c", "var I = S I + S I S var I = S I = I / I / I"},
		{"imports", "javascript", "import {a,\n b} from 'x'\nconst fs = require('fs');\nconst { c } = require('d')\nvar l = require('fs').read(0)", "var I = I ( S ) . I ( N )"},
		{"optional semicolons", "javascript", "a = 1;\nb ??= c?.d\n", "I = N I ??= I ?. I"},
		{"annotations", "typescript", "const m: Map<number, Array<string>> = new Map<number, string[]>();", "var I = new T ( )"},
		{"less than is not a tag", "typescript", "for (let i=0;i<n;i++) { s += \"it's\" } // it's", "for ( var I = N I < I I ++ ) I += S"},
		{"case and numbers", "pascal", "program P; uses A, B;\nBEGIN X := $FF + 1..10; IF a<>B THEN Exit; END.", "begin I := N + N .. N ; if I <> I then exit end ."},
		{"comments and strings", "pascal", "{$R+} (* a *) { b } s := 'it''s' + #13#10; // c", "I := S + S ;"},
		{"here-documents and symbols", "ruby", "require 'set'\nx = f(<<~EOS, 1)\n  text #{n}\n  EOS\ny = :a", "I = I ( S , N ) S I S I = S"},
		{"alternative operators", "ruby", "puts(a) if not b and @c or $d", "if ! I && I || I I I end"},
		{"words of imports", "haskell", "import qualified A as B\nf (a:as) family = hiding", "I I : I I = I"},
		{"primes and characters", "haskell", "module M\n ( f )\n where\nimport A\n  ( b )\nf' x = x `div` 'a' : '\\n'", "I I = I ` I ` S : S"},
		{"tags and text", "php", "<b>if</b><?php use A\\B;\nECHO $x; ?> it's <?= $y ?>\n", "echo I ; I ;"},
		{"tags end statements", "php", "<?php use A ?><?php f(2) ?><?php g() // c ?>", "I ( N ) ; I ( ) ;"},
		{"no tag", "php", "$a = \"b $c {$d}\"; // e", "I = S I S ;"},
		{"here-document", "php", "$a ??= <<<EOT\n text $x\nEOT;\n$b <=> 1;", "I ??= S ; I <=> N ;"},
		{"strings and imports", "scala", "import a.{B,\n C}\nval s = s\"a ${x}\" + \"\"\"b \"c\" \"\"\" + 'd'", "var I = S I S + S + S"},
		{"divisions", "perl", "use strict;\nuse constant N => 3;\n$a = $b / $c / 2; @d = sort { $a <=> $b } @d; s/x\\/y/z/;", "use I I => N ; I = I / I / N ; I = I { I <=> I } I ; S ;"},
		{"raw strings and nested comments", "d", "import std.stdio;\nauto a = r\"\\\" ~ `b`; /+ c /+ d +/ e +/ x ^^= y >>> 1;", "T I = S ~ S ; I ^^= I >>> N ;"},
		{"type variables and numbers", "ocaml", "open A\nlet f (x : 'a list) = x' +. 2.e-3 ;;", "let I ( I : I T ) = I +. N"},
		{"strings", "swift", "import A\nlet s = #\"a\"b\"#; var t = \"\"\"\n \"c\" \n\"\"\"; print(\"x\\(y + 1)z\", 0..<n)", "var I = S var I = S I ( S I + N S , N ..< I )"},
		{"members of tuples", "swift", "p.0 + é.0 + f(1, .5)", "I . N + I . N + I ( N , N )"},
		{"long brackets", "lua", "local io = require(\"io\")\n--[==[ a ]] ]==] x = [[ b\n]] ~= #y -- c", "I = S ~= # I"},
		{"doc strings and operators", "julia", "using A, B\n\"\"\"doc\"\"\"\nf(x::Int) = x' ≤ r\"a\" #= b #= c =# =#", "I ( I :: T ) = I ' <= S"},
		{"strings", "dart", "import 'a';\nfinal int a = r'\\'.length ~/ 2; var b = '''c\n'd' ''';", "T I = S . I ~/ N , I = S ;"},
	} {
		t.Run(tt.language+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			if got := lex(t, tt.language, tt.src); got != tt.want {
				t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

// A quote inside a literal opens or closes no other literal.
func TestQuotes(t *testing.T) {
	t.Parallel()
	const (
		chars  = `c cpp java kotlin go rust csharp haskell scala d ocaml julia`
		single = `python javascript typescript ruby php perl lua dart pascal`
		double = `python javascript typescript ruby php perl lua dart c cpp java kotlin go rust csharp haskell scala d ocaml swift julia`
	)
	for _, tt := range []struct{ languages, literal string }{
		{chars, `'"'`},
		{chars, `'\''`},
		{chars, `'\\'`},
		{single, `'"'`},
		{single, `'//'`},
		{double, `"'"`},
		{double, `"\""`},
		{double, `"\\"`},
		{double, `"// /* not */ # -- a comment"`},
		{double, `""`},
	} {
		for language := range strings.FieldsSeq(tt.languages) {
			t.Run(language+" "+tt.literal, func(t *testing.T) {
				t.Parallel()
				src := "a = " + tt.literal + " + y +\n" + tt.literal + " + 1\n"
				if got := lex(t, language, src); got != "I = S + I + S + N" {
					t.Errorf("Lex(%q) = %s, want one S for each literal", src, got)
				}
			})
		}
	}
}

// Rules that move the same tokens leave spans apart from each other, which the evidence needs.
func TestJoinOverlaps(t *testing.T) {
	t.Parallel()
	tokens := []Token{{Start: 0, End: 2}, {Start: 2, End: 5}, {Start: 2, End: 5}, {Start: 6, End: 9}, {Start: 4, End: 7}, {Start: 9, End: 10}}
	joinOverlaps(tokens)
	want := [][2]int{{0, 2}, {2, 9}, {2, 9}, {2, 9}, {2, 9}, {9, 10}}
	for i, token := range tokens {
		if token.Start != want[i][0] || token.End != want[i][1] {
			t.Errorf("token %d spans %d to %d, want %v", i, token.Start, token.End, want[i])
		}
	}
}
