package lexer

import (
	"errors"
	"strings"
	"testing"
)

// Nobody can hide a call by a slash, an end of a line, a directive or an import that is easily misread. If it is not certain how
// a program is read, it is read coarsely.
func TestMisread(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language, src, want string
		isDegraded          bool
	}{
		{"javascript", "if (1) /`/\nf(2)\n// `", "if ( N ) / S I ( N )", true},
		{"javascript", "for await (x of y) /`/\nf(2)\n// `", "for await ( I of I ) / S I ( N )", true},
		{"javascript", "{ }\n/`/\nf(2)\n// `", "{ } / S I ( N )", true},
		{"javascript", "of /1; f(2); z/g", "of / N I ( N ) I / I", true},
		{"javascript", "a\n++/`/.b\nf(2)\n// `", "I ++ S . I I ( N )", false},
		{"javascript", "<!-- `\nf(2)\n// `", "< ! -- S I ( N )", true},
		{"javascript", "a\n--> `\nf(2)\n// `", "I -- > S I ( N )", true},
		{"javascript", "/* c */ --> `\nf(2)\n// `", "-- > S I ( N )", true},
		{"javascript", "get /1; f(2); set/g", "I / N I ( N ) I / I", false},
		{"javascript", "s += cnt++ / 2 + x / 3", "I += I ++ / N + I / N", false},
		{"javascript", "z\n/1; f(2); z\n/ 3; z/g", "I / N I ( N ) I / N I / I", false},
		{"javascript", "a++ /1; f(2); this /1; (a) /1; `b` /1; c[0] /1; d. if (e) /1; f/g",
			"I ++ / N I ( N ) this / N I / N S / N I [ N ] / N I . if ( I ) / N I / I", false},
		{"javascript", "a = b => /'/.c(b)\nreturn /[/`]/s.d(`${/`/}`)\nf(2)", "I = I => S . I ( I ) return S . I ( S ) I ( N )", false},
		{"javascript", "// a\u2028f(2) // b\u2029g(/'\\n/)", "I ( N ) I ( S )", false},
		{"javascript", "#!a `\nf(2)", "I ( N )", false},
		{"javascript", "import('a').then(b => {\n  f(2)\n})\nimport.c(3)", "import ( S ) . I ( I => I ( N ) ) import . I ( N )", false},
		{"javascript", "this /1; b = `\n'`; f(2); `", "this / N I = S I ( N ) S", false},
		{"typescript", "a! /1; f(2); b/c", "I / N I ( N ) I / I", true},
		{"typescript", "a! /1; f(2); import d = require('e')\nimport('a')", "I / N I ( N ) import ( S )", false},
		{"csharp", "// a\u0085F(2); // b\u2028G(3);\n#region \u2029H(4);", "I ( N ) ; I ( N ) ; I ( N ) ;", false},
		{"d", "// a\u2028f(2);", "I ( N ) ;", false},
		{"cpp", "#define SKIP(x)\n#undef/**/SKIP\nSKIP(f(2));", "#define I ( I ) I ( I ( N ) ) ;", true},
		{"cpp", "#define SKIP(x)\n#/**/undef SKIP\nSKIP(f(2));", "#define I ( I ) I ( I ( N ) ) ;", true},
		{"cpp", "#define SKIP(x)\n#/**/define SKIP(x) x\nSKIP(f(2));", "#define I ( I ) I ( I ( N ) ) ;", true},
		{"cpp", "#define SKIP(x)\n/**/ %:undef SKIP\nSKIP(f(2));", "#define I ( I ) # T T I ( I ( N ) ) ;", true},
		{"cpp", "#define isalpha(x)\n/**/ %:include <cctype>\nisalpha(f(2));", "#define I ( I ) # T I ( I ( N ) ) ;", true},
		{"cpp", "#define SKIP(x)\nSKIP(f(2)); a ??' b;", "#define I ( I ) I ( I ( N ) ) ; I ? ? S", true},
		{"go", "/*\nvoid f();\n*/\nimport (\n_ \"a\"\n`C`\n)\nfunc f() { C.f() }", "func I ( ) { I . I ( ) }", true},
		{"go", "import (\n\"a\"\n)\nvar b = \"C\"", "I := S", false},
	} {
		l, _ := ByName(tt.language)
		tokens, err := l.Lex([]byte(tt.src))
		var texts []string
		for _, token := range tokens {
			texts = append(texts, token.Text)
		}
		if got := strings.Join(texts, " "); got != tt.want {
			t.Errorf("%s: Lex(%q)\n got %s\nwant %s", tt.language, tt.src, got, tt.want)
		}
		if errors.Is(err, ErrDegraded) != tt.isDegraded {
			t.Errorf("%s: Lex(%q): error %v, want ErrDegraded: %t", tt.language, tt.src, err, tt.isDegraded)
		}
	}
}
