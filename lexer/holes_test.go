package lexer

import (
	"errors"
	"testing"
)

// holeCases are literals with code, and literals whose ends are hard to find. The variable y after the literal shows that it ends.
var holeCases = []struct{ name, language, src, want string }{
	{"a program", "kotlin", `print("""${run { f(1); g(2) }}""")`, "I ( S I { I ( N ) I ( N ) } S )"},
	{"templates in templates", "kotlin", `val a = "x ${"b ${c + 1}"} d"; y`, "var I = S I + N S I"},
	{"a lambda", "kotlin", `println("Case #${i}: ${a.joinToString(" ") { "${it + 1}" }}"); y`, "I ( S I . I ( S ) { S I + N S } S ) I"},
	{"names", "kotlin", "a = \"$a\" + \"${b}\" + \"\"\"${c}\"\"\"\ny", "I = S + S + S I"},
	{"quotes and backslashes", "kotlin", `a = """\""" + """b"""" + """\${f(1)}""" + $$"""$${g(2)}""" + "${'"'}"; y`, "I = S + S + S I ( N ) S + S I ( N ) S + S I"},
	{"several dollars", "kotlin", `a = $$"""${"""; b = $$"${ $$${c { 1 }}"; d = $$$"$${ $$${e(1)}" + $"${f(1)}"; y`, "I = S I = S I { N } S I = S I ( N ) S + S I ( N ) S I"},
	{"a string that is not closed", "kotlin", "a = \"${f(\"\n)}\nb\ny", "I = S I ( S ) S I I"},
	{"long and raw strings", "swift", "print(\"\"\"\n\\(f(1) + g(\")\"))\n\"\"\", #\"a\\#(f(1)) \\(b\"#, ##\"\"\"\n\\##(g(2)) \"\" \\##(\"\"\"a\"\"\")\"\"\"##, y)",
		"I ( S I ( N ) + I ( S ) S , S I ( N ) S , S I ( N ) S , I )"},
	{"a quote in a raw string", "swift", "a = #\"\"\"# + ##\"\"\"\\##(f(1))\"## + #\"\"\"\n\"#\n\"\"\"#; y", "I = S + S I ( N ) S + S I"},
	{"raw strings", "csharp", `a = $"""{f(1)} "" """ + $$"""b{c}{{f(1)}}{{{g()}}}""" + $""""{h("""i""")}"""" + """{j}"""; y`,
		"I = S I ( N ) S + S I ( N ) S I ( ) S + S I ( S ) S + S ; I"},
	{"strings in holes", "csharp", `a = $"b{f(@"c""", $"""{d}""", '"')}" + $@"{e("""""")}"; y`, "I = S I ( S , S I S , S ) S + S I ( S ) S ; I"},
	{"blocks", "javascript", "a = `b${(() => { if (c) { d() } return e({ f: 1 }) })()}g`; y", "I = S ( ( ) => { if ( I ) I ( ) return I ( { I : N } ) } ) ( ) S I"},
	{"regular expressions", "javascript", "a = `b${/}`/.test(c) || (() => { /[\"{`]/.test(d) })()}`; y", "I = S . I ( I ) || ( ( ) => S . I ( I ) ) ( ) S I"},
	{"methods", "typescript", "a = `b${new class { f() { return 1 } }}c`; y", "I = S new class { I ( ) { return N } } S I"},
	{"escapes", "typescript", "a = `\\${` + `\\\\${b}`; y", "I = S + S I S I"},
	{"a program", "scala", `a = s"""${run { f(1); g(2) }}"""; y`, "I = S I { I ( N ) I ( N ) } S I"},
	{"quotes and backslashes", "scala", `a = """\""" + """b"""" + """c\\"""; y`, "I = S + S + S I"},
	{"prefixes", "scala", `a = raw"\${f(1)}" + q"""b${g({ 1 })} "${"}"}"""" + s"\"$c$"$$"; y`, "I = S I ( N ) S + S I ( { N } ) S + S I"},
	{"a keyword before a string", "scala", `a match { case"${"=> f(1) }; y`, "I match { case S => I ( N ) } I"},
	{"blocks", "dart", "a = 'x${f(() { return g('''${1}'''); }, \"}\")}$c'; y", "I = S I ( ( ) { return I ( S N S ) ; } , S ) S I S ; I"},
	{"all strings", "groovy", `a = "b${f { it + 1 }}" + """"${g(2)}""" + $/${h(3)} "/$; y`, "I = S I { I + N } S + S I ( N ) S + S I ( N ) S ; I"},
	{"comments", "python", "a = f'''{f(1, # it's\n  {2: 3})}'''\ny", "I = S I ( N , { N : N } ) S I"},
	{"nested quotes", "python", `a = f"{d["a"]} {f"{x:{w}}"}"; y`, "I = S I [ S ] S I S I S I"},

	{"blocks", "ruby", "a = \"b#{\n  f(1) { |c| c + \"}\" }\n} #{ {1 => 2} }\"\ny", "I = S I ( N ) do | I | I + S end S { N => N } S I"},
	{"other marks", "ruby", `a = %|b#{f(1)}|, %"#{g("c")}", %W'#{h(2)}', %{#{i(3)}}; y`, "I = S I ( N ) S , S I ( S ) S , S I ( N ) S , S I ( N ) S I"},
	{"remainders", "ruby", "a %= b\nc = d%(e) - f[0] %(g)\nh = %(i)\nputs \"%d\"%x, '%d %d' %[j, k]; y",
		"I %= I I = I % I - I [ N ] % I I = S I S % I , S % [ I , I ] I"},
	{"here-documents with holes", "ruby", "print <<~A\n  #{f(1) + g(2)} \\#{h\nA\ny", "I S I ( N ) + I ( N ) S I"},
	{"here-documents", "ruby", "a = <<A + b\n it's\n A\nA\nc = [<<-A, 1]\n it's\n A\nd = <<\"A B\"\n it's\nA B\nputs <<~'A'\n it's\n A\ny",
		"I = S + I S I = [ S , N ] S I = S I S I"},
	{"here-documents after words", "ruby", "a.b! <<~A\n it's\n A\nc <<~B, <<~'C'\n it's #{1}\n B\n it's\nC\nyield <<D\n it's\nD\ne <<~f\ny",
		"I . I ! S I S , S N S yield S I << ~ I I"},
	{"two here-documents", "ruby", "f(<<~A, <<-B)\n  it's\nA\n  b #{1}\n  B\ny", "I S , S S N S I"},
	{"no here-document", "ruby", "a <<b; a << B; x[0] <<C; @e <<F; a<<G\nB\nC\nF\nG\ny", "I << I I << I I [ N ] << I I << I I << I I I I I I"},

	{"blocks", "php", `<?php $a = "b {$f(function () { return g(1); }, "}")} ${'c'} $d {e}" . ` + "`{$h(2)}`; $y;", "I = S I ( function ( ) { return I ( N ) ; } , S ) S . S I ( N ) S ; I ;"},
	{"escapes", "php", `<?php $a = "\{$b" . "\${"; $y;`, "I = S . S ; I ;"},
	{"variables of variables", "php", `<?php $a = "{$b[${'c' . (function () { return 1; })()}]}"; $y;`, "I = S I [ $ { S . ( function ( ) { return N ; } ) ( ) } ] S ; I ;"},
	{"here-documents", "php", "<?php f(<<<A\n it's {$g(1)}\n A, [<<<'B'\n it's {$h(2)}\n B]) . <<<\"C\"\nC . 'd'; $y;", "I ( S I ( N ) S , [ S ] ) . S . S ; I ;"},
	{"the mark in lower case", "php", "<?php $a = <<<A\na\nit's\nA; $y;", "I = S ; I ;"},
}

// Code in literals has tokens.
func TestHoles(t *testing.T) {
	t.Parallel()
	for _, tt := range holeCases {
		t.Run(tt.language+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			if got := lex(t, tt.language, tt.src); got != tt.want {
				t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

// If it is not certain where a literal begins or ends, or which comments are code, the jury is told.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, language, src string }{
		{"very raw strings", "csharp", `a = $$$$"""b""";`},
		{"many dollars", "kotlin", `a = $$$$"b"`},
		{"very raw strings", "swift", `a = ###"b"###`},
		{"three here-documents on a line", "ruby", "f(<<A, <<B, <<C)\nA\nB\nC\n"},
		{"a here-document or a shift", "ruby", "f <<A\nit's\nA\n"},
		{"an encoding that makes code of comments", "python", "#!/usr/bin/python3\n# -*- Coding: unicode_escape -*-\n"},
		{"an encoding that makes code of comments", "python", "# vim: fileencoding=UTF_7:"},
		{"macros in comments", "pascal", "{$mode delphi}{$MACRO on}{$define f:=g}"},
		{"a here-document without an end", "ruby", "a = <<A\nit's\n"},
	} {
		l, _ := ByName(tt.language)
		if _, err := l.Lex([]byte(tt.src)); !errors.Is(err, ErrDegraded) {
			t.Errorf("%s %s: error %v, want %v", tt.language, tt.name, err, ErrDegraded)
		}
	}
}
