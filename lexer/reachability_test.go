package lexer

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// filler makes a program long enough for the rule "reachability", which needs minRunning tokens that may
// run.
var filler = "1" + strings.Repeat(" + 1", 60)

// uncalledWords returns the words in uncalled code that begin with "dead" or "live", sorted and
// without repetition. FILL in the source stands for a long sum. The source is read coarsely if isCoarse says so.
func uncalledWords(t *testing.T, language, src string, isCoarse bool) []string {
	t.Helper()
	l, ok := ByName(language)
	if !ok {
		t.Fatalf("no language %q", language)
	}
	src = strings.ReplaceAll(strings.ReplaceAll(src, "FILL", filler), "\n\t\t\t", "\n")
	tokens, err := l.Lex([]byte(src))
	if errors.Is(err, ErrDegraded) != isCoarse || err != nil && !isCoarse {
		t.Fatalf("error %v, want ErrDegraded: %t", err, isCoarse)
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
	{"methods in branches of conditional compilation", "csharp", `
			class Program {
			#if A
				static int dead() { return 1; }
			#else
				static int dead2() { return 1; }
			#endif
				static void Main() {
			#if A
				int y = 1;
			#endif
				int x = FILL; }
			}`},
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
	{"functions", "swift", `
			import Foundation
			func dead<T>(_ a: T) -> [T] { return [a] }
			func live(_ a: Int) -> Int { return a }
			struct A { var a: Int
				init(_ b: Int) { a = b; live2() }
				mutating func dead2() { a += 1 }
				func live2() { } }
			let x = FILL
			print(live(x), A(x), "\(live(x)) \([x].map { "\($0))" })")`},
	{"functions", "scala", `
			import scala.io._
			object Main {
				def dead[T](a: T)(implicit b: Int): Array[T] = { Array(a) }
				private def dead2(a: Int) { println(a) }
				def live(a: Int): Int = { a }
				case class A(b: Int) { def dead3(c: Int): Int = { b + c } }
				def main(args: Array[String]): Unit = { val x = FILL
					println(s"${live(x)} ${args.map { a => s"$a}" }}") } }`},
	{"functions in an App", "scala", `
			object Main extends App {
				def dead(a: Int): Int = { a }
				def live(a: Int): Int = { a }
				val x = FILL
				println(live(x)) }`},
	{"functions", "d", `
			import std.stdio;
			int dead(int a) { return a; }
			pure int[] dead2(int[] a...) nothrow { return a; }
			int live(int a) { return a; }
			struct A { int a; this(int b) { a = b; live2(); } void live2() { } int dead3() { return a; } }
			void main() { int x = FILL; x.live.writeln; }`},
	{"functions", "dart", `
			import 'dart:io';
			int dead(int a, {int b = 1}) { return a; }
			Future<void> dead2() async { }
			int live(int a) { return a; }
			class A { int a; A(this.a); A.live2(int b) : a = b { a = 1; } int dead3() { return a; } }
			void main() { int x = FILL; print('$x ${live(x)} ${[x].map((b) { return '}'; })}'); A.live2(1); }`},
	{"functions", "php", `<?php
			function dead($a) { return $a; }
			function live(int $a): int { return $a; }
			function live2($a, $b) { return $a - $b; }
			class A { private $a; public function __construct() { $this->live3(); } private function live3() { } public function dead2() { return 1; } }
			$n = array_map('intval', explode(' ', fgets(STDIN)));
			usort($n, 'live2'); usort($n, function ($a, $b) { return $a - $b; });
			$x = (int)($n[0] / 2) + FILL;
			echo "{$n['}']}", <<<A
				it's {$n[0]}
				A, LIVE($x);`},
	{"functions", "lua", `
			-- dead, in a comment that is a line of prose
			local function dead(a)
				while a do a = nil end
				repeat local b = function() return 1 end until b
				return a
			end
			function dead2(a) if a then return 1 end end
			function live(a)
				for i = 1, 2 do
					a = a + 1
				end
				return a
			end
			local x = FILL
			print(live(x))`},
	{"functions", "julia", `
			using Printf
			function dead(a::Vector{T}) where T
				for i in 1:length(a)
					a[i:end] .= if a[end] > 1 2 else 3 end
				end
				s = [x for x in a if x > 1]
				map(a) do y
					y + 1
				end
			end
			function dead2!(a) a + 1 end
			function live(a)
				begin return a end
			end
			x = FILL
			println(live(x))`},
	{"functions", "ruby", `
			require 'set'
			class Heap
				attr_reader :a
				def initialize(a, &block) @a = a; live2; end
				def dead?(x)
					return if x.empty? unless x.nil?
					while x > 1 do x -= 1 end
					y = if x then 1 else 2 end
					@a.each do |z|
						puts "#{z} #{[z].map { "}" }}", <<-A, <<~B if z
							it's
							A
							#{z}
						B
					end
					begin x += 1 end while x < 10
					case x when 1 then puts x.class end
				end
				def live2; end
				def self.live3 = 1
			end
			def dead3 a
				a
			end
			def live!(a) a.map(&:to_i).inject(:+) end
			x = FILL
			p live!([x]), x & 1`},
	{"functions", "ocaml", `
			open Printf
			let rec dead a b = if a = 0 then b else dead2 (a - 1) b
			and dead2 a b = let c = dead a b in c
			let dead3 = function 0 -> 1 | n -> n
			let dead4 (a : int) ~b:(c) ?(d = 1) : int = begin a end
			let live a = a
			let () =
				let x = FILL in
				printf "%d" (live x)`},
	{"functions", "haskell", `
			{-# LANGUAGE BangPatterns #-}
			module Main where
			import Data.List
			dead :: Int -> Int
			dead 0 = 1
			dead n | n > 1 = dead (n - 1)
			       | otherwise = b
			  where b = 2
			dead2 !a ~(b, c) d@(Just _) = \e -> e
			live :: Int -> Int
			live a = a
			main :: IO ()
			main = do
			  let x = FILL
			  print (live x)`},
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
	{"pragma that names the function", "c", `#pragma weak go = live
			void go(void); void live() { } int main() { int x = FILL; go(); }`},
	{"pragma with a name of an object file", "cpp", `#pragma weak go = _Z4livev
			void go(); void live() { } int main() { int x = FILL; go(); }`},
	{"another name of the function", "cpp", `void go() __attribute__((alias("_Z4livev"))); void live() { } int main() { int x = FILL; go(); }`},
	{"operator for pragmas", "c", `_Pragma("weak go = li" "ve") void go(void); void live() { } int main() { int x = FILL; go(); }`},
	{"function that compilers call", "c", `int live() { return 1; } int puts(const char *a) { return live(); } int main() { int x = FILL; printf("a\n"); }`},
	{"members of a mutex", "cpp", `struct A { void live() { } void lock() { live(); } void unlock() { } }; int main() { A a; int x = FILL; lock_guard<A> b(a); }`},
	{"member of a clock", "cpp", `void live() { } struct A { static int now() { live(); } }; int main() { int x = FILL; mutex m; timed_mutex t; t.try_lock_until(A()); }`},
	{"digraphs for braces", "c", `int live() <% return 1; %> int main() <% int x = FILL; return live(); %>`},
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
	{"call by another name", "go", "package main\n//go:linkname f main.live\nfunc f()\nfunc live() {}\nfunc main() { x := FILL; f(); g(x) }"},
	{"call by getattr", "python", "def live(): pass\nx = FILL\nf(getattr(m, 'li' + 've'))"},
	{"call by globals", "python", "def live(): pass\nx = FILL\nglobals()['li' + 've']()"},
	{"call in a program that exec runs", "python", "def live(): pass\nx = FILL\nexec('li' + 've()')"},
	{"function used as a decorator", "python", "def live(f): return f\n@live\ndef f(): pass\nx = FILL\ng(x)"},
	{"function with a decorator", "python", "@app.route('/')\ndef live(): pass\nx = FILL\ng(x)"},
	{"call in a default argument", "python", "def h():\n    return live\ndef f(a=h()): pass\nx = FILL\ng(x)"},
	{"code in a default value and in types", "python", "def f(a=1, b=live(2), *, c: live2 = 3) -> {1: live3()}: pass\nx = FILL\ng(x)"},
	{"call by the globals of a function", "python", "def live(): pass\ndef f(): pass\nx = FILL\nf.__globals__['li' + 've'](x)"},
	{"call by the globals of a frame", "python", "def live(): pass\nx = FILL\nsys._getframe(x).f_globals['li' + 've']()"},
	{"methods that print calls", "python", "class A:\n    def write(self, a):\n        live(a)\n    def flush(self):\n        live2()\ndef live(a): pass\ndef live2(): pass\nx = FILL\nprint(x, file=A())"},
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
	{"function of a language that is left out", "perl", `sub live { return 1; } my $x = FILL; print(f($x), &{'li' . 've'}());`},
	{"language without tables", "groovy", `class Main { static int live() { 1 }; static void main(String[] a) { int x = FILL } }`},

	{"method of a type that conforms to a protocol", "swift", "struct A: P { func live() { } }\nlet x = FILL\nprint(x)"},
	{"method of a type that conforms by an extension", "swift", "struct A { mutating func live() -> Int? { return nil } }\nextension A: IteratorProtocol { }\nlet x = FILL\nprint(x)"},
	{"method of an extension of a protocol", "swift", "protocol P { func live() }\nextension P { func live() { } }\nlet x = FILL\nprint(x)"},
	{"call in an operator", "swift", "func live() { }\nstruct A { static func + (a: A, b: A) -> A { live(); return a } }\nfunc == (a: A, b: A) -> Bool { live2() }\nfunc live2() -> Bool { return true }\nlet x = FILL\nprint(x)"},
	{"calls in init and deinit", "swift", "class A { init() { live() }\ndeinit { live2() }\nfunc live() { }\nfunc live2() { } }\nlet x = FILL\nprint(x, A())"},
	{"calls in a property, a subscript and an observer", "swift", "class A { var a: Int { return live() }\nvar b = 1 { didSet { live2() } }\nsubscript(i: Int) -> Int { return live3() }\nfunc live() -> Int { return 1 }\nfunc live2() { }\nfunc live3() -> Int { return 1 } }\nlet x = FILL\nprint(x)"},
	{"function with an attribute", "swift", "@f func live() { }\n@discardableResult\nfunc live2() -> Int { return 1 }\nlet x = FILL\nprint(x)"},
	{"overriding method", "swift", "class A { override func live() { } }\nlet x = FILL\nprint(x)"},
	{"selector of a computed name", "swift", "class A { func live() { } }\nlet x = FILL\nA().perform(Selector(\"li\" + \"ve\"))"},
	{"method that the language calls", "swift", "struct A { func callAsFunction() { live() }\nfunc live() { } }\nlet x = FILL\nprint(x, A()())"},
	{"static main", "swift", "struct B { static func main() { live() }\nstatic func live() { } }\nlet x = FILL\nprint(x)"},
	{"function passed as an argument", "swift", "func live(_ a: Int) -> Int { return a }\nlet x = FILL\nprint([x].map(live))"},
	{"calls in a string", "swift", "func live() -> Int { return 1 }\nlet x = FILL\nprint(\"\\(live()) // \\(f(\"a\", live2()))\")\nfunc live2() -> Int { return 1 }"},
	{"call in a default argument", "swift", "func live() -> Int { return 1 }\nfunc f(a: Int = live()) { }\nlet x = FILL\nf()"},
	{"program without a call outside of functions", "swift", "class Solution { func live() -> Int { let x = FILL; return g(x) }\nfunc live2() { } }"},

	{"method of a class that extends another", "scala", "object Main { class A extends B { def live(a: Int): Int = { a } }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"methods of an anonymous class", "scala", "object Main { val o = new Ordering[Int] { def live(a: Int, b: Int): Int = { a } }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"member of an indented class", "scala", "object Main {\ndef main(a: Array[String]): Unit = { val x = FILL }\nclass A extends Ordering[Int]:\n  def live(a: Int, b: Int): Int = { a }\n}"},
	{"member of a given instance", "scala", "object Main {\ndef main(a: Array[String]): Unit = { val x = FILL }\ngiven Ordering[A] with\n  def live(a: A, b: A): Int = { 1 }\n}"},
	{"implicit conversions", "scala", "object Main { implicit def live(a: Int): A = { new A }\nimplicit class B(a: Int) { def live2(b: Int): Int = { b } }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"calls in apply, update and foreach", "scala", "object Main { object A { def apply(a: Int): Int = { live(a) }\ndef live(a: Int): Int = { a }\ndef update(a: Int, b: Int): Unit = { live2(a) }\ndef live2(a: Int): Int = { a }\ndef foreach(f: Int => Unit): Unit = { live3(1) }\ndef live3(a: Int): Int = { a } }\ndef main(a: Array[String]): Unit = { val x = FILL; A(x) } }"},
	{"calls in operators and in a setter", "scala", "object Main { class A { def +(b: A): A = { live(1); b }\ndef unary_-(): A = { live2(1); this }\ndef live(a: Int): Int = { a }\ndef live2(a: Int): Int = { a }\ndef x_=(a: Int): Unit = { live3(a) }\ndef live3(a: Int): Int = { a } }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"calls in the body of an object and in values", "scala", "object Main { live(1)\nval y = live2(2)\nlazy val z = { live3(3) }\ndef live(a: Int): Int = { a }\ndef live2(a: Int): Int = { a }\ndef live3(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"call in a function without braces", "scala", "object Main { def live(a: Int): Int = { a }\ndef f(a: Int) = live(a)\ndef main(a: Array[String]): Unit = { val x = f(FILL) } }"},
	{"call after the braces of a function", "scala", "object Main { def live(a: Int): Int = { a }\ndef f(a: Int): Int = { a } + live(a)\ndef main(a: Array[String]): Unit = { val x = f(FILL) } }"},
	{"functions with annotations", "scala", "object Main { @main def live(a: Int): Unit = { val x = FILL }\n@tailrec\ndef live2(a: Int): Unit = { }\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"reflection", "scala", "object Main { def live(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; getClass.getMethod(\"li\" + \"ve\") } }"},
	{"eta expansion and call in a string", "scala", "object Main { def live(a: Int): Int = { a }\ndef live2(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; f(live _); f(s\"${live2(1)}\") } }"},
	{"escape in a name", "scala", "object Main { def live(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; l\\u0069ve(1) } }"},
	{"program without a start", "scala", "object Solution { def live(a: Int): Int = { val x = FILL; g(x) }\ndef live2(a: Int): Int = { a } }"},

	{"mixin of a string", "d", `int live() { return 1; } void main() { int x = FILL; mixin("li" ~ "ve();"); }`},
	{"member by a trait", "d", `int live() { return 1; } void main() { int x = FILL; __traits(getMember, a, "li" ~ "ve")(); }`},
	{"calls in operators", "d", `int live() { return 1; } int live2() { return 1; } struct A { int opCmp(A b) { return live(); } int opBinary(string op)(A b) { return live2(); } } void main() { int x = FILL; }`},
	{"calls in a range", "d", `struct A { int front() { return live(); } void popFront() { live2(); } bool empty() { return live3(); } int live() { return 1; } void live2() { } bool live3() { return 1; } } void main() { int x = FILL; }`},
	{"methods of a derived class", "d", `class A : B { int live() { return 1; } override int live2() { return 1; } } void main() { int x = FILL; }`},
	{"calls in constructors and destructors", "d", `void live() { } void live2() { } void live3() { } struct A { this(int a) { live(); } ~this() { live3(); } } static this() { live2(); } void main() { int x = FILL; }`},
	{"calls in a unit test and under a condition", "d", `void live() { } void live2() { } unittest { live(); } static if (f()) { void f() { live2(); } } void main() { int x = FILL; }`},
	{"calls by a template argument, as a property and by an alias", "d", `int live(int a) { return 1; } int live2(int a) { return 1; } int live3() { return 1; } alias f = live3; void main() { int x = FILL; [x].map!live; x.live2; f(); }`},
	{"call in a lambda in a variable", "d", `int live() { return 1; } auto f = (int a) { return live(); }; void main() { int x = FILL; f(x); }`},
	{"string that a template reads as code", "d", `int live(int a) { return 1; } void main() { int x = FILL; f!"live(a)"(x); }`},
	{"functions with attributes", "d", `@f void live() { } pragma(crt_constructor) extern(C) void live2() { } void main() { int x = FILL; }`},
	{"calls in contracts", "d", `int live() { return 1; } int live2() { return 1; } int f(int a) in { live(); } do { return live2(); } void main() { int x = FILL; f(x); }`},

	{"mirrors", "dart", "import 'dart:mirrors';\nint live(int a) { return a; }\nvoid main() { int x = FILL; f(x); }"},
	{"methods of classes that implement others", "dart", "class A implements Comparable<A> { int live(A a) { return 1; } }\nclass B with A { int live2() { return 1; } }\nvoid main() { int x = FILL; f(x); }"},
	{"overriding method", "dart", "class A { @override int live() { return 1; } }\nvoid main() { int x = FILL; f(x); }"},
	{"calls in an operator, a getter, a setter and constructors", "dart", "class A { int operator +(A a) { return live(); } int get b { return live2(); } set c(int d) { live3(); } A.e() { live4(); } factory A.f() { live5(); return A.e(); } int live() { return 1; } int live2() { return 1; } void live3() { } void live4() { } void live5() { } }\nvoid main() { int x = FILL; A.e() + A.f(); A.e().c = A.e().b; }"},
	{"call in call", "dart", "class A { int call() { return live(); } int live() { return 1; } }\nvoid main() { int x = FILL; A()(); }"},
	{"calls in a string", "dart", "int live() { return 1; }\nint live2() { return 1; }\nvoid main() { int x = FILL; print('$live ${live2()}'); }"},
	{"functions without a type and with an arrow", "dart", "live() { return 1; }\nint live2() { return 1; }\nint f() => live2();\nmain() { int x = FILL; f(); }"},
	{"calls in the values of variables", "dart", "int live() { return 1; }\nfinal y = live();\nfinal f = (int a) { live2(); };\nvoid live2() { }\nvoid main() { int x = FILL; f(y); }"},
	{"function passed as an argument", "dart", "int live(int a) { return 1; }\nvoid main() { int x = FILL; [x].map(live); }"},
	{"noSuchMethod", "dart", "class A { noSuchMethod(i) { f(i); } int live() { return 1; } }\nvoid main() { int x = FILL; f(x); }"},
	{"call in toJson, which the library calls", "dart", "class A { Map toJson() { return live(); } Map live() { return {}; } }\nvoid main() { int x = FILL; jsonEncode(A()); }"},

	{"call of a variable", "php", "<?php function live($a) { return 1; }\n$f = 'li' . 've'; $x = FILL;\necho f($x), $f/* */($x);"},
	{"call of an expression", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho f($x), ('li' . 've')($x);"},
	{"call of a string", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho f($x), \"li\\x76e\"($x);"},
	{"call of an element", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho f($x), $a[0]($x);"},
	{"call of the result of a call", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho f()($x);"},
	{"call of a constant", "php", "<?php function live($a) { return 1; }\nconst F = 'li' . 've'; $x = FILL;\necho f(1), (F)($x);"},
	{"method of a computed name", "php", "<?php class A { function live() { return 1; } }\n$x = FILL;\n$a = new A(); $m = 'li' . 've'; f($a->$m());"},
	{"method of an expression", "php", "<?php class A { static function live() { return 1; } }\n$x = FILL;\nf(A::{'li' . 've'}());"},
	{"call_user_func", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho call_user_func('li' . 've', $x);"},
	{"call_user_func in array_map", "php", "<?php function live() { return 1; }\n$x = FILL;\narray_map('call_user_func', ['li' . 've']);"},
	{"array_map", "php", "<?php function live($a) { return 1; }\n$x = FILL;\necho array_map('li' . 've', [$x]);"},
	{"usort", "php", "<?php function live($a, $b) { return 1; }\n$x = FILL; $f = 'li' . 've';\nusort($x, $f);"},
	{"array_filter in other letters", "php", "<?php function live($a) { return 1; }\n$x = FILL; $f = 'li' . 've';\nArray_Filter($x, $f);"},
	{"usort by another name", "php", "<?php use function usort as s; function live($a, $b) { return 1; }\n$x = FILL; s($x, 'li' . 've');"},
	{"error handler", "php", "<?php function live() { return 1; }\n$x = FILL;\nset_error_handler('li' . 've'); f($x);"},
	{"reflection", "php", "<?php function live() { return 1; }\n$x = FILL;\n$f = new ReflectionFunction('li' . 've'); f($x);"},
	{"calls in a string", "php", "<?php function live() { return 1; } class A { function live2() { } }\n$x = FILL;\necho f(\"{$a->live2()} ${live()}\");"},
	{"call of a variable in a here-document", "php", "<?php function live($a) { return 1; }\n$x = FILL; f($x);\necho <<<E\n{$f($x)}\nE;"},
	{"magic methods", "php", "<?php class A { function __get($a) { return live(); } function __call($a, $b) { return live2(); } }\nfunction live() { return 1; } function live2() { return 1; }\n$x = FILL; f($x);"},
	{"methods of classes that implement or extend others", "php", "<?php class A implements Countable { function live() { return 1; } } class B extends SplHeap { function live2() { } }\n$x = FILL; f($x);"},
	{"replacement that is run", "php", "<?php function live() { return 1; }\n$x = FILL; preg_replace('/a/e', '\"li\" . \"ve\"', $x);"},
	{"eval", "php", "<?php function live() { return 1; }\n$x = FILL; f($x); eval($a);"},
	{"code between texts", "php", "a <?php function live() { return 1; } ?> b <?= live() ?> c <?php $x = FILL; f($x);"},
	{"function with an attribute", "php", "<?php\n#[A]\nfunction live() { return 1; }\n$x = FILL; f($x);"},

	{"table of global functions", "lua", "function live()\n  return 1\nend\nlocal x = FILL\nprint(_G['li' .. 've'](x))"},
	{"environment", "lua", "function live()\n  return 1\nend\nlocal x = FILL\nprint(_ENV['li' .. 've'](x))"},
	{"load", "lua", "function live()\n  return 1\nend\nlocal x = FILL\nload('li' .. 've()')()"},
	{"members of a table", "lua", "M = {}\nfunction M.live()\n  return 1\nend\nfunction M:live2()\n  return 1\nend\nlocal x = FILL\nprint(M['li' .. 've'](x))"},
	{"metamethod", "lua", "function live()\n  return 1\nend\nlocal t = setmetatable({}, { __add = function(a, b) return live() end })\nlocal x = FILL\nprint(t + t)"},
	{"function that ends before its indentation", "lua", "function live()\n  return 1\nend\nfunction f()\n  if a then\n  end\n  end\n  live()\n  if b then\nend\nlocal x = FILL\nprint(x)"},
	{"functions in variables", "lua", "local function live() return 1 end\nlocal f = function() return live() end\nlocal x = FILL\nprint(f(x))"},
	{"names in a string and behind code", "lua", "function live() return 1 end\nfunction live2() return 1 end\nlocal x = FILL\nprint('live', x) -- live2"},
	{"require", "lua", "function live() return 1 end\nlocal x = FILL\nprint(require('_' .. 'G')['li' .. 've'](x))"},

	{"eval", "julia", "function live()\n  1\nend\nx = FILL\nprintln(eval(:($(f(x)))))"},
	{"getfield", "julia", "function live()\n  1\nend\nx = FILL\nprintln(getfield(a, b)(x))"},
	{"computed symbol", "julia", "function live()\n  1\nend\nx = FILL\nprintln(f(Symbol(\"li\", \"ve\")))"},
	{"macro", "julia", "function live()\n  1\nend\nmacro m(a)\n  f(a)\nend\nx = FILL\n@m(x)"},
	{"method of a function of the library", "julia", "function Base.show(io::IO, a::A)\n  live()\nend\nfunction live()\n  1\nend\nx = FILL\nprintln(x)"},
	{"method of an imported function", "julia", "import Base: isless\nfunction isless(a::A, b::A)\n  live()\nend\nfunction live()\n  1\nend\nx = FILL\nprintln(x)"},
	{"operator and callable type", "julia", "function +(a::A, b::A)\n  live()\nend\nfunction (a::A)(b)\n  live2()\nend\nfunction live() 1 end\nfunction live2() 1 end\nx = FILL\nprintln(x)"},
	{"inner constructor", "julia", "function live() 1 end\nstruct A\n  a\n  function A()\n    live()\n    new(1)\n  end\nend\nx = FILL\nprintln(x, A())"},
	{"calls in a string, a short function and a default argument", "julia", "function live() 1 end\nfunction live2() 1 end\nfunction live3() 1 end\ng() = live2()\nfunction h(a = live3())\n  a\nend\nx = FILL\nprintln(\"$(live())\", g(), h())"},
	{"broadcast and block of do", "julia", "function live(a) a end\nfunction live2(a) a end\nx = FILL\nlive.([x])\nmap([x]) do y\n  live2(y)\nend"},
	{"symbol of a word that begins a block", "julia", "function live()\n  1\nend\nfunction f()\n  a = :begin\nend\nlive()\nx = FILL\nprintln(x)"},
	{"module that starts itself", "julia", "module M\nfunction live() 1 end\nfunction __init__()\n  live()\nend\nend\nx = FILL\nprintln(x)"},

	{"send", "ruby", "def live(a) a end\nx = FILL\np send('li' + 've', x)"},
	{"method object", "ruby", "def live(a) a end\nx = FILL\np method('li' + 've').call(x)"},
	{"eval", "ruby", "def live(a) a end\nx = FILL\np instance_eval('li' + 've(1)')"},
	{"method_missing", "ruby", "def live(a) a end\nclass A\n  def method_missing(a)\n    f(a)\n  end\nend\nx = FILL\np x"},
	{"define_method", "ruby", "def live(a) a end\ndefine_method(:f) { 1 }\nx = FILL\np x"},
	{"block of a computed name", "ruby", "class A\n  def live\n    1\n  end\nend\nx = FILL\nf = ('li' + 've').intern\np [x].map(&f)"},
	{"block of a computed name without brackets", "ruby", "class A\n  def live\n    1\n  end\nend\nx = FILL\nf = ('li' + 've').intern\np [x].each &f"},
	{"block of a symbol's successor", "ruby", "class A\n  def live\n    1\n  end\nend\nx = FILL\np [x].map(&:livd.succ)"},
	{"inject of a computed name", "ruby", "class A\n  def live(a)\n    1\n  end\nend\nx = FILL\nf = 'li' + 've'\np [x].inject(1, f)"},
	{"enumerator of a computed name", "ruby", "class A\n  def live(a)\n    1\n  end\nend\nx = FILL\np A.new.to_enum('li' + 've')"},
	{"block of a name", "ruby", "class A\n  def live\n    1\n  end\nend\nx = FILL\np [x].map(&:live)"},
	{"alias", "ruby", "def live(a) a end\nalias f live\nx = FILL\np f(x)"},
	{"operators", "ruby", "class A\n  def +(b)\n    live\n  end\n  def [](i)\n    live2\n  end\n  def <=>(b)\n    live3\n  end\n  def -@\n    live4\n  end\n  def live; end\n  def live2; end\n  def live3; end\n  def live4; end\nend\nx = FILL\np A.new + x"},
	{"methods that the language calls", "ruby", "class A\n  def to_s\n    live\n  end\n  def each\n    live2\n  end\n  def coerce(a)\n    live3\n  end\n  def live; end\n  def live2; end\n  def live3; end\nend\nx = FILL\nputs \"#{A.new}\", x"},
	{"method that the library for JSON calls", "ruby", "require 'json'\nclass A\n  def to_json(*a)\n    live\n  end\n  def live; end\nend\nx = FILL\nputs JSON.generate([A.new, x])"},
	{"methods of a derived class and of a class of the library", "ruby", "class A < B\n  def live; end\nend\nclass Array\n  def live2; end\nend\nx = FILL\np x"},
	{"method with a decorator", "ruby", "memoize def live(a) a end\nx = FILL\np x"},
	{"method without an end", "ruby", "def live(a) a end\ndef f(a) = live(a)\nx = FILL\np f(x)"},
	{"calls in a string and a here-document", "ruby", "def live; end\ndef live2; end\nx = FILL\nputs \"#{live}\", x\nputs <<~A\n  #{live2}\nA"},
	{"calls in a default argument and in the body of a class", "ruby", "def live; end\ndef live2; end\ndef f(a = live) a end\nclass A\n  live2\nend\nx = FILL\np f, x"},
	{"method that ends before its indentation", "ruby", "def live\n  1\nend\ndef f\n  if x\n  end\n  end\n  live\n  if x\nend\ny = FILL\np y"},
	{"condition after its statement on the next line", "ruby", "def f\n  a \\\n  if b\nend\nlive\ndef live\n  1\nend\nif c\n  y = FILL\nend\np y"},
	{"key that is a word that ends a block", "ruby", "def f\n  if a\n    b end: 1\n  end\nend\nlive\ndef live\n  1\nend\ny = FILL\np y"},
	{"condition in a string", "ruby", "def f\n  \"#{if a then 1 end}\"\n  live\nend\ndef live\n  1\nend\nf\ny = FILL\np y"},
	{"program that another program calls", "ruby", "# @param {Integer} a\ndef live(a)\n  x = FILL\n  g(x)\nend\ndef live2; end"},

	{"call in a value", "ocaml", "let live a = a\nlet y = live 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"operator", "ocaml", "let live a = a\nlet ( + ) a b = live a\nlet () =\n  let x = FILL in\n  print_int x"},
	{"function in the argument of a functor", "ocaml", "let live2 a = a\nmodule S = Set.Make (struct\ntype t = int\nlet live a b = live2 a\nend)\nlet () =\n  let x = FILL in\n  print_int x"},
	{"function in a structure that is not indented", "ocaml", "let live2 a = a\nmodule A = struct\nlet live a b = live2 a\nend\nmodule S = F (A)\nlet () =\n  let x = FILL in\n  print_int x"},
	{"definition in an expression", "ocaml", "let live a = a\nlet () =\nlet f a = live a in\nf 1;\nlet x = FILL in\nprint_int x"},
	{"value on the line of a function", "ocaml", "let live a = a\nlet f a = a let () = live 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"expression after two semicolons", "ocaml", "let live a = a\nlet f a = a ;; live 1 ;;\nlet () =\n  let x = FILL in\n  print_int x"},
	{"structure on the line of a function", "ocaml", "let live a = a\nlet f a = a module M = struct let y = let z = 1 in live z in end\nlet () =\n  let x = FILL in\n  print_int x"},
	{"initializer", "ocaml", "let live a = a\nclass c = object\n  initializer live 1\nend\nlet () =\n  let x = FILL in\n  print_int x"},
	{"function as an argument and partial application", "ocaml", "let live a = a\nlet live2 a b = a\nlet f = live2 1\nlet () =\n  let x = FILL in\n  List.iter live [x]"},
	{"calls in patterns and typed values", "ocaml", "let live a = a\nlet live2 a = a\nlet live3 a = a\nlet (a, b) = (live 1, 2)\nlet x :: y = [live2 2]\nlet z : (int * int) = live3 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"name in a comment behind code", "ocaml", "let live a = a\nlet () =\n  let x = FILL in\n  print_int x (* live *)"},

	{"method of an instance", "haskell", "instance Show A where\n  show a = live a\nlive a = a\nmain = do\n  let x = FILL\n  print x"},
	{"operator and infix definition", "haskell", "a +++ b = live a\na `g` b = live2 b\nlive a = a\nlive2 a = a\nmain = do\n  let x = FILL\n  print x"},
	{"calls in a pattern and a where", "haskell", "(a, b) = live 1\nlive a = a\nmain = do\n  let x = FILL\n  print y\n  where y = live2 1\nlive2 a = a"},
	{"call by an infix name", "haskell", "live a b = a\nmain = do\n  let x = FILL\n  print (x `live` 1)"},
	{"rule of a pragma", "haskell", "live a = a\nf a = a\n{-# RULES \"f\" forall a. f a = live a #-}\nmain = do\n  let x = FILL\n  print x"},
	{"names that templates build", "haskell", "{-# LANGUAGE TemplateHaskell #-}\nlive a = a\nmain = do\n  let x = FILL\n  print $(f (\"li\" ++ \"ve\"))"},
	{"syntax that can be redefined", "haskell", "{-# LANGUAGE RebindableSyntax #-}\nlive a = a\nmain = do\n  let x = FILL\n  print x"},
	{"preprocessor", "haskell", "{-# LANGUAGE CPP #-}\n#define A li ## ve\nlive a = a\nmain = do\n  let x = FILL\n  print (A x)"},
	{"statements that are not indented", "haskell", "main = do\nlet x = FILL\nlive :: IO ()\nprint x\n\nlive = f 1"},
	{"definitions in braces", "haskell", "module Main where {\nlive a = a;\nmain = do {\nlet {x = FILL};\nprint x }\n}"},
	{"program without a start", "haskell", "live a = f x\n  where x = FILL\nlive2 a = a"},
	{"condition at compile time that hides the end of a function", "csharp", "class P {\nstatic int f() {\n#if A\n}\nstatic int g() {\n#endif\nreturn live(); }\nstatic int live() { return 1; }\nstatic void Main() { int x = FILL; f(); } }"},
	{"condition at compile time that chooses the head of a function", "csharp", "class P {\n#if A\nstatic int live()\n#else\nstatic int f()\n#endif\n{ return 1; }\nstatic void Main() { int x = FILL; f(); } }"},
	{"condition at compile time that hides the end of a function", "swift", "func f() {\n#if A\n}\nfunc g() {\n#endif\nlive()\n}\nfunc live() { }\nlet x = FILL\nf()\nprint(x)"},
	{"braces in strings within strings", "swift", "func f() {\nprint(\"\\(s(\"}\"))\")\nfunc g() {\nprint(\"\\(s(\"{\"))\")\n}\nlive()\n}\nfunc live() { }\nlet x = FILL\nf()\nprint(x)"},
	{"braces in a comment within a comment", "swift", "func f() {\n/* /* */\n}\nfunc g() {\n*/\nlive()\n}\nfunc live() { }\nlet x = FILL\nf()\nprint(x)"},
	{"braces in a comment within a comment", "scala", "object Main { def f(a: Int): Int = {\n/* /* */\n}\ndef g(a: Int): Int = {\n*/\nlive(1)\n}\ndef live(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; f(x) } }"},
	{"braces in strings within strings", "scala", "object Main { def f(a: Int): Int = {\nprintln(s\"${s(\"}\")}\")\ndef g(a: Int): Int = {\nprintln(s\"${s(\"{\")}\")\n}\nlive(1)\n}\ndef live(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; f(x) } }"},
	{"braces in XML", "scala", "object Main { def f(a: Int): Int = {\nval b = <a>\n}\ndef g(a: Int): Int = {\n</a>\nlive(1)\n}\ndef live(a: Int): Int = { a }\ndef main(a: Array[String]): Unit = { val x = FILL; f(x) } }"},
	{"method of a trait", "scala", "object Main { trait A { def live(a: Int): Int = { a } }\nclass B extends A with C\ndef main(a: Array[String]): Unit = { val x = FILL } }"},
	{"operators of the first D", "d", "struct A { void opAddAssign(int a) { live(); } int opSub_r(int a) { live2(); return a; } void live() { } void live2() { } }\nvoid main() { int x = FILL; A a; a += x; x = x - a; }"},
	{"braces in a comment within a comment", "d", "void f() {\n/+ /+ +/\n}\nvoid g() {\n+/\nlive();\n}\nvoid live() { }\nvoid main() { int x = FILL; f(); }"},
	{"braces in a literal that nests", "d", "void f() {\nauto s = q\"(a()\"\n}\nvoid g() {\n\"b)\";\nlive();\n}\nvoid live() { }\nvoid main() { int x = FILL; f(); }"},
	{"braces in a comment within a comment", "dart", "void f() {\n/* /* */\n}\nvoid g() {\n*/\nlive();\n}\nvoid live() { }\nvoid main() { int x = FILL; f(); }"},
	{"braces in strings within strings", "dart", "void f() {\nprint('${s('}')}');\nvoid g() {\nprint('${s('{')}');\n}\nlive();\n}\nvoid live() { }\nvoid main() { int x = FILL; f(); }"},
	{"method of a mixin", "dart", "mixin A { int live(int a) { return 1; } }\nclass B extends C with A { }\nvoid main() { int x = FILL; f(x); }"},
	{"method of a computed name in a variable", "php", "<?php class A { function live() { return 1; } }\n$x = FILL;\n$a = new A(); f($a->{$m}());"},
	{"block of a computed name in a string", "ruby", "class A\n  def live\n    1\n  end\nend\nx = FILL\np \"#{[x].map(&f)}\", x"},
	{"comment that ends before its line", "php", "<?php function f() {\n// ?><?php } if (1) {\nlive();\n}\nfunction live() { return 1; }\n$x = FILL; g($x);"},
	{"here-document that ends within a line", "php", "<?php function f() {\n$a = <<<E\nE . g(); } if (1) { $b = <<<E\nE;\nlive();\n}\nfunction live() { return 1; }\n$x = FILL; g($x);"},
	{"method of a trait", "php", "<?php trait A { function live() { return 1; } } class B implements Countable { use A; }\n$x = FILL; f($x);"},
	{"names that macros build", "julia", "function live1()\n  1\nend\nx = FILL\nprintln(x)\nBase.@nexprs 1 i -> live_i()"},
	{"blocks in a comment within a comment", "julia", "function f()\n  #= #= =#\nend\nfunction g()\n  =#\n  live()\nend\nfunction live()\n  1\nend\nx = FILL\nprintln(x, f())"},
	{"blocks in a string within a string", "julia", "function f()\n  \"$(s(\"\nend\nfunction g()\n\"))\"\n  live()\nend\nfunction live()\n  1\nend\nx = FILL\nprintln(x, f())"},
	{"blocks in a regular expression after a name", "ruby", "def f\n  s /\nend\ndef g\n  /x\n  live\nend\ndef live\n  1\nend\nx = FILL\np f, x"},
	{"blocks in a here-document", "ruby", "def f\n  s(<<-A, <<-B)\n  A\nend\ndef g\n  B\n  live\nend\ndef live\n  1\nend\nx = FILL\np f, x"},
	{"blocks in a literal with a percent sign", "ruby", "def f\n  s %q(()\n)\nend\ndef g\n  )\n  live\nend\ndef live\n  1\nend\nx = FILL\np f, x"},
	{"second definition on the line of a function", "ocaml", "let live a = a\nlet f a = a and b = live 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"constructor as a pattern", "ocaml", "let live a = a\nlet Some a = live 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"value with an attribute", "ocaml", "let live a = a\nlet b [@a] = live 1\nlet () =\n  let x = FILL in\n  print_int x"},
	{"definition in a quoted string", "ocaml", "let live a = a\nlet f a =\n  s {|\nlet g a =\n|};\n  live 1\nlet () =\n  let x = FILL in\n  f x"},
	{"definition in a string", "ocaml", "let live a = a\nlet f a =\n  s \"\nlet g a =\n\";\n  live 1\nlet () =\n  let x = FILL in\n  f x"},
	{"definition in a comment within a comment", "ocaml", "let live a = a\nlet f a =\n  (* (* *)\nlet g a =\n*)\n  live 1\nlet () =\n  let x = FILL in\n  f x"},
	{"definitions on one line", "haskell", "f a = a; b = live 1\nlive a = a\nmain = do\n  let x = FILL\n  print (x + b)"},
	{"definition in a comment within a comment", "haskell", "live a = a\nf a =\n  {- {- -}\ng a =\n-}\n  live a\nmain = do\n  let x = FILL\n  print (f x)"},
	{"definition in a string of several lines", "haskell", "live a = a\nf a =\n  s \"\\\n\\g a =\\\n\\\" (live a)\nmain = do\n  let x = FILL\n  print (f x)"},
}

// deadWords returns the words that begin with "dead", sorted and without repetition.
func deadWords(src string) (words []string) {
	for _, word := range strings.FieldsFunc(src, func(r rune) bool { return r > 'z' || !isAlphanumeric(byte(r)) }) {
		if strings.HasPrefix(word, "dead") {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Functions that the program cannot call are marked as uncalled, and no others.
func TestUncalled(t *testing.T) {
	t.Parallel()
	for _, test := range uncalledCases {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			t.Parallel()
			got := uncalledWords(t, test.language, test.src, false)
			if want := deadWords(test.src); len(want) == 0 || !slices.Equal(got, want) {
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
			if got := uncalledWords(t, test.language, test.src, false); len(got) > 0 {
				t.Errorf("%q is marked as uncalled, want nothing", got)
			}
		})
	}
}
