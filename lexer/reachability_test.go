package lexer

import (
	"slices"
	"strings"
	"testing"
)

// filler makes a program long enough for the rule "reachability", which needs minRunning tokens that may
// run.
var filler = "1" + strings.Repeat(" + 1", 60)

// uncalledWords returns the words in uncalled code that begin with "dead" or "live", sorted and
// without repetition. FILL in the source stands for a long sum.
func uncalledWords(t *testing.T, language, src string) []string {
	t.Helper()
	l, ok := ByName(language)
	if !ok {
		t.Fatalf("no language %q", language)
	}
	src = strings.ReplaceAll(src, "FILL", filler)
	tokens, err := l.Lex([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, token := range tokens {
		word := strings.ToLower(src[token.Start:token.End])
		if token.Uncalled && (strings.HasPrefix(word, "dead") || strings.HasPrefix(word, "live")) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// uncalledCases are programs with functions that cannot run. Their names begin with "dead"; all
// other functions can run.
var uncalledCases = []struct{ name, language, src string }{
	{"functions", "c", `
			int dead(int a) { return a; }
			int live(int a) { return a; }
			int main() { int x = FILL; return live(x); }`},
	{"functions with prototypes", "c", `
			int dead(int); static int live(int a);
			int main() { int x = FILL; return live(x); }
			int dead(int a) { return a; }
			static int live(int a) { return a; }`},
	{"functions that call themselves", "cpp", `
			int dead2(int a);
			int dead1(int a) { return dead2(a); }
			int dead2(int a) { return dead1(a) + dead2(a); }
			int main() { int x = FILL; }`},
	{"functions that return a struct", "c", `
			struct node { int a; };
			struct node *dead(int a) { return 0; }
			int main() { struct node n; int x = FILL; }`},
	{"function templates", "cpp", `
			template <class T, typename U = vector<vector<int>>> T dead(T a) { return a; }
			template <class T> T live(T a) { return a; }
			int main() { int x = FILL; live(x); }`},
	{"member functions", "cpp", `
			struct A { int a = 1; A() : a(2) { live(); } A(int b) : a{b} { live2(); } ~A() { live3(); }
				int dead() const { return a; } public: int dead2() { return a; } static void live() {} void live2() {} void live3() {} };
			int main() { A a; int x = FILL; }`},
	{"member functions defined outside of the class", "cpp", `
			struct A { void dead(); void live(); };
			void A::dead() { }
			void A::live() { }
			int main() { A a; int x = FILL; a.live(); }`},
	{"functions in a namespace", "cpp", `
			namespace n { namespace { int dead() { return 1; } int live() { return 2; } } }
			int main() { int x = FILL; return n::live(); }`},
	{"methods", "java", `
			import java.util.*;
			public class Main {
				static int[][] dead(int[] a) { return null; }
				static <T extends Comparable<T>> void dead2(T a) { for (;;) { } }
				static class Reader { int dead3() { return 1; } int live() throws Exception { return 2; } }
				public static void main(String[] args) throws Exception { int x = FILL; new Reader().live(); }
			}`},
	{"methods", "csharp", `
			using System;
			namespace N { class Program {
				int Dead { get { return 1; } }
				static int dead(int a) { return a; }
				static void Main() { int x = FILL; }
			} }`},
	{"functions", "go", `
			package main
			import "fmt"
			type T struct{ a int }
			func dead[U any](a U) (b map[int]struct{}, c interface{}) { return }
			func dead2() interface{} { return 1 }
			func live() []int { return nil }
			func main() { x := FILL; fmt.Println(x, live()) }`},
	{"functions", "javascript", `
			const lines = require('fs').readFileSync(0, 'utf8').split('\n')
			function dead(a) { return a }
			function live(a) { return a }
			async function dead2(a) { return a }
			let x = FILL
			console.log(live(x))`},
	{"functions", "typescript", `
			declare function require(x: string): any;
			function dead(a: number): number[] { return [a]; }
			function live(a: number): number { return a; }
			let x = FILL; console.log(live(x));`},
	{"functions", "kotlin", `
			class A(val a: Int) { fun dead(): Int { return a }
				fun live(): Int { return a } }
			private fun <T> List<T>.dead2(): Int { return 1 }
			object O { fun dead3() { } }
			fun main() { val x = FILL
				println(A(x).live()) }`},
	{"functions", "rust", `
			use std::io;
			struct A { a: i32 }
			impl A { fn new() -> A { A { a: 1 } }
				fn dead(&self) -> i32 { self.a } }
			fn dead2<T: Ord>(a: T) -> Option<T> where T: Copy { None }
			mod m { pub fn dead3() -> () { } pub fn live() { } }
			fn main() { let x = FILL; A::new(); m::live(); }`},
	{"functions", "python", strings.ReplaceAll(`
			import sys
			def dead(a):
				def inner():
					return a

				return inner
			class A:
				x = 1
				def __init__(self):
					self.live()
				def dead2(self): return 1
				def live(self):
					return (1,
			2)
			async def dead3(a,
					b): pass
			def live2(a): return a
			x = FILL
			print(A(), live2(x))`, "\n\t\t\t", "\n")},
	{"routines", "pascal", `
			program p;
			type r = record a: integer; case b: boolean of true: (c: integer); end; f = function(a: integer): integer;
			var x: integer;
			procedure dead3; forward;
			function dead(a: integer): integer; var b: integer;
				procedure inner(c: integer); begin c := 1; end;
				begin case a of 1: b := 1; else b := 2; end; dead := b; end;
			procedure dead3; begin dead(1); end;
			function LIVE(a: integer): integer; inline; begin live := a; end;
			begin x := FILL; writeln(live(x)); end.`},
}

// hiddenCalls are programs that call the function live in an unusual way, or that may call it.
var hiddenCalls = []struct{ name, language, src string }{
	{"function pointer", "c", `int live(int a) { return a; } int (*f)(int) = live; int main() { int x = FILL; return f(x); }`},
	{"table of functions", "c", `int live() { return 1; } int (*f[])() = { live }; int main() { int x = FILL; return f[0](); }`},
	{"function passed as an argument", "c", `int live(const void *a, const void *b) { return 1; } int main() { int x = FILL; qsort(0, 0, 0, live); }`},
	{"call by a macro", "c", "#define CALL live\nint live() { return 1; }\nint main() { int x = FILL; return CALL(); }"},
	{"macro that builds names", "c", "#define CALL(a, b) a##b()\nint live() { return 1; }\nint main() { int x = FILL; return CALL(li, ve); }"},
	{"macro with a brace", "c", "#define BEGIN {\n#define END }\nint main() BEGIN int x = FILL; live(); END\nint live() { return 1; }"},
	{"macro as the head of the function", "cpp", "#define FUNCTION(name) void name()\nFUNCTION(live) { }\nint main() { int x = FILL; live(); }"},
	{"macro as head of the caller", "cpp", "#define FUNCTION(name) void name()\nint live() { return 1; }\nFUNCTION(f) { live(); }\nint main() { int x = FILL; f(); }"},
	{"macro renames main", "cpp", "#define main start\nint main() { int x = FILL; }\n#undef main\nint live() { return 1; }\nint WINAPI WinMainn() { live(); }"},
	{"line end within a word", "c", "int live() { return 1; }\nint main() { int x = FILL; return li\\\nve(); }"},
	{"attribute before the head", "c", `__attribute__((constructor)) void live() { } int main() { int x = FILL; }`},
	{"attribute after the head", "c", `void live() __attribute__((constructor)); void live() { } int main() { int x = FILL; }`},
	{"attribute in brackets", "cpp", `[[gnu::constructor]] void live() { } int main() { int x = FILL; }`},
	{"assembly", "c", `void live() { } int main() { int x = FILL; asm("call li" "ve"); }`},
	{"library opened at run time", "c", `void live() { } int main() { int x = FILL; dlsym(0, "l"); }`},
	{"parameters declared after the head", "c", `int live(a) int a; { return a; } int f(a) int a; { return live(a); } int main() { int x = FILL; return f(x); }`},
	{"caller with its name in parentheses", "c", `int live() { return 1; } typedef int ll; static ll (f)(int a) { return live(); } int main() { int x = FILL; return (f)(x); }`},
	{"digraphs for braces", "c", `int live() <% return 1; %> int main() <% int x = FILL; return live(); %> int live2() { return 1; }`},
	{"call in the value of a static variable", "cpp", `int live() { return 1; } static int y = live(); int main() { int x = FILL; }`},
	{"call in a variable that looks like a prototype", "cpp", `int live() { return 1; } int y(live()); int main() { int x = FILL; }`},
	{"local variable with the name of the function", "cpp", `int live() { return 1; } int main() { int x = FILL; int live = x; }`},
	{"call in a default argument", "cpp", `int live() { return 1; } int f(int a = live()) { return a; } int main() { int x = FILL; return f(); }`},
	{"overloaded functions", "cpp", `int live(int a) { return 1; } int live(double a) { return 2; } int main() { int x = FILL; return live(x); }`},
	{"call in a lambda in a variable", "cpp", `int live() { return 1; } auto f = [](int a) { return live(); }; int main() { int x = FILL; f(x); }`},
	{"call in a lambda called at once", "cpp", `int live() { return 1; } int y = [] { return live(); }(); int main() { int x = FILL; }`},
	{"call in an operator", "cpp", `struct A { int live() { return 1; } A operator+(A b) { live(); return b; } }; int main() { A a; int x = FILL; a + a; }`},
	{"call in a conversion operator", "cpp", `struct A { int live() { return 1; } operator int() { return live(); } }; int main() { A a; int x = FILL + a; }`},
	{"call in a literal operator", "cpp", `int live() { return 1; } int operator""_a(unsigned long long a) { return live(); } int main() { int x = FILL + 1_a; }`},
	{"calls in a constructor and a destructor defined outside of the class", "cpp", `struct A { A(); ~A(); }; void live() { } A::A() { live(); } void live2() { } A::~A() { live2(); } int main() { A a; int x = FILL; }`},
	{"call in the constructor of a static object", "cpp", `void live() { } struct A { A() { live(); } } a; int main() { int x = FILL; }`},
	{"call in a constructor that sets members in braces", "cpp", `void live() { } struct A { int b, c; A(int d) : b{d}, c{1} { live(); } }; int main() { A a(1); int x = FILL; }`},
	{"virtual member", "cpp", `struct A { virtual void live() { } }; int main() { int x = FILL; }`},
	{"member of a derived class", "cpp", `struct A : public B { int live() { return 1; } }; int main() { int x = FILL; }`},
	{"member of a derived class, defined outside of the class", "cpp", `struct A : std::streambuf { int live(); }; int A::live() { return 1; } int main() { int x = FILL; }`},
	{"specialisation in std", "cpp", `namespace std { template <> struct hash<A> { int live() { return 1; } }; } int main() { int x = FILL; }`},
	{"specialisation of a template of std", "cpp", `template <> struct std::hash<A> { int live() { return 1; } }; int main() { int x = FILL; }`},
	{"call in a function with C linkage", "cpp", `int live() { return 1; } extern "C" { int f() { return live(); } } int main() { int x = FILL; f(); }`},
	{"call in the function begin, which a loop calls", "cpp", `struct A { int *begin() { return live(); } int *end() { return 0; } int *live() { return 0; } }; int main() { int x = FILL; for (int b : A()) x++; }`},
	{"goto and label", "c", `int live() { return 1; } int main() { int x = FILL; goto end; end: return live(); }`},
	{"call in a main with try and catch", "cpp", `int live() { return 1; } int main(int argc, char **argv) try { int x = FILL; live(); } catch (...) { return 0; }`},
	{"program without main", "cpp", `int live() { return 1; } int live2() { int x = FILL; return 2; }`},
	{"main that is only a stub", "cpp", `int live() { int x = FILL; return 1; } int main() { return 0; }`},
	{"brackets without partner", "c", `int live() { return 1; } int main() { int x = FILL; ( }`},
	{"letters beyond ASCII", "java", `class Main { static void live() { } public static void main(String[] é) { int x = FILL; } }`},
	{"escape in a name", "java", `class Main { static void live() { } public static void main(String[] a) { int x = FILL; l\u0069ve(); } }`},
	{"reflection", "java", `class Main { static void live() { } public static void main(String[] a) { int x = FILL; Main.class.getMethod("li" + "ve"); } }`},
	{"import of reflection", "java", `import java.lang.reflect.*; class Main { static void live() { } public static void main(String[] a) { int x = FILL; } }`},
	{"method reference", "java", `class Main { static void live() { } public static void main(String[] a) { int x = FILL; run(Main::live); } }`},
	{"method with an annotation", "java", `class Main { @Override public String live() { return ""; } public static void main(String[] a) { int x = FILL; } }`},
	{"call in toString, which the library calls", "java", `class Main { public String toString() { return live(); } String live() { return ""; } public static void main(String[] a) { int x = FILL; } }`},
	{"method of a class that implements an interface", "java", `class A implements Comparator<A> { public int live(A a, A b) { return 1; } } class Main { public static void main(String[] a) { int x = FILL; } }`},
	{"method of a derived class", "java", `class A extends Thread { public void live() { } } class Main { public static void main(String[] a) { int x = FILL; } }`},
	{"default method of an interface", "java", `interface A { default void live() { } } class Main { public static void main(String[] a) { int x = FILL; } }`},
	{"methods of an enum", "java", `enum A { B { int live() { return 1; } }; int live2() { return 2; } } class Main { public static void main(String[] a) { int x = FILL; } }`},
	{"call in an anonymous class", "java", `class Main { static Runnable r = new Runnable() { public void run() { live(); } }; static void live() { } public static void main(String[] a) { int x = FILL; } }`},
	{"call in a static initialiser", "java", `class Main { static { live(); } static void live() { } public static void main(String[] a) { int x = FILL; } }`},
	{"calls in an initialiser and a constructor", "java", `class Main { { live(); } Main() { live2(); } void live() { } void live2() { } public static void main(String[] a) { int x = FILL; } }`},
	{"name in a string", "java", `class Main { static void live() { } public static void main(String[] a) { int x = FILL; call("live"); } }`},
	{"method of a record", "java", `record A(int b) { int live() { return 1; } } class Main { public static void main(String[] a) { int x = FILL; } }`},
	{"method with an attribute", "csharp", `class P { [OnLoad] static void live() { } static void Main() { int x = FILL; } }`},
	{"call in a property", "csharp", `class P { static int A { get { return live(); } } static int live() { return 1; } static void Main() { int x = FILL + A; } }`},
	{"call in a lambda in a variable", "csharp", `class P { static Func<int> f = () => { return live(); }; static int live() { return 1; } static void Main() { int x = FILL + f(); } }`},
	{"call in Select, which a query calls", "csharp", `class P { int live() { return 1; } int Select(int f) { return live(); } static void Main() { int x = FILL; } }`},
	{"method", "go", "package main\ntype T int\nfunc (t T) live() int { return 1 }\nfunc main() { x := FILL; print(x) }"},
	{"call in init", "go", "package main\nfunc init() { live() }\nfunc live() { }\nfunc main() { x := FILL; print(x) }"},
	{"call in the value of a variable", "go", "package main\nvar y = live()\nfunc live() int { return 1 }\nfunc main() { x := FILL; print(x) }"},
	{"call in a function in a variable", "go", "package main\nvar y = func() int { return live() }()\nfunc live() int { return 1 }\nfunc main() { x := FILL; print(x) }"},
	{"reflection", "go", "package main\nimport \"reflect\"\nfunc live() int { return 1 }\nfunc main() { x := FILL; reflect.ValueOf(x) }"},
	{"eval", "javascript", "function live() { return 1 }\nlet x = FILL\neval('li' + 've()')\nf(x)"},
	{"member of this", "javascript", "function live() { return 1 }\nlet x = FILL\nthis['li' + 've'](x)"},
	{"global object", "javascript", "function live() { return 1 }\nlet x = FILL\nglobalThis['li' + 've'](x)"},
	{"function in an expression", "javascript", "let f =\nfunction live() { return 1 }\nlet x = FILL\ng(x)"},
	{"exported function", "javascript", "export function live() { return 1 }\nlet x = FILL\ng(x)"},
	{"call in a default argument", "javascript", "function live() { return 1 }\nfunction f(a = live()) { return a }\nlet x = FILL\nf()"},
	{"member called by a computed name", "javascript", "class A { live() { return 1 } }\nlet x = FILL\nnew A()[f(x)]()"},
	{"call in a template string", "javascript", "function live() { return 1 }\nlet x = FILL\nf(`${live()}`)"},
	{"program without a call outside of functions", "javascript", "var twoSum = function(a) {\n  let x = FILL\n  return 1\n}\nfunction live() { return 1 }"},
	{"function with override", "kotlin", "abstract class A {\n  override fun live() { }\n}\nfun main() { val x = FILL\nprintln(x) }"},
	{"function of a derived class", "kotlin", "class A : B() {\n  fun live() { }\n}\nfun main() { val x = FILL\nprintln(x) }"},
	{"function with an annotation", "kotlin", "@Test(1)\nfun live() { }\nfun main() { val x = FILL\nprintln(x) }"},
	{"call in a function without braces", "kotlin", "fun live(): Int { return 1 }\nfun f() = live()\nfun main() { val x = FILL\nprintln(f()) }"},
	{"call in a lazy value", "kotlin", "class A\nval y by lazy { live() }\nfun live(): Int { return 1 }\nfun main() { val x = FILL\nprintln(y) }"},
	{"call in a string", "kotlin", "fun live(): Int { return 1 }\nfun main() { val x = FILL\nprintln(\"${live()}\") }"},
	{"operator function", "kotlin", "class A {\n  operator fun live() { }\n}\nfun main() { val x = FILL\nprintln(x) }"},
	{"function that implements a trait", "rust", "impl Iterator for A {\n  fn live(&self) { }\n}\nfn main() { let x = FILL; }"},
	{"default function of a trait", "rust", "trait A {\n  fn live(&self) { }\n}\nfn main() { let x = FILL; }"},
	{"function with an attribute", "rust", "use a;\n#[ctor]\nfn live() { }\nfn main() { let x = FILL; }"},
	{"extern function", "rust", "pub extern \"C\" fn live() { }\nfn main() { let x = FILL; }"},
	{"call in a macro", "rust", "macro_rules! m { () => { live() } }\nfn live() { }\nfn main() { let x = FILL; m!(); }"},
	{"call by a raw name", "rust", "fn live() { }\nfn main() { let x = FILL; r#live(); }"},
	{"call by getattr", "python", "def live(): pass\nx = FILL\nf(getattr(m, 'li' + 've'))"},
	{"call by globals", "python", "def live(): pass\nx = FILL\nglobals()['li' + 've']()"},
	{"call in a program that exec runs", "python", "def live(): pass\nx = FILL\nexec('li' + 've()')"},
	{"function used as a decorator", "python", "def live(f): return f\n@live\ndef f(): pass\nx = FILL\ng(x)"},
	{"function with a decorator", "python", "@app.route('/')\ndef live(): pass\nx = FILL\ng(x)"},
	{"call in a default argument", "python", "def h():\n    return live\ndef f(a=h()): pass\nx = FILL\ng(x)"},
	{"call in the body of a class", "python", "def live(): pass\nclass A:\n    b = live()\nx = FILL\ng(x)"},
	{"call in a special method", "python", "class A:\n    def __add__(self, b): return self.live()\n    def live(self): pass\nx = FILL\ng(A() + A())"},
	{"method of a derived class", "python", "class A(B):\n    def live(self): pass\nx = FILL\ng(x)"},
	{"method of a class with a decorator", "python", "@register\nclass A:\n    def live(self): pass\nx = FILL\ng(x)"},
	{"call in a lambda", "python", "def live(): pass\nf = lambda: live()\nx = FILL\ng(x)"},
	{"call in an f-string", "python", "def live(): pass\nx = FILL\ng(f'{live()}')"},
	{"function in a condition", "python", "if a:\n    def live(): pass\nx = FILL\ng(x)"},
	{"call written in wide letters", "python", "def live(): pass\nx = FILL\nｌｉｖｅ()"},
	{"call after a head of two lines", "python", "def f(a,\nb):\n    return live()\ndef live(): pass\nx = FILL\ng(f)"},
	{"call on a continued line", "python", "def f(a):\n    return 1 + \\\nlive()\ndef live(): pass\nx = FILL\ng(f)"},
	{"program without a call outside of functions", "python", "class Solution:\n    def live(self):\n        x = FILL\n        return g(x)\n    def live2(self): pass"},
	{"call in main, which the end of the program calls", "python", "def live(): pass\ndef main():\n    live()\nx = FILL\nif __name__ == '__main__':\n    main()"},
	{"address of a routine", "pascal", "procedure live; begin end; var f: procedure; begin x := FILL; f := @live; f; end."},
	{"call in an operator", "pascal", "function live: integer; begin end; operator + (a, b: r) c: r; begin live; end; begin x := FILL; end."},
	{"method of a class", "pascal", "type a = class procedure live; end; procedure a.live; begin end; begin x := FILL; end."},
	{"routine in assembly", "pascal", "procedure live; begin end; procedure f; assembler; asm call live end; begin x := FILL; f; end."},
	{"routine of a unit", "pascal", "unit u; interface procedure live; implementation procedure live; begin x := FILL; end; begin x := FILL; end."},
	{"blocks that do not end", "pascal", "procedure live; begin if a then begin end; begin x := FILL; live; end."},
	{"language in which the rule finds no functions", "scala", "object Main { def live(): Int = { 1 }\n def main(a: Array[String]): Unit = { val x = FILL } }"},
}

// Functions that the program cannot call are marked as uncalled, and no others.
func TestUncalled(t *testing.T) {
	t.Parallel()
	for _, test := range uncalledCases {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			t.Parallel()
			got := uncalledWords(t, test.language, test.src)
			var want []string
			for _, word := range strings.FieldsFunc(test.src, func(r rune) bool { return r > 'z' || !isAlphanumeric(byte(r)) }) {
				if strings.HasPrefix(word, "dead") {
					want = append(want, word)
				}
			}
			slices.Sort(want)
			if want = slices.Compact(want); len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("words of uncalled code: %q, want %q", got, want)
			}
		})
	}
}

// If a program calls a function in an unusual way, or may do so, nothing is marked as uncalled.
func TestHiddenCalls(t *testing.T) {
	t.Parallel()
	for _, test := range hiddenCalls {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			t.Parallel()
			if got := uncalledWords(t, test.language, test.src); len(got) > 0 {
				t.Errorf("%q is marked as uncalled, want nothing", got)
			}
		})
	}
}
