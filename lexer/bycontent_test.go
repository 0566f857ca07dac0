package lexer

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// ByContent detects the language of all test programs. No result is wrong, and only programs in the
// languages of unsure may stay undetected.
func TestByContent(t *testing.T) {
	t.Parallel()
	unsure := map[string]bool{"d": true, "dart": true, "julia": true, "lua": true, "ocaml": true}
	programs := 0
	for _, root := range []string{"../testdata/submissions", "testdata/twins"} {
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			want, ok := ByPath(p)
			if !ok {
				return nil
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			programs++
			got, sure := ByContent(text)
			switch {
			case !sure && !unsure[want.ID]:
				t.Errorf("%s: not detected: add cues to languageCues, or the language to unsure", p)
			case sure && got.Family != want.Family:
				t.Errorf("%s: detected as %s, want %s: add cues to languageCues", p, got.ID, want.ID)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if programs < 150 {
		t.Errorf("only %d programs were read, want 150 or more", programs)
	}
}

// Comments and strings do not deceive ByContent, and it detects no language in a text that is not a
// program.
func TestByContentTraps(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"empty text", "", ""},
		{"prose", "I solved this with a friend. We import nothing and print nothing.\n", ""},
		{"answers", "42\n17\n", ""},
		{"C", "#include <stdio.h>\r\nint main(void){int a;scanf(\"%d\",&a);printf(\"%d\",a);}\r\n", "c"},
		{"C++ by a header", "#include <bits/stdc++.h>\nint main(){}\n", "cpp"},
		{"C++ by a reference", "#include <stdio.h>\nvoid swap(int &a, int &b) { int t = a; a = b; b = t; }\nint main() {}\n", "cpp"},
		{"C++ without a header", "using namespace std;\nint main() { int a; cin >> a; cout << a; }\n", "cpp"},
		{"C++ with Python in a comment", "/*\nimport sys\ndef f(x):\n    print(x)\nfor x in range(3):\n*/\n#include <iostream>\nint main() {}\n", "cpp"},
		{"C++ with Java in its strings", "#include <iostream>\nint main() { std::cout << \"System.out.println public static void main(String[] a)\"; }\n", "cpp"},
		{"Java", "public class Main {\n  public static void main(String[] args) { System.out.println(1); }\n}\n", "java"},
		{"Python", "a, b = map(int, input().split())\nprint(a + b)\n", "python"},
		{"Python in one line", "print(sum(map(int, input().split())))\n", "python"},
		{"Python 2", "n = int(raw_input())\nfor i in range(n):\n    print i\n", "python"},
		{"Go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n", "go"},
		{"JavaScript", "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');\nconsole.log(lines[0]);\n", "javascript"},
		{"Pascal", "var a, b: longint;\nbegin\n  readln(a, b);\n  writeln(a + b);\nend.\n", "pascal"},
		{"C#", "using System;\nclass P { static void Main() { Console.WriteLine(1); } }\n", "csharp"},
		{"Rust", "use std::io;\nfn main() { let mut s = String::new(); println!(\"{}\", s); }\n", "rust"},
		{"PHP", "<?php\n$a = fgets(STDIN);\necho $a;\n", "php"},
		{"Ruby", "n = gets.to_i\nputs n * 2\n", "ruby"},
		{"half C++ and half Go", "#include <iostream>\npackage main\nfunc main() {\nint main() {}\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if l, sure := ByContent([]byte(tt.text)); sure {
				got = l.ID
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzByContent checks that ByContent is sure only with a language, and gives the same result again.
func FuzzByContent(f *testing.F) {
	f.Add("#include <iostream>\nint main() {}")
	f.Add("print(int(input()))\n")
	f.Add("/* \" ' */ \"\\\"")
	f.Fuzz(func(t *testing.T, text string) {
		l, sure := ByContent([]byte(text))
		if sure != (l != nil) {
			t.Errorf("sure is %v, but the language is %v", sure, l)
		}
		if again, _ := ByContent([]byte(text)); again != l {
			t.Errorf("the first call gives %v, the second %v", l, again)
		}
	})
}

// stripComments removes comments and the content of strings. A comment or string that does not end
// stays as it is.
func TestStripComments(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"a /* b\n */ c // d\ne":      "a   c \ne",
		`s = "x\"y" + 'z'`:           `s = "" + ""`,
		"\"\"\"doc\nimport\"\"\"\nx": "\"\"\nx",
		"a // b":                     "a // b",
		"/* never":                   "/* never",
		"it's open\nx = 'a'":         "it's open\nx = \"\"",
		"#include <x> // y\n":        "#include <x> \n",
		"a / b /c":                   "a / b /c",
		"\"goes on\\\nhere\" \"b\"":  `"" ""`,
	} {
		if got := stripComments(source); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}
