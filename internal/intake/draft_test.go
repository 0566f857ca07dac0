package intake

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// selectProgram returns the files in a known language. If there are none, it returns the files
// that are not data, and if there are none of these either, all files.
func TestSelectProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, files, program string }{
		{"one language", "a.cpp b.h", "a.cpp b.h"},
		{"code beside other files", "Makefile a.cpp data.in .gitignore read.me", "a.cpp"},
		{"no language", "a.xyz data.in .hidden", "a.xyz"},
		{"only data", "data.in out.csv", "data.in out.csv"},
	} {
		var files []contest.File
		for name := range strings.FieldsSeq(test.files) {
			files = append(files, contest.File{Path: name})
		}
		program, skipped := selectProgram(files)
		if got := strings.Join(filePaths(program), " "); got != test.program || len(program)+len(skipped) != len(files) {
			t.Errorf("%s: program %q, skipped %v; want program %q", test.name, got, skipped, test.program)
		}
	}
}

// LanguageOf prefers the judge system's language; without one it looks at the files.
func TestLanguageOf(t *testing.T) {
	t.Parallel()
	files := []contest.File{{Path: "a.py", Content: []byte("x = 1")}, {Path: "b.rb", Content: []byte("long = 1000000")}, {Path: "c", Content: make([]byte, 100)}}
	for _, test := range []struct {
		name string
		s    contest.Submission
		want string
	}{
		{"by the judge system", contest.Submission{Language: "cpp", Files: files}, "cpp"},
		{"by extensions", contest.Submission{Files: files, LanguageVersion: "C++"}, "ruby"},
		{"by the system's name of the language", contest.Submission{Files: files[2:], LanguageVersion: "GNU C++ 20"}, "cpp"},
		{"by content", contest.Submission{Files: []contest.File{{Path: "x", Content: []byte("#include <iostream>\nint main() { std::cout << 1; }")}}}, "cpp"},
		{"unknown", contest.Submission{Files: files[2:]}, ""},
	} {
		if got := LanguageOf(test.s); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
