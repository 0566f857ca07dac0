package lexer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Functions lists the functions of a source with all their code, but not those inside other functions.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, language, src string
		want                []string // the name and the code; "entry: " before the function with which the program starts
	}{
		{"C++", "cpp", "#define N 5\nstruct S { int f(int a) { return a; } S() {} };\nint main() { return S().f(N); }\n",
			[]string{"f: int f(int a) { return a; }", "S: S() {}", "entry: main: int main() { return S().f(N); }"}},
		{"Java", "java", "// é\nclass A { static int f() { return 1; }\n\tpublic static void main(String[] a) { f(); } }",
			[]string{"f: static int f() { return 1; }", "entry: main: public static void main(String[] a) { f(); }"}},
		{"Python", "python", "def f(a):\n    def g(b):\n        return b\n    return g(a)\n\nprint(f(1))\n",
			[]string{"f: def f(a):\n    def g(b):\n        return b\n    return g(a)"}},
		{"Lua, a function inside another", "lua", "function f(a)\n  local function g(b)\n    return b\n  end\n  return g(a)\nend\nprint(f(1))\n",
			[]string{"f: function f(a)\n  local function g(b)\n    return b\n  end\n  return g(a)\nend"}},
		{"Pascal", "pascal", "program p;\nprocedure F(a: integer);\nbegin writeln(a); end;\nbegin F(1); end.\n",
			[]string{"f: procedure F(a: integer);\nbegin writeln(a); end;"}},
		{"brackets that do not match", "cpp", "int f() { return (1; }\nint main() { return f(); }\n", nil},
		{"a language without rules", "perl", "sub f { return 1; }\nprint f();\n", nil},
		{"not text", "cpp", "int main() {}" + strings.Repeat("\x00", 100), nil},
		{"nothing", "cpp", "", nil},
	} {
		l, ok := ByName(test.language)
		if !ok {
			t.Fatalf("no language %q", test.language)
		}
		var got []string
		for _, f := range l.Functions([]byte(test.src)) {
			text := f.Name + ": " + test.src[f.Start:f.End]
			if f.IsEntry {
				text = "entry: " + text
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
