package lexer_test

import (
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// Two programs that differ in names, layout, comments and style have the same tokens.
func Example() {
	java, _ := lexer.ByName("Java 21")
	first, err := java.Lex([]byte(`
		public static long sum(List<Integer> list) {
			long result = 0;
			for (int i = 0; i <= list.size() - 1; i += 1) { result = result + list.get(i); }
			return (result);
		}`))
	if err != nil {
		panic(err)
	}
	second, err := java.Lex([]byte(`
		int total(ArrayList<Long> xs) { // adds them up
			int s = 0;
			for (var k = 0; k < xs.size(); ++k)
				s += xs.get(k);
			return s;
		}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(slices.Equal(lexer.Shingles(first, 10), lexer.Shingles(second, 10)))
	// Output: true
}

// Each token has its normalised text and its place in the source.
func ExampleLanguage_Lex() {
	java, _ := lexer.ByName("java")
	src := []byte(`int sum = a + 1; // total`)
	tokens, err := java.Lex(src)
	if err != nil {
		panic(err)
	}
	for _, t := range tokens {
		fmt.Printf("%s=%s ", t.Text, src[t.Start:t.End])
	}
	// Output: T=int I=sum === I=a +=+ N=1 ;=;
}

// The shingles that two programs share show how similar they are.
func ExampleShingles() {
	cpp, _ := lexer.ByPath("main.cpp")
	shared := func(a, b string) (n int) {
		first, _ := cpp.Lex([]byte(a))
		second, _ := cpp.Lex([]byte(b))
		shingles := lexer.Shingles(second, 3)
		for _, s := range lexer.Shingles(first, 3) {
			if slices.Contains(shingles, s) {
				n++
			}
		}
		return n
	}
	fmt.Println(shared("x = y + 1;", "count = total + 7;"), shared("x = y + 1;", "x = y * z;"))
	// Output: 4 1
}

// Judge systems name languages and compilers in many ways.
func ExampleByName() {
	for _, name := range []string{"GNU G++20 11.2.0 (64 bit, winlibs)", "PyPy 3-64", "kt", "C# 10"} {
		l, _ := lexer.ByName(name)
		fmt.Println(l.ID, l.Name)
	}
	// Output:
	// cpp C++
	// python Python
	// kotlin Kotlin
	// csharp C#
}

// The rules of a language explain how it is normalised.
func ExampleLanguage_Rules() {
	lua, _ := lexer.ByName("Lua")
	for _, rule := range lua.Rules()[:2] {
		fmt.Printf("%s: %s\n", rule.Name, rule.Doc)
	}
	// Output:
	// reachability: functions that cannot run, because no reachable code has their names, are marked and do not count for the suspicion
	// imports: import, package and using statements are dropped
}
