package lexer

import (
	"slices"
	"strings"
	"testing"
)

// ruleCase is a test of a rule: the rule makes the programs a and b equal, and the program
// different stays different from both.
type ruleCase struct{ rule, language, a, b, different string }

var longProgram = strings.Repeat("f(x, 1) + ", 12) + "g(x, 2)"

// ruleCases has one or more cases for each rule. The rule "indentation" is an exception: it makes
// programs different, and without it all three programs are equal.
var ruleCases = []ruleCase{
	{"embedded-programs", "python", "def f():\n    exec(\"for x in a:\\n\\tg(\\x78)\", globals())\n    h()", "def f():\n    for x in a:\n        g(x)\n    h()", "def f():\n    print(\"for x in a:\\n\\tg(x)\", globals())\n    h()"},
	{"embedded-programs", "python", "p = r'''\nimport sys\nfor x in a: f(x)\n'''\nexec(compile(p, '', 'exec'))\ng()", "for x in a: f(x)\ng()", "p = r'''\nfor x in a: f(x)\n'''\np = g()\nexec(p)\ng()"},
	{"embedded-programs", "python", "exec 'if a:\\n b = ' '1'\nc = eval(\"d+e\")", "if a:\n  b = 1\nc = d + e", "exec 'if a:\\n b = ' + f\nc = eval(\"d+e\" % g)"},
	{"embedded-programs", "python", "exec(\"exec('f(x, 1)')\")", "f(x, 1)", "exec(\"exec(\\\"exec('f(x, 1)')\\\")\")"},
	{"embedded-programs", "python", "builtins.exec('f(x)'); a.exec('g')", "f(x); a.exec('g')", "b.exec('f(x)'); a.exec('g')"},
	{"embedded-programs", "python", "list(map(exec, ['" + longProgram + "']))", "list(map(exec, [" + longProgram + "]))", "list(map(f, ['" + longProgram + "']))"},
	{"embedded-programs", "python", "(exec)('" + longProgram + "')\n'" + longProgram + "'", "(exec)(" + longProgram + ")", "(f)('" + longProgram + "')"},
	{"embedded-programs", "javascript", "(0, eval)('" + longProgram + "')", "(0, eval)(" + longProgram + ")", "(0, f)('" + longProgram + "')"},
	{"embedded-programs", "javascript", "const p = 'f(1);' +\n  'g(x)'\neval(p)\nnew Function('x', `return x+1`)(2)", "f(1)\ng(x)\nreturn x + 1(2)", "const p = 'f(1);' +\n  'g(x)'\np.eval(p)\nnew Function(`return x+1`, x)(2)"},
	{"embedded-programs", "typescript", "eval('f(1)')", "f(1)", "f('f(1)')"},
	{"embedded-programs", "php", "<?php eval('$a = f(\\'x\\');'); g();", "<?php $a = f('x');; g();", "<?php echo('$a = f(\\'x\\');'); g();"},
	{"embedded-programs", "ruby", "eval 'f(1)'\ng", "f(1)\ng", "p 'f(1)'\ng"},
	{"embedded-programs", "perl", "eval 'f(1);'; g();", "f(1);; g();", "print 'f(1);'; g();"},
	{"macros", "cpp",
		"#define pb push_back\n#define INF 1000000000\nv.pb(INF);",
		"v.push_back(1000000000);",
		"v.push_back(INF[0]);"},
	{"macros", "cpp",
		"#define rep(i, n) for (int i = 0; i < (n); i++)\n#define sz(x) ((int)(x).size())\nrep(i, sz(v)) s += v[i];",
		"for (int i = 0; i < v.size(); i++) s += v[i];",
		"for (int i = 0; i < v; i++) s += v[i];"},
	{"macros", "c",
		"#define MAX(a, b) ((a) > (b) ? (a) : (b))\nx = MAX(x, MAX(y, z));",
		"x = x > (y > z ? y : z) ? x : (y > z ? y : z);",
		"x = max(x, max(y, z));"},
	{"macros", "cpp",
		"#define ll long long\n#define endl '\\n'\nll a; cout << a << endl;",
		"long long a; cout << a << \"\\n\";",
		"long long a; cout << a << b;"},
	{"imports", "java", "import java.util.*;\nimport java.io.*;\nint a;", "int a;", "long a, b;"},
	{"imports", "python", "from sys import stdin\nimport math\na = 1", "a = 1", "a = stdin"},
	{"imports", "dart", "library a.b;\nimport 'c.dart' as d;\npart of a.b;\npart 'e.dart';\nvar part = 0;\npart += f(import);\npart[1] = 2;", "var part = 0;\npart += f(import);\npart[1] = 2;", "var part = 0;"},
	{"imports", "kotlin", "import a.b\nvar import = 0\nimport += 2", "var import = 0\nimport += 2", "var import = 0"},
	{"soft-keywords", "kotlin", "value = data[i]", "x = y[i]", "data class A(x)"},
	{"soft-keywords", "python", "for case in match: print(case, match(case)); case = case + 1", "for a in b: print(a, b(a)); a += 1", "match case:\n  case (1, -a): print(1)"},
	{"soft-keywords", "csharp", "value = set + 1;", "x = y + 1;", "x = y + z;"},
	{"own-types", "cpp", "struct string { int x; }; f(string);", "struct Name { int x; }; f(Name);", "struct Name { int x; }; f(int);"},
	{"own-types", "python", "list = f()\ng(list)", "xs = f()\ng(xs)", "xs = f()\ng(list)"},
	{"doc-strings", "python", "def f():\n    \"\"\"Adds.\"\"\"\n    return 1", "def f():\n    return 1", "def f():\n    return \"Adds.\""},
	{"closing-angles", "cpp", "f(static_cast<set<set<I>>::iterator>(x));", "f(static_cast<set<set<I> >::iterator>(x));", "f(a >> b);"},
	{"trailing-commas", "go", "a := []int{1, 2,}", "a := []int{1, 2}", "a := []int{1, 2, 3}"},
	{"annotations", "java", "@\nOverride @SuppressWarnings\n(\"unchecked\") void f() throws IOException, a.B { g(); }", "void f() { g(); }", "void f() { throw new E(); }"},
	{"annotations", "kotlin", "@JvmStatic fun f() { g() }", "fun f() { g() }", "fun f() { return@f }"},
	{"modifiers", "java", "public static final int N = 1;", "int N = 1;", "synchronized (this) { N = 1; }"},
	{"modifiers", "cpp", "class A { public: static const int x = 1; inline void f() const; };", "struct A { int x = 1; void f(); };", "struct A { int x; void f(); };"},
	{"modifiers", "rust", "pub fn f(mut x: i32) {}", "fn f(x: i32) {}", "fn f(x: &i32) {}"},
	{"receivers", "java", "this.x = x; this.f(y);", "x = x; f(y);", "that.x = x; f(y);"},
	{"receivers", "cpp", "this->x = std::max(a, b);", "x = max(a, b);", "p->x = max(a, b);"},
	{"type-arguments", "java", "List<Integer> a = new ArrayList<Integer>();", "var a = new ArrayList<>();", "var a = b < c;"},
	{"type-arguments", "cpp", "vector<pair<int, int>> a = f(); priority_queue<int, vector<int>, greater<int>> q;", "auto a = f(); priority_queue<int> q;", "bool a = f() < b;"},
	{"type-arguments", "java", "Pair<Integer, Integer> p = f();", "Pair p = f();", "boolean p = a < b;"},
	{"type-arguments", "scala", "val a = Array[Int](3)", "val a = Array(3)", "val a = b(3)"},
	{"type-arguments", "cpp", "auto a = new Node<K, V>(k); b = get<0>(t) + make_shared<Node>(v) + dfs<true>(v); f(c < d, e > (g));", "auto a = new Node(k); b = get(t) + make_shared(v) + dfs(v); f(c < d, e > (g));", "auto a = new Node(k); b = get(t) + make_shared(v) + dfs(v); f(c(g));"},
	{"type-arguments", "java", "P<K, V> p = new P<K, V>(k); Node<T>[] a = f(b < c && d > (e));", "P p = new P(k); Node[] a = f(b < c && d > (e));", "P p = new P(k); Node[] a = f(b(e));"},
	{"type-arguments", "typescript", "const f = <T, U>(a: T): U => g<T>(a)\nh(b < c, d > (e))", "const f = (a) => g(a)\nh(b < c, d > (e))", "const f = (a) => g(a)\nh(b(e))"},
	{"array-marks", "java", "int[][] a, b; String s[] = f();", "int a[][], b[]; String[] s = f();", "int a, b; String s = f()[0];"},
	{"neighbours", "cpp", "unsigned long long x = \"a\" \"b\";", "int x = \"ab\";", "int x = \"a\" + \"b\";"},
	{"type-aliases", "cpp", "typedef long long ll; using vi = vector<int>; ll f(vi a) { return (ll) a; }", "long long f(vector<int> a) { return (long long) a; }", "ll f(vi a) { return (ll) a; }"},
	{"type-aliases", "kotlin", "typealias L = List<Int>\nfun f(a: L) = a", "fun f(a: List<Int>) = a", "fun f(a: M) = a"},
	{"type-aliases", "pascal", "type num = longint; nums = array of num; function f(a: num): num;", "type nums = array of longint; function f(a: longint): longint;", "function f(a: num): num;"},
	{"ascriptions", "kotlin", "val a: List<Int> = f()", "val a = f()", "val a: List<Int> by f()"},
	{"ascriptions", "python", "def f(a: int, b: List[str] = None) -> int:\n    c: int = a", "def f(a, b=None):\n    c = a", "def f(a, b):\n    c = a"},
	{"ascriptions", "rust", "let a: &\nmut Vec<i32> = f();", "let a = f();", "let a: Vec<i32>;"},
	{"ascriptions", "typescript", "function f(a: number): number { return a }", "function f(a) { return a }", "function f(a) { return a ? 1 : 2 }"},
	{"casts", "java", "long a = (long) b * c + (int) f(d);", "long a = b * c + f(d);", "long a = b * c + (d);"},
	{"casts", "cpp", "long long a = static_cast<long long>(b) * c / double(d);", "long long a = b * c / d;", "long long a = string(b) * c;"},
	{"casts", "rust", "a = b as usize + 1;", "a = b + 1;", "a = b.c + 1;"},
	{"declared-types", "cpp", "Edge e = f(); g(new Node(1));", "auto e = f(); g(new pair<int, int>(1));", "e = f(); g(Node(1));"},
	{"parentheses", "cpp", "return (a + b > (c)) && !(d) ? (x[(i)]) : (-y);", "return a + b > c && !d ? x[i] : -y;", "return a + (b > c) && !d ? x[i] : -y;"},
	{"parentheses", "java", "x = (a * b + c);", "x = a * b + c;", "x = (a * b) + c;"},
	{"parentheses", "java", "if ((a < b) && (c || (d == e))) return (f(a));", "if (a < b && (c || d == e)) return f(a);", "if ((a < b && c) || d == e) return f(a);"},
	{"parentheses", "cpp", "x = ((a + b)) * ((c)); f((a + b), ((d)));", "x = (a + b) * c; f(a + b, d);", "x = a + b * c; f(a + b, d);"},
	{"parentheses", "python", "if (a < b) and (not (c)):\n    return (a)", "if a < b and not c:\n    return a", "if a < (b and c):\n    return a"},
	{"parentheses", "pascal", "if (a) and (b = (c)) then x := (y);", "if a and (b = c) then x := y;", "if a and b = c then x := y;"},
	{"parentheses", "cpp", "if ((a || b) || (c || d)) x = ((a && b) && c);", "if (a || b || c || d) x = a && b && c;", "if (a || b || c && d) x = a && b && c;"},
	{"parentheses", "java", "x = (y); z = (a ? b : c) ? d : e;", "x = y; z = (a ? b : c) ? d : e;", "x = y; z = a ? b : c ? d : e;"},
	{"parentheses", "go", "a := (b && c) && (d || e) || f", "a := b && c && (d || e) || f", "a := b && c && d || e || f"},
	{"parentheses", "python", "a = (b and c) and d\ne = (b or c) or (d or e)", "a = b and c and d\ne = b or c or d or e", "a = b and c and d\ne = b and c or d or e"},
	{"parentheses", "pascal", "x := (a or b) or c;", "x := a or b or c;", "x := (a and b) or c;"},
	{"increments", "cpp", "++i; a[j] = a[j] + 1; p->x = p->x * (y + 1); s += 1;", "i++; a[j]++; p->x *= (y + 1); s++;", "i += 2; a[j]++; p->x *= (y + 1); s++;"},
	{"increments", "java", "for (i = 0; i < n; ++i) s = f(i) + s;\nt = 2 * t;", "for (i = 0; i < n; i += 1) s = f(i) + s;\nt *= 2;", "for (i = 0; i < n; i += 2) s = f(i) + s;\nt *= 2;"},
	{"increments", "python", "x = x + 1\ny = y - (a + b)", "x += 1\ny -= (a + b)", "x += 2\ny -= (a + b)"},
	{"increments", "pascal", "inc(i); dec(a[j], 2); x := x + 1;", "i := i + 1; a[j] := a[j] - 2; inc(x);", "i := i + 2; a[j] := a[j] - 2; inc(x);"},
	{"increments", "java", "s = s + c; n = n * k;", "s += c; n = k * n;", "s = c + s; n = k * n;"},
	{"increments", "cpp", "x = x * a" + strings.Repeat(" * a", 2*maxOperand) + " + 1; ++i;", "x = x * a" + strings.Repeat(" * a", 2*maxOperand) + " + 1; i++;", "x *= a" + strings.Repeat(" * a", 2*maxOperand) + " + 1; i++;"},
	{"increments", "cpp", "x = x + 1;", "x++;", "x = y + 1;"},
	{"bounds", "cpp", "while (i <= n - 1 && j > v.size() - 1) f();", "while (i < n && j >= v.size()) f();", "while (i <= n && j > v.size()) f();"},
	{"bounds", "kotlin", "for (i in 0..n - 1) f(i)", "for (i in 0 until n) f(i)", "for (i in 0..n) f(i)"},
	{"bounds", "kotlin", "for (i in 0..(a.size - 1) step 2) f(b..(n - 1) * 2)", "for (i in 0 until a.size step 2) f(b..(n - 1) * 2)", "for (i in 0..a.size step 2) f(b..(n - 1) * 2)"},
	{"bounds", "rust", "for i in 0\n..=n - 1 { f(&a[b..=(c - 1)], 0..=9); }", "for i in 0..n { f(&a[b..c], 0..=9); }", "for i in 0..=n { f(&a[b..c], 0..=9); }"},
	{"bounds", "swift", "for i in 0...(a.count - 1) { f(b...) }", "for i in 0..<a.count { f(b...) }", "for i in 0...a.count { f(b...) }"},
	{"bounds", "scala", "for (i <- 0 to n - 1; j <- i to (m - 1) by 2) f(to - 1, a.to(n - 1))", "for (i <- 0 until n; j <- i until m by 2) f(to - 1, a.to(n - 1))", "for (i <- 0 until n; j <- i until m - 1 by 2) f(to - 1, a.to(n - 1))"},
	{"bounds", "ruby", "(0..n - 1).each { |i| f(a[1..-1]) }\nfor j in 0..(m - 1) do g(j) end", "(0...n).each { |i| f(a[1..-1]) }\nfor j in 0...m do g(j) end", "(0..n).each { |i| f(a[1..-1]) }\nfor j in 0...m do g(j) end"},
	{"bounds", "python", "for i in range(0, n):\n    f(i)", "for i in range(n):\n    f(i)", "for i in range(1, n):\n    f(i)"},
	{"bounds", "python", "for i in range(0, n):\n    f(range(0, 1, 2), a.range(0, n))", "for i in range(n):\n    f(range(0, 1, 2), a.range(0, n))", "for i in range(n):\n    f(range(0, 1, 2), a.range(n))"},
	{"bounds", "cpp", "if (i <= n - 1) range(0, r);", "if (i < n) range(0, r);", "if (i < n) range(r);"},
	{"bounds", "kotlin", "val m = n - 1\nfor (i in 0..n - 1) if (i < m) m -= f(i until m)", "val until = n - 1\nfor (i in 0 until n) if (i < until) until -= f(i..<until)", "val until = n - 1\nfor (i in 0 until n) if (i < until) until -= f(i, until)"},
	{"comparisons", "cpp", "if (a[i] > f(b, c) + 1 && 0 >= d) e = g > h ? g : h;", "if (f(b, c) + 1 < a[i] && d <= 0) e = h < g ? g : h;", "if (f(b, c) + 1 < a[i] && d < 0) e = h < g ? g : h;"},
	{"comparisons", "java", "if (!(a + 1 < b) && !(c == d)) e();", "if (b <= a + 1 && c != d) e();", "if (b <= a + 1 && c == d) e();"},
	{"comparisons", "python", "while n > 0 and (a > b):\n    c = d >= e", "while 0 < n and (b < a):\n    c = e <= d", "while 0 < n and (b < a):\n    c = e < d"},
	{"comparisons", "go", "if x.y > z {\n\tf()\n}", "if z < x.y {\n\tf()\n}", "if z <= x.y {\n\tf()\n}"},
	{"ranges", "go", "for i := 0; i < len(a); i++ {\n\tf(i)\n}\nfor j := 0; j < n; j++ {\n}", "for i := range a {\n\tf(i)\n}\nfor j := range n {\n}", "for i := 0; i <= len(a); i++ {\n\tf(i)\n}\nfor j := range n {\n}"},
	{"arrows", "javascript", "function f(a, b) { g(a); g(b) }\nh(function (x) { return x + 1 })", "const f = (a, b) => { g(a); g(b) }\nh(x => x + 1)", "const f = g((a, b) => { g(a); g(b) })\nh(x => x + 1)"},
	{"jumps", "java", "if (a) return b; else if (c) { d(); break; } else { e(); g(); }", "if (a) return b; if (c) { d(); break; } e(); g();", "if (a) return b; if (c) { d(); h(); } else { e(); g(); }"},
	{"jumps", "kotlin", "if (a) {\n  return b\n} else {\n  c()\n  d()\n}", "if (a) {\n  return b\n}\nc()\nd()", "if (a) {\n  b()\n} else {\n  c()\n  d()\n}"},
	{"booleans", "java", "if (f(a) == false && b == true) c();", "if (!f(a) && b) c();", "if (f(a) && b) c();"},
	{"booleans", "java", "for (int x : v) if (f(x) == true) return true; return false;", "for (int x : v) if (f(x)) return true; return false;", "for (int x : v) return f(x);"},
	{"booleans", "cpp", "if (a) f(); else if (b == true) return true; return false;", "if (a) f(); else if (b) return true; return false;", "if (a) f(); else return b;"},
	{"booleans", "cpp", "bool f() { if (a < b) { return true; } else { return false; } }", "bool f() { return a < b; }", "bool f() { if (a < b) { return true; } else { return c; } }"},
	{"counted-loops", "go", "i := 1\nfor i <= n {\n\tf(i)\n\ti++\n}\nvar j int = 0\nfor j < m {\n\tg(j)\n\tj += 1\n}", "for i := 1; i <= n; i++ {\n\tf(i)\n}\nfor j := range m {\n\tg(j)\n}", "i := 1\nfor i <= n {\n\tf(i)\n\tk++\n}\nfor j := range m {\n\tg(j)\n}"},
	{"loops", "go", "for true {\n\tf()\n}", "for {\n\tf()\n}", "for c {\n\tf()\n}"},
	{"jumps", "go", "if a := f(); a {\n\treturn b\n} else if c {\n\tg()\n\tbreak\n} else {\n\te()\n\td()\n}", "if a := f(); a {\n\treturn b\n}\nif c {\n\tg()\n\tbreak\n}\ne()\nd()", "if a := f(); a {\n\treturn b\n}\nif c {\n\tg()\n} else {\n\te()\n\td()\n}"},
	{"booleans", "go", "func f() bool {\n\tif a < b {\n\t\treturn true\n\t} else {\n\t\treturn false\n\t}\n}", "func f() bool {\n\treturn a < b\n}", "func f() bool {\n\tif a < b {\n\t\treturn true\n\t}\n\treturn c\n}"},
	{"booleans", "go", "func f() bool {\n\tg()\n\tif a < b {\n\t\treturn true\n\t}\n\treturn false\n}", "func f() bool {\n\tg()\n\treturn a < b\n}", "func f() bool {\n\tg()\n\tif a < b {\n\t\treturn true\n\t}\n\treturn c\n}"},
	{"booleans", "javascript", "for (const x of v) if (f(x) == true) return true\nreturn false", "for (const x of v) if (f(x)) return true\nreturn false", "for (const x of v) return f(x)"},
	{"jumps", "kotlin", "g()\nif (a) {\n  return b\n} else {\n  c()\n  d()\n}", "g()\nif (a) {\n  return b\n}\nc()\nd()", "g()\nif (a) {\n  b()\n} else {\n  c()\n  d()\n}"},
	{"booleans", "kotlin", "fun f(): Boolean {\n  if (a < b) {\n    return true\n  }\n  return false\n}", "fun f(): Boolean {\n  return a < b\n}", "fun f(): Boolean {\n  if (a < b) return true\n  return c\n}"},
	{"counted-loops", "cpp", "int i = 0; while (i < n) { f(i); g(i); i++; }", "for (int i = 0; i < n; i++) { f(i); g(i); }", "int i = 0; while (i < n) { f(i); i++; g(i); }"},
	{"counted-loops", "javascript", "let i = 0\nwhile (i < n) {\n  f(i)\n  i++\n}", "for (let i = 0; i < n; i++) {\n  f(i)\n}", "let i = 0\nwhile (i < n) {\n  f(i)\n  j++\n}"},
	{"to-loops", "pascal", "begin i := 1; while i <= n do begin f(i); inc(i); end; j := a[1] - 1; while (j > 0) do begin f(j); g; j := j - 1 end; h;", "begin for i := 1 to n do f(i); for j := a[1] - 1 downto 0 + 1 do begin f(j); g; end; h;", "begin i := 1; while i <= n do begin f(i); inc(i, 2); end; j := a[1] - 1; while (j > 0) do begin f(j); g; j := j - 1 end; h;"},
	{"to-loops", "pascal", "begin i := 0; repeat j := i; repeat inc(j); f(j) until j = n; inc(i) until i >= length(s); end", "begin for i := 0 to length(s) - 1 do begin j := i; repeat inc(j); f(j) until j = n end end", "begin i := 0; repeat j := i; repeat inc(j); f(j) until j = n; i := i + j; inc(i) until i >= length(s); end"},
	{"to-loops", "pascal", "if a then begin i := 1; while i < n do begin j := 1; while j <= i do begin f; inc(j) end; g; inc(i) end end", "if a then begin for i := 1 to n - 1 do begin for j := 1 to i do f; g end end", "if a then i := 1; while i < n do begin j := 1; while j <= i do begin f; inc(j) end; g; inc(i) end"},
	{"comparisons", "pascal", "if (a[i] > b + 1) and (0 >= d) then e := g > h;", "if (b + 1 < a[i]) and (d <= 0) then e := h < g;", "if (b + 1 < a[i]) and (d < 0) then e := h < g;"},
	{"bounds", "pascal", "while (i <= n - 1) and (j > length(v) - 1) do f;", "while (i < n) and (j >= length(v)) do f;", "while (i <= n) and (j > length(v)) do f;"},
	{"loops", "cpp", "while (true) { if (a) break; } while (b) c(); while (1) d();", "for (;;) { if (a) break; } for (; b;) c(); for (;;) d();", "while (e) { if (a) break; } do c(); while (b); while (1) d();"},
	{"braces", "cpp", "if (a) { ; b(); }", "if (a) b();", "if (a); b();"},
	{"braces", "cpp", "if (a) { b(); } else { if (c) { d(); } } for (int x : y) { }", "if (a) b(); else if (c) d(); for (int x : y);", "if (a) { b(); b(); } else { if (c) { d(); } } for (int x : y) { }"},
	{"braces", "java", "f(x -> { return x + 1; }); while (a) { for (int b : c) { d(); } }", "f(x -> x + 1); while (a) for (int b : c) d();", "f(x -> { g(); return x + 1; }); while (a) for (int b : c) d();"},
	{"braces", "cpp", "if (a) { if (b) { c(); } } d();", "if (a) if (b) c(); d();", "if (a) { if (b) c(); } else d();"},
	{"braces", "kotlin", "if (a) {\n  b()\n} else {\n  c()\n}\nwhen (x) { 1 -> { d() } }", "if (a) b() else c()\nwhen (x) { 1 -> d() }", "if (a) {\n  b()\n  b()\n} else {\n  c()\n}\nwhen (x) { 1 -> d() }"},
	{"begin-end", "pascal", "if a then begin b; end else begin for i := 1 to n do begin c end; end;", "if a then b else for i := 1 to n do c;", "if a then begin b; b end else for i := 1 to n do c;"},
	{"optional-marks", "javascript", "a = 1;\nb = 2;", "a = 1\nb = 2", "a = 1\nb = c"},
	{"optional-marks", "cpp", "void f() { a();; };", "void f() { a(); }", "void f() { for (;;) a(); }"},
	{"declarations", "cpp", "int a; int b = 1; long c;", "int a, b = 1, c;", "int a; f(); int b = 1, c;"},
	{"declarations", "pascal", "var a: integer; b, c: longint; d: string;", "var a, b, c, d: integer;", "var a: integer; b, c: array [1..2] of longint; d: string;"},
	{"declarations", "javascript", "let a = 1, b = [1, 2],\n  c = 3\nf(a, b)", "let a = 1\nlet b = [1, 2]\nlet c = 3\nf(a, b)", "let a = 1, b = [1, 2]\nc = 3\nf(a, b)"},
	{"references", "cpp", "for (const auto& x : v) f(x); void g(vector<int>& a);", "for (auto x : v) f(x); void g(vector<int> a);", "for (auto* x : v) f(x); void g(vector<int> a);"},
	{"comparisons", "javascript", "if (!(a === b) && c !== d) f()", "if (a != b && c != d) f()", "if (a == b && c != d) f()"},
	{"comparisons", "python", "if a is not None and not b in c and not d == e and not (g < h):\n    f()", "if a != None and b not in c and d != e and g >= h:\n    f()", "if a == None and b not in c and d != e and g >= h:\n    f()"},
	{"comparisons", "python", "a = not b\n-c == d\nif not e in f: g(h is not (i < j))", "a = not b\n-c == d\nif e not in f: g(h is not (i < j))", "a = b\n-c != d\nif e not in f: g(h is i >= j)"},
	{"comparisons", "pascal", "a := not b < c; d := not (e < f);", "a := not b < c; d := e >= f;", "a := b >= c; d := e >= f;"},
	{"comparisons", "pascal", "if not (a = b) then c := not (d <> e) and f; g := not (a and b);", "if a <> b then c := (d = e) and f; g := not (a and b);", "if a = b then c := (d = e) and f; g := not (a and b);"},
	{"comparisons", "java", "a = !(b == c) == d;", "a = (b != c) == d;", "a = b != c == d;"},
	{"comparisons", "csharp", "x.F(a => a > 1 && b is not null);", "x.F(a => 1 < a && b != null);", "x.F(a => a < 1 && b != null);"},
	{"modifiers", "javascript", "export default async function f(a) { g(a); h() }\nexport const k = async (b) => b", "function f(a) { g(a); h() }\nconst k = b => b", "function f(a) { g(a); h() }\nconst k = async(b, b)"},
	{"modifiers", "rust", "pub(crate) struct A { pub(in crate::b) x: i32 } struct B(pub (i32, i32), pub(super) u8);", "struct A { x: i32 } struct B(pub (i32, i32), u8);", "struct A { x: i32 } struct B(pub u8);"},
	{"modifiers", "swift", "public private(set) var a = 1", "var a = 1", "private(a)\nvar a = 1"},
	{"ascriptions", "typescript", "class A implements B, C {\n  x: Map<D, E> | null = null\n  y?: F[]\n  f({ a, b }: P, c?: Q[], d: (e: R) => void = g): { h: S } {\n    const i: T = c! as U\n    let j: 'k' | 'l'\n    return async (m: V): Promise<W> => m as const\n  }\n}", "class A {\n  x = null\n  y\n  f({ a, b }, c, d = g) {\n    const i = c\n    let j\n    return async (m) => m\n  }\n}", "class A {\n  x = null\n  y\n  f({ a, b }, c, d = g) {\n    const i = { c: U }\n    let j\n    return async (m) => m\n  }\n}"},
	{"ascriptions", "typescript", "const as = []\nas.push({} as B, null as C)\nf(as)", "const as = []\nas.push({}, null)\nf(as)", "const as = []\n({}, null)\nf(as)"},
	{"ascriptions", "python", "def f(p: Point, q: 'Queue' = None) -> Optional['Node']:\n    p.a: Dict[str, Foo] = q", "def f(p, q=None):\n    p.a = q", "def f(p, q=None):\n    p[a: q]"},
	{"receivers", "python", "class A:\n    @classmethod\n    def f(c, y):\n        return c.g(y)\n    @staticmethod\n    def h(x):\n        return x.y", "class A:\n    @classmethod\n    def f(self, y):\n        return g(y)\n    @staticmethod\n    def h(x):\n        return x.y", "class A:\n    @classmethod\n    def f(self, y):\n        return g(y)\n    @staticmethod\n    def h(x):\n        return y"},
	{"receivers", "python", "class A:\n    def f(self):\n        if a:\n            self.g()\n        self.h()", "class A:\n    def f():\n        if a:\n            g()\n        h()", "class A:\n    def f(self):\n        if a:\n            self.g()\n            self.h()"},
	{"annotations", "python", "@cache(maxsize=None, a=[1, 2])\ndef f(a): pass", "@cache\ndef f(a): pass", "@cache(b := sum(c), print(b))\ndef f(a): pass"},
	{"annotations", "python", "@cache(None)\ndef f(a):\n    return a @ b", "def f(a):\n    return a @ b", "def f(a):\n    return a"},
	{"annotations", "cpp", "[[nodiscard]] int f() { if (a) [[likely]] return b[c[1]]; return [&] { return 2; }(); }", "int f() { if (a) return b[c[1]]; return [&] { return 2; }(); }", "int f() { if (a) return b[1]; return [&] { return 2; }(); }"},
	{"annotations", "csharp", "[A][B(c)] class C { [D] int f() { return 1; } int[] e = [g, 1]; }", "class C { int f() { return 1; } int[] e = [g, 1]; }", "class C { int f() { return 1; } int[] e = []; }"},
	{"annotations", "php", "<?php #[A, B(1)]\nfunction f($a) { return @g($a[1]); } # c", "<?php function f($a) { return @g($a[1]); }", "<?php function f($a) { return @$a; }"},
	{"jumps", "python", "def f(a):\n    if a:\n        return 1\n    elif b:\n        g()\n        raise c\n    else:\n        d()\n    e()", "def f(a):\n    if a: return 1\n    if b:\n        g()\n        raise c\n    d()\n    e()", "def f(a):\n    if a: return 1\n    if b:\n        g()\n    else:\n        d()\n    e()"},
	{"jumps", "rust", "fn f(a: i32) -> i32 { for x in y { if x { continue; } else if z { break } else { g(); h(); } } if a { return 1; } else { return 2; } }", "fn f(a: i32) -> i32 { for x in y { if x { continue; } if z { break } g(); h(); } if a { return 1; } 2 }", "fn f(a: i32) -> i32 { for x in y { if x { continue; } if z { k(); } else { g(); h(); } } if a { return 1; } 2 }"},
	{"jumps", "swift", "for x in y {\n  guard x > 2 else { continue }\n  if x == 3 {\n    break\n  } else {\n    f()\n    g()\n  }\n}", "for x in y {\n  guard x > 2 else { continue }\n  if x == 3 { break }\n  f()\n  g()\n}", "for x in y {\n  guard x > 2 else { continue }\n  if x == 3 { h() } else {\n  f()\n  g()\n  }\n}"},
	{"loops", "rust", "while true { f(); }", "loop { f(); }", "while a { f(); }"},
	{"last-returns", "swift", "func f(_ a: Int) -> Int { return a + 1 }\nfunc g() { return }\nfunc h() -> Int {\n  i()\n  return 2\n}", "func f(_ a: Int) -> Int { a + 1 }\nfunc g() { return }\nfunc h() -> Int {\n  i()\n  return 2\n}", "func f(_ a: Int) -> Int { a + 1 }\nfunc g() { return }\nfunc h() -> Int { i() }"},
	{"booleans", "python", "def f(a):\n    if g(a) == True and h(a) is False:\n        return True\n    else:\n        return False", "def f(a):\n    return g(a) and not h(a)", "def f(a):\n    if g(a) and not h(a):\n        return True\n    return a"},
	{"loops", "python", "while 1:\n    f()", "while True:\n    f()", "while a:\n    f()"},
	{"parentheses", "python", "for (a, b) in c:\n    (d, e) = f(sum([g for g in a]))\n    return (d, e)", "for a, b in c:\n    d, e = f(sum(g for g in a))\n    return d, e", "for a, b in c:\n    d, e = f([sum(g for g in a)])\n    return d, e"},
	{"parentheses", "python", "if a:\n    (b, c) = d\n(e, g) = h", "if a:\n    b, c = d\ne, g = h", "if a:\n    (b, c) = d\n    (e, g) = h"},
	{"parentheses", "python", "if (a and\n    b):\n    (c,\n  d) = e\n    return (f,\n  g)\nh()", "if a and b:\n    c, d = e\n    return f, g\nh()", "if (a and\n    b):\n    (c,\n  d) = e\n    return (f,\n  g)\n    h()"},
	{"imports", "csharp", "namespace A.B;\nclass C { int x; }", "class C { int x; }", "namespace A.B { class C { int x; } }"},
	{"short-forms", "csharp", "class A { int F(int x) => x + 1; void G() => F(1); int H() => throw e; int P { get { return x; } } int Q => x; List<int> R { get; set; } = new(); int S { get; init; } }", "class A { int F(int x) { return x + 1; } void G() { F(1); } int H() { throw e; } int P => x; int Q { get => x; } List<int> R = new List<int>(); int S; }", "class A { int F(int x) { return x + 1; } void G() { F(1); } int H() { throw e; } int P => x; int Q { get => x; set => x = value; } List<int> R = new List<int>(); int S; }"},
	{"short-forms", "csharp", "x = y switch { P(1) => a, int n => b, _ => c }; List<int> z = new();", "x = y switch { P(1) => a, int n => b, _ => c }; List<int> z = new List<int>();", "x = y switch { P(1) => a, int n => b, _ => c }; List<int> z = w();"},
	{"groups", "go", "const (\n\ta = 1\n\tb = 2\n)\ntype p struct{ x, y int }\nfunc (q *p) f(c, d []int) (e, g int) { return }", "const a = 1\nconst b = 2\ntype p struct {\n\tx int\n\ty int\n}\nfunc (q *p) f(c []int, d []int) (e int, g int) { return }", "const a = 1\nconst b = 2\ntype p struct {\n\tx int\n\ty int\n}\nfunc (q *p) f(c []int, d int) (e int, g int) { return }"},
	{"initialisers", "go", "if a, ok := m[b]; ok {\n\tf(a)\n} else if c := g(a); c {\n\tf(c)\n}", "a, ok := m[b]\nif ok {\n\tf(a)\n} else if c := g(a); c {\n\tf(c)\n}", "if ok {\n\tf(a)\n} else if c := g(a); c {\n\tf(c)\n}"},
	{"initialisers", "cpp", "void f() { int a{1}, b = 2, c{a + b}; P p{1, 2}; vector<int> v{3}, w{}; for (int i{0}; i < n; i++) g(i); }", "void f() { int a = 1, b = 2, c = a + b; P p = {1, 2}; vector<int> v = {3}, w; for (int i = 0; i < n; i++) g(i); }", "void f() { int a(1), b = 2, c = a + b; P p = {1, 2}; vector<int> v = {3}, w; for (int i = 0; i < n; i++) g(i); }"},
	{"initialisers", "cpp", "void f() { if (auto a = g(b); a != c) { h(a); } switch (int d = e(); d) { default: h(d); } if (b) k(); else if (int m = e(); m) h(m); }", "void f() { auto a = g(b); if (a != c) { h(a); } int d = e(); switch (d) { default: h(d); } if (b) k(); else if (int m = e(); m) h(m); }", "void f() { if (a != c) { h(a); } int d = e(); switch (d) { default: h(d); } if (b) k(); else if (int m = e(); m) h(m); }"},
	{"ranges", "go", "for i, _ := range a {\n\tf(i)\n}", "for i := range a {\n\tf(i)\n}", "for i, v := range a {\n\tf(i)\n}"},
	{"ascriptions", "go", "var a int = 1\nvar b = f()", "a := 1\nb := f()", "var a []int\nvar b = f()"},
	{"declared-types", "java", "for (Map.Entry<String, Integer> e : m.entrySet()) f(e);", "for (var e : m.entrySet()) f(e);", "for (var e : m.keySet().a()) f(e);"},
	{"parentheses", "javascript", "f((x) => x + 1)", "f(x => x + 1)", "f((x, y) => x + 1)"},
	{"streams", "cpp", "cin >> a; cin >> b; cout << a; cout << endl;", "cin >> a >> b; cout << a << endl;", "cin >> a; f(); cin >> b; cout << a; cout << endl;"},
	{"indentation", "python", "if a: b()\nc()", "if a:\n    b()\nc()", "if a:\n    b()\n    c()"},
	{"comparisons", "kotlin", "when {\n  a > b -> f(a)\n  else -> v.map { x -> x > y }.filter { it > 3 }\n}", "when {\n  b < a -> f(a)\n  else -> v.map { x -> y < x }.filter { 3 < it }\n}", "when {\n  b <= a -> f(a)\n  else -> v.map { x -> y < x }.filter { 3 < it }\n}"},
	{"comparisons", "java", "f(x -> x > 3); switch (y) { case 1 -> g(a > b ? 1 : 2); }", "f(x -> 3 < x); switch (y) { case 1 -> g(b < a ? 1 : 2); }", "f(x -> 3 <= x); switch (y) { case 1 -> g(b < a ? 1 : 2); }"},
	{"comparisons", "csharp", "f(x => x > 3);", "f(x => 3 < x);", "f(x => 3 <= x);"},
	{"comparisons", "rust", "if vec![a].len() > 0 && b > c!(d) { }", "if 0 < vec![a].len() && c!(d) < b { }", "if 0 < vec![a].len() && c!(d) <= b { }"},
	{"parentheses", "typescript", "a = (b == undefined) ? c : d", "a = b == undefined ? c : d", "a = (b, undefined) ? c : d"},
	{"ascriptions", "go", "var a, b int = 1, 2\nvar c float64\nvar s string\nvar d []int", "a, b := 1, 2\nc := 0\ns := \"\"\nvar d []int", "a, b := 1, 2\nvar c T\ns := \"\"\nvar d []int"},
	{"groups", "go", "var (\n\ta, b []int\n\tc = 1\n)\nvar d, e *T\nvar f, g = 1, 2", "var a []int\nvar b []int\nvar c = 1\nvar d *T\nvar e *T\nvar f, g = 1, 2", "var a []int\nvar b []int\nvar c = 1\nvar d *T\nvar e *T\nvar f = 1\nvar g = 2"},
	{"arrows", "python", "f = lambda a, b=(1, 2): a + b\ng(f)", "def f(a, b=(1, 2)):\n    return a + b\ng(f)", "f = g(lambda a, b=(1, 2): a + b)\ng(f)"},
	{"short-arrays", "python", "a = list()\nb = dict()\nc = list(x for x in a)\nd.list()", "a = []\nb = {}\nc = [x for x in a]\nd.list()", "a = []\nb = {}\nc = list(a)\nd.list()"},
	{"short-arrays", "javascript", "a = new Array()\nb = new Array(n).fill(0)\nc = new Map()", "a = []\nb = Array(n).fill(0)\nc = new Map()", "a = []\nb = [n].fill(0)\nc = new Map()"},
	{"parentheses", "python", "a = (b if c else d)\ne = (f for f in a if f)", "a = b if c else d\ne = (f for f in a if f)", "a = (b, c)\ne = (f for f in a if f)"},
	{"bounds", "python", "a[0:n] = b[0:]\nc = {0: n}", "a[:n] = b[:]\nc = {0: n}", "a[1:n] = b[:]\nc = {0: n}"},
	{"receivers", "python", "class A(object):\n    def f(self): pass\nclass B(): pass\nclass C(A): pass", "class A:\n    def f(): pass\nclass B: pass\nclass C(A): pass", "class A:\n    def f(): pass\nclass B: pass\nclass C: pass"},
	{"ascriptions", "php", "<?php class A { private ?int $x = 1; function f(int $a, ?B $b = null, C|D ...$c): ?array { return fn(array &$d): int => $d; } }", "<?php class A { $x = 1; function f($a, $b = null, ...$c) { return fn(&$d) => $d; } }", "<?php class A { $x = 1; function f($a, $b = null, ...$c) { return fn($d) => $d; } }"},
	{"colon-blocks", "php", "<?php if ($a): f(); g(); elseif ($b): h(); else: foreach ($c as $d): k($d); k(1); endforeach; endif; $e = $a ? $b : $c;", "<?php if ($a) { f(); g(); } else if ($b) h(); else foreach ($c as $d) { k($d); k(1); } $e = $a ? $b : $c;", "<?php if ($a) { f(); g(); } if ($b) h(); else foreach ($c as $d) { k($d); k(1); } $e = $a ? $b : $c;"},
	{"increments", "php", "<?php $a[1] = $a[1] . 'x' . $b; $a = $a + $b . $c;", "<?php $a[1] .= 'x' . $b; $a = $a + $b . $c;", "<?php $a[1] .= 'x' . $b; $a += $b . $c;"},
	{"bodies", "scala", "def f(a: Int)(b: Int): Int = {\n  a + b\n}\ndef g: List[Int] = { return h(1) }\ndef k(a: Int): Unit = {\n  f(a)\n  g\n}", "def f(a: Int)(b: Int) = a + b\ndef g = h(1)\ndef k(a: Int) = {\n  f(a)\n  g\n}", "def f(a: Int)(b: Int) = a + b\ndef g = h(1)\ndef k(a: Int) = {\n  f(a)\n}"},
	{"closures", "rust", "let f = |x: i32, y: Vec<T>| -> i32 { return x + 1; }; a.map(|(p, q)| { p + q }); g(move || -> i32 { f(1) }); a.each(|x| { f(x); }); b || c;", "let f = |x, y| x + 1; a.map(|(p, q)| p + q); g(|| f(1)); a.each(|x| { f(x); }); b || c;", "let f = |x, y| x + 1; a.map(|(p, q)| p + q); g(|| f(1)); a.each(|x| f(x)); b || c;"},
	{"signatures", "haskell", "f, k :: Int -> Int\nf x = x\n  where g :: Int\n        h :: Int\n          -> Int\n        h y = y\ndata A = A {\n  b :: Int }\nclass C a where\n  d :: a", "f x = x\n  where g :: Int\n        h y = y\ndata A = A {\n  b :: Int }\nclass C a where\n  d :: a", "f x = x\n  where g :: Int\n        h y = y\ndata A = A {}\nclass C a where"},
	{"signatures", "haskell", "f :: Int\nf =\n  g :: Int\n    where\n      g = 1\nmain = do\n  n :: Int <- readLn\n  print n", "f =\n  g :: Int\n    where\n      g = 1\nmain = do\n  n :: Int <- readLn\n  print n", "f =\nmain = do\n  print n"},
	{"bounds", "kotlin", "for (i in a.b.indices) f(i..c.lastIndex, a[a.lastIndex])\nfor (x in indices) g(x)", "for (i in 0 until a.b.size) f(i until c.size, a[a.size - 1])\nfor (x in indices) g(x)", "for (i in 0..a.b.size) f(i until c.size, a[a.size - 1])\nfor (x in indices) g(x)"},
	{"bounds", "scala", "for (i <- a.indices) f(i)", "for (i <- 0 until a.length) f(i)", "for (i <- a.length) f(i)"},
	{"array-marks", "java", "int[] a = new int[]{1}; int[][] b = new int[][]{{1}, {2}}; f(new int[]{1}); int[] c = new int[1];", "int a[] = {1}; int[] b[] = {{1}, {2}}; f(new int[]{1}); int c[] = new int[1];", "int a[] = {1}; int[] b[] = {{1}, {2}}; f({1}); int c[] = new int[1];"},
	{"nested-conditions", "java", "if (a || b) { if (c) { if (d == e || f) { g(); h(); } } } if (a) { if (b) g(); else h(); }", "if ((a || b) && c && (d == e || f)) { g(); h(); } if (a) { if (b) g(); else h(); }", "if ((a || b) && c && (d == e || f)) { g(); h(); } if (a && b) g(); else h();"},
	{"nested-conditions", "cpp", "if (a) if (b) { f(); g(); } if (c) { if (d) f(); g(); }", "if (a && b) { f(); g(); } if (c) { if (d) f(); g(); }", "if (a && b) { f(); g(); } if (c && d) { f(); g(); }"},
	{"nested-conditions", "go", "if a {\n\tif b || c {\n\t\tf()\n\t}\n}\nif d, ok := e[0]; ok {\n\tif d {\n\t\tg()\n\t}\n}", "if a && (b || c) {\n\tf()\n}\nd, ok := e[0]\nif ok && d {\n\tg()\n}", "if a && b || c {\n\tf()\n}\nd, ok := e[0]\nif ok && d {\n\tg()\n}"},
	{"nested-conditions", "kotlin", "if (a) {\n  if (b) {\n    f()\n    g()\n  }\n}\nh()", "if (a && b) {\n  f()\n  g()\n}\nh()", "if (a) {\n  if (b) {\n    f()\n  }\n  g()\n}\nh()"},
	{"ascriptions", "go", "var a *T = b", "a := b", "var a *T\nc = b"},
	{"ascriptions", "kotlin", "val a: T = b", "val a = b", "val a: T\nc = b"},
	{"ascriptions", "typescript", "f(undefined!)", "f(undefined)", "f(!undefined)"},
	{"ascriptions", "cpp", "auto f(int a) -> vector<int> { return p->q(a); } auto g = [&](int a) -> bool { return a; };", "vector<int> f(int a) { return p->q(a); } auto g = [&](int a) { return a; };", "vector<int> f(int a) { return p->q; } auto g = [&](int a) { return a; };"},
	{"parentheses", "rust", "if (f!(a)) { g!(b); }", "if f!(a) { g!(b); }", "if f! a { g!(b); }"},
	{"for-each", "kotlin", "a.b(c)\n  .map { it + 1 }\n  .forEach { x ->\n    f(x)\n    g()\n  }\nrepeat(n) { h(it) }", "for (x in a.b(c).map { it + 1 }) {\n  f(x)\n  g()\n}\nfor (i in 0 until n) h(i)", "for (x in a.b(c).filter { it + 1 }.e) {\n  f(x)\n  g()\n}\nfor (i in 0 until n) h(i)"},
	{"for-each", "kotlin", "l.forEach { f(it) }\nm.forEach { k, v -> f(k, v) }", "for (x in l) f(x)\nm.forEach { k, v -> f(k, v) }", "for (x in l) f(x)\nfor (x in m) k, v -> f(k, v)"},
	{"for-each", "kotlin", "m.forEach { (k, v) -> f(k, v) }", "for ((k, v) in m) f(k, v)", "val x = m.forEach { (k, v) -> f(k, v) }"},
	{"for-each", "javascript", "a.b.forEach(([k, v]) => { f(k); g(v) })\nc.forEach(function (x) { f(x) });\nd.forEach((x, i) => f(x, i))", "for (const [k, v] of a.b) { f(k); g(v) }\nfor (const x of c) f(x)\nd.forEach((x, i) => f(x, i))", "for (const [k, v] of a.b) { f(k); g(v) }\nc.map(function (x) { f(x) });\nd.forEach((x, i) => f(x, i))"},
	{"for-each", "java", "a.b().forEach(x -> { f(x); g(x); }); c.forEach((P x) -> x.forEach(y -> f(y))); d.forEach((k, v) -> f(k, v)); e.forEach(f);", "for (T x : a.b()) { f(x); g(x); } for (P x : c) for (T y : x) f(y); d.forEach((k, v) -> f(k, v)); e.forEach(f);", "for (T x : a.b()) { f(x); g(x); } c.map((P x) -> f(x)); d.forEach((k, v) -> f(k, v)); e.forEach(f);"},
	{"for-each", "csharp", "a.ForEach(x => { f(x); g(x); });", "foreach (var x in a) { f(x); g(x); }", "b = a.ForEach(x => { f(x); g(x); });"},
	{"for-each", "scala", "a.foreach { x =>\n  f(x)\n  g(x)\n}\nb.foreach(x => f(x))", "for (x <- a) {\n  f(x)\n  g(x)\n}\nfor (x <- b) f(x)", "for (x <- a) {\n  f(x)\n  g(x)\n}\nb.foreach(f)"},
	{"for-each", "swift", "(0..<n).forEach { f($0) }\na.forEach { x in\n  f(x)\n}", "for i in 0..<n { f(i) }\nfor x in a { f(x) }", "for i in 0..<n { f(i) }\na.map { x in f(x) }"},
	{"for-each", "javascript", "a.forEach(x => { f(x) }, this)\nb.forEach(x => f(x))", "a.forEach(x => { f(x) }, this)\nfor (const x of b) f(x)", "for (const x of a) { f(x) }, this\nfor (const x of b) f(x)"},
	{"for-each", "swift", "a.forEach { (x: Int) -> Void in f(x) }\nb.forEach { f($0) }", "a.forEach { (x: Int) -> Void in f(x) }\nfor x in b { f(x) }", "for (x: Int) in a { Void in f(x) }\nfor x in b { f(x) }"},
	{"for-each", "rust", "a.iter().for_each(|x| f(x)); b.lines().for_each(|(x, y)| { g(x); h(y); });", "for x in &a { f(x); } for (x, y) in b.lines() { g(x); h(y); }", "for x in a { f(x); f(x); } for (x, y) in b.lines() { g(x); h(y); }"},
	{"lambda-parameters", "kotlin", "a.filter { x -> f(x) }.map { (b, c) -> b }", "a.filter { f(it) }.map { (b, c) -> b }", "a.filter { x, y -> f(x) }.map { (b, c) -> b }"},
	{"lambda-parameters", "kotlin", "when (a) { B -> c { x -> x } }", "when (a) { B -> c { it } }", "when (a) { c { x -> x } }"},
	{"lambda-parameters", "swift", "a.sorted { x, y in x.b < y.b }.map { z in f(z) }", "a.sorted { $0.b < $1.b }.map { f($0) }", "a.sorted { $0.b < $1.b }.map { f }"},
	{"last-returns", "rust", "fn f() -> i32 { g(); return a + 1; } fn h() -> B { return B { c }; }", "fn f() -> i32 { g(); a + 1 } fn h() -> B { B { c } }", "fn f() -> i32 { if g() { return a + 1; } } fn h() -> B { B { c } }"},
	{"last-returns", "ruby", "def f(a)\n  a.each { |x| return x }\n  return a if b\n  return c\nend", "def f(a)\n  a.each { |x| return x }\n  return a if b\n  c\nend", "def f(a)\n  a.each { |x| x }\n  return a if b\n  c\nend"},
	{"match-arms", "rust", "match a { 1 => { f(b) } 2 => { c += 1; }, _ => { g(); h(); }, }", "match a { 1 => f(b), 2 => c += 1, _ => { g(); h(); } }", "match a { 1 => f(b), 2 => c += 1, _ => { g(); } }"},
	{"bodies", "kotlin", "fun f(a: Int): Int { return a + 1 }\nfun g(): List<Int> {\n  return b.map {\n    it + 1\n  }\n}\nfun h() = 1", "fun f(a: Int) = a + 1\nfun g() = b.map { it + 1 }\nfun h(): Int = 1", "fun f(a: Int): Int { g(); return a + 1 }\nfun g() = b.map { it + 1 }\nfun h(): Int = 1"},
	{"short-arrays", "php", "<?php list($a, $b) = array('c' => array(1), 2); function f(array $d) {}", "<?php [$a, $b] = ['c' => [1], 2]; function f(array $d) {}", "<?php [$a, $b] = ['c' => $d->array(1), 2]; function f(array $d) {}"},
	{"do-blocks", "ruby", "f(a) { |x| g(x) }\nb = ->(y) { y + 1 }\nd = -> y, z { y }\nfor z in c.d do\n  h(z)\nend\ne = { 1 => 2 }", "f(a) do |x|\n  g(x)\nend\nb = lambda { |y| y + 1 }\nd = lambda { |y, z| y }\nc.d.each do |z|\n  h(z)\nend\ne = { 1 => 2 }", "f(a) { |x| g(x) }\nb = ->(y) { y + 1 }\nd = -> y, z { y }\nfor z in c.d do\n  h(z)\nend\ne = f { 1 => 2 }"},
	{"do-blocks", "ruby", "def f(a, b)\n  while a do b end\n  case a when 1 then c end\nend", "def f a, b\n  while a\n    b\n  end\n  case a\n  when 1\n    c\n  end\nend", "def f a, b\n  while a\n    b\n  end\n  case a\n  when 1\n    c()\n  end\nend"},
	{"suffixes", "ruby", "a.each { |x| f(x) if x < 1 }\nreturn b.c(d)\n  .e unless g?\nh = if i then 1 else 2 end\ncase j\nin [k] if k > 1 then l\nend", "a.each do |x|\n  if x < 1\n    f(x)\n  end\nend\nunless g?\n  return b.c(d).e\nend\nh = if i then 1 else 2 end\ncase j\nin [k] if k > 1\n  l\nend", "a.each { |x| f(x) if x < 1 }\nreturn b.c(d).e\nh = if i then 1 else 2 end\ncase j\nin [k] then l\nend"},
	{"do-blocks", "ruby", "puts(a)\nb[0].c.push(d, e)\nf.each { |x| print(x + 1) if x }\ng(h).k\ng({ 1 => 2 })\nm = g(h)", "puts a\nb[0].c.push d, e\nf.each { |x| print x + 1 if x }\ng(h).k\ng({ 1 => 2 })\nm = g(h)", "puts a\nb[0].c.push d, e\nf.each { |x| print x + 1 if x }\ng h.k\ng({ 1 => 2 })\nm = g(h)"},
	{"do-blocks", "ruby", "def f(a) = a + 1\ndef g = h(2)\ndef x=(v)\n  @x = v\nend\ndef k(a = 1)\n  a\nend", "def f(a)\n  a + 1\nend\ndef g\n  h(2)\nend\ndef x=(v)\n  @x = v\nend\ndef k(a = 1)\n  a\nend", "def f(a)\n  a + 1\nend\ndef g\n  h(2, 3)\nend\ndef x=(v)\n  @x = v\nend\ndef k(a = 1)\n  a\nend"},
	{"do-blocks", "ruby", "class A; def f(a) = a; def g = 1; end; h(2)", "class A; def f(a) a end; def g 1 end; end; h(2)", "class A; def f(a) a; def g 1 end; end; end; h(2)"},
	{"suffixes", "ruby", "unless a && b.c?\n  d\nelse\n  e\nend\nreturn 1 unless f.empty?\nuntil !g do h end", "if !(a && b.c?)\n  d\nelse\n  e\nend\nreturn 1 if !f.empty?\nwhile g do h end", "if !(a && b.c?)\n  d\nelse\n  e\nend\nreturn 1 if f.empty?\nwhile g do h end"},
	{"jumps", "ruby", "def f(a)\n  if a > 1\n    return 1\n  elsif b\n    c\n    next\n  else\n    d\n    e\n  end\n  g = if a then return h else k end\n  if g\n    return l\n  else\n    return m\n  end\nend", "def f(a)\n  return 1 if a > 1\n  if b\n    c\n    next\n  end\n  d\n  e\n  g = if a then return h else k end\n  return l if g\n  m\nend", "def f(a)\n  return 1 if a > 1\n  if b\n    c\n  else\n    d\n    e\n  end\n  g = if a then return h else k end\n  return l if g\n  m\nend"},
	{"comparisons", "ruby", "puts a > b.c\nd = e.select { |x| x >= 3 }\nf if !(g == h) && k.l? > 1", "puts b.c < a\nd = e.select { |x| 3 <= x }\nf if g != h && k.l? > 1", "puts b.c < a\nd = e.select { |x| 3 < x }\nf if g != h && k.l? > 1"},
	{"suffixes", "ruby", "def f(a)\n  \"#{if a then b end}\"\n  c if a.nil?\nend", "def f(a)\n  \"#{if a then b end}\"\n  if a.nil?\n    c\n  end\nend", "def f(a)\n  \"#{b if a}\"\n  c if a.nil?\nend"},
	{"do-blocks", "ruby", "for i in 0...n do\n  f(i)\nend", "(0...n).each do |i|\n  f(i)\nend", "for i in 0...n.g do\n  f(i)\nend"},
	{"do-blocks", "ruby", "a.then { |b| c }\nd = ->() { e }", "a.then do |b|\n  c\nend\nd = lambda { e }", "a.then { c }\nd = -> { e }"},
	{"last-returns", "ruby", "def f(a)\n  begin\n    g\n  end while a.end\n  yield if a.class\n  return b\nend", "def f(a)\n  begin\n    g\n  end while a.end\n  yield if a.class\n  b\nend", "def f(a)\n  begin\n    g\n  end while a.end\n  yield if a.class\n  return\nend"},
	{"qualifiers", "haskell", "f = Map.insert a . Data.Map.elems", "f = insert a . elems", "f = g . insert a . elems"},
	{"grouping", "haskell", "f (x : xs) = g $ h (k x) (1, 2) (+ 1) ()", "f (x : xs) = g (h (k x) (1, 2) (+ 1) ())", "f (x : xs) = g $ h (k x) (1, 2) + 1 ()"},
}

// lexBy returns the normalised texts of src, separated by blanks.
func lexBy(t *testing.T, l *Language, src string) string {
	t.Helper()
	tokens, err := l.Lex([]byte(src))
	if err != nil {
		t.Fatalf("%s: Lex(%q): %v", l.ID, src, err)
	}
	checkSpans(t, l, []byte(src), tokens)
	texts := make([]string, len(tokens))
	for i, token := range tokens {
		texts[i] = token.Text
	}
	return strings.Join(texts, " ")
}

// With a rule, the programs a and b of its cases are equal, and the program different is not.
// Without the rule, a and b differ.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range ruleCases {
		t.Run(tt.rule+" "+tt.language, func(t *testing.T) {
			t.Parallel()
			l, _ := ByName(tt.language)
			a, b, different := lexBy(t, l, tt.a), lexBy(t, l, tt.b), lexBy(t, l, tt.different)
			if a != b {
				t.Errorf("the programs are not equal with the rule:\n%q\n  %s\n%q\n  %s", tt.a, a, tt.b, b)
			}
			if different == a || different == b {
				t.Errorf("the programs are equal, but must differ:\n%q\n%q\n  %s", tt.a, tt.different, a)
			}
			without := l.OmitRules(tt.rule)
			a, b, different = lexBy(t, without, tt.a), lexBy(t, without, tt.b), lexBy(t, without, tt.different)
			switch {
			case tt.rule == "indentation":
				if different != a {
					t.Errorf("the programs differ even without the rule:\n%q\n  %s\n%q\n  %s", tt.a, a, tt.different, different)
				}
			case a == b:
				t.Errorf("the programs are equal even without the rule:\n%q\n%q\n  %s", tt.a, tt.b, a)
			}
		})
	}
}

// Each rule has a name of its own, a description and a case, and languages name only existing
// rules.
func TestEveryRuleIsTested(t *testing.T) {
	t.Parallel()
	var known []string
	for _, r := range Rules() {
		if slices.Contains(known, r.Name) || r.Doc == "" {
			t.Errorf("rule %q is a duplicate or has no Doc", r.Name)
		}
		known = append(known, r.Name)
		isTested := r.Name == "reachability" // by TestUncalled: it changes no token
		if !isTested && !slices.ContainsFunc(ruleCases, func(c ruleCase) bool { return c.rule == r.Name }) {
			t.Errorf("rule %q has no case: add one to ruleCases", r.Name)
		}
	}
	for _, l := range Languages() {
		for name := range strings.FieldsSeq(l.syntax.rules) {
			if !slices.Contains(known, name) {
				t.Errorf("%s names the unknown rule %q", l.ID, name)
			}
		}
	}
}

// OmitRules returns a language without the named rules, and does not change the original.
func TestOmitRules(t *testing.T) {
	t.Parallel()
	l, _ := ByName("java")
	before := len(l.Rules())
	fewer := l.OmitRules("braces").OmitRules("imports", "macros")
	if got := len(fewer.Rules()); got != before-2 {
		t.Errorf("%d rules, want 2 fewer than %d: Java has no macros", got, before)
	}
	if len(l.Rules()) != before {
		t.Errorf("the original language has %d rules, want %d", len(l.Rules()), before)
	}
	if got, want := lexBy(t, fewer, "import a; if (b) { c(); }"), "import I ; if ( I ) { I ( ) ; }"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
