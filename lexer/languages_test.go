package lexer

import "testing"

// ByName finds a language by the names that judge systems use.
func TestByName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"cpp": "cpp", "C++": "cpp", "GNU C++17": "cpp", "GNU C++17 (64)": "cpp", "cpp17": "cpp", "c++20": "cpp",
		"GNU G++20 11.2.0 (64 bit, winlibs)": "cpp", "Clang++17 Diagnostics": "cpp", "Microsoft Visual C++ 2017": "cpp",
		"GNU C11 5.1.0": "c", "C": "c", "c11": "c", "C (gcc 12.2.0)": "c", "h": "cpp",
		"python3": "python", "PyPy 3-64": "python", "Python 3.11": "python", "Python (PyPy 3.10-v7.3.12)": "python", "py": "python",
		"Java 21": "java", "Java 1.8.0_241": "java", "java": "java", "Kotlin 1.9": "kotlin", "kt": "kotlin", "Go 1.22.2": "go", "golang": "go",
		"C# 10": "csharp", "C# Mono 6.8": "csharp", ".NET Core C#": "csharp", "Node.js 15.8.0 (64bit)": "javascript", "JavaScript V8 4.8.0": "javascript",
		"JavaScript (Node.js 18.16.1)": "javascript", "TypeScript 5.1": "typescript", "Free Pascal 3.2.2": "pascal", "Delphi 7": "pascal", "FPC": "pascal",
		"PascalABC.NET 3.8.3": "pascal", "Haskell GHC 8.10.1": "haskell", "hs": "haskell", "Rust 1.75.0 (2021)": "rust", "rs": "rust", "Ruby 3.2.2": "ruby",
		"Scala 2.12.8": "scala", "Perl 5.20.1": "perl", "pl": "perl", "PHP 8.1.7": "php", "D DMD32 v2.105.0": "d", "OCaml 4.02.1": "ocaml", "ml": "ocaml",
		"Swift 5.8": "swift", "Lua (LuaJIT 2.0)": "lua", "Julia 1.9.2": "julia", "Dart 3": "dart", "objectpascal": "pascal", "f#": "fsharp", "F# 6": "fsharp", "Visual Basic": "vb.net", "SBCL 2": "common-lisp",
		"Ada GNAT 4": "ada", "Clojure": "clojure", "bash": "bash",
	} {
		if l, ok := ByName(name); !ok || l.ID != want {
			t.Errorf("ByName(%q) = %v, %v; want %s", name, l, ok, want)
		}
	}
	for _, name := range []string{"", "  ", "64", "esperanto", "()", "plaintext", "json"} {
		if l, ok := ByName(name); ok {
			t.Errorf("ByName(%q) = %s; want no language", name, l.ID)
		}
	}
}

// ByPath finds a language by the extension of a file, and none for files that are not programs.
func TestByPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"a/b.cpp": "cpp", "b.CC": "cpp", "x.C": "cpp", "x.c": "c", "x.h": "cpp", "Main.java": "java", `d\e.py`: "python",
		"a.kt": "kotlin", "main.go": "go", "x.m": "objective-c", "x.r": "r", "x.fs": "fsharp", "x.sh": "bash",
	} {
		if l, ok := ByPath(path); !ok || l.ID != want {
			t.Errorf("ByPath(%q) = %v, %v; want %s", path, l, ok, want)
		}
	}
	for _, path := range []string{"", "cpp", "a.cpp/b", "a.txt", "a.md", "a.json", "a.csv", "a.in", "a.1", "a.cpp.in", "a.yaml", "a.html", "Makefile",
		"a.out", "a.ans", "a.dat", "a.log", "a.tex", "a.pdf", "a.png", "a.svg", "a.class", "a.jar", "a.exe", "a.o", "a.diff", "a.xml",
		"a.yml", "a.toml", "a.ini", "a.cfg", "a.css", "a.tsv", ".gitignore", "README", "a.zip", "a.properties", "a.rst", "a.bib"} {
		if l, ok := ByPath(path); ok {
			t.Errorf("ByPath(%q) = %s; want no language", path, l.ID)
		}
	}
}
