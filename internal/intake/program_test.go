package intake

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, files, program string }{
		{"one language", "a.cpp b.h", "a.cpp b.h"},
		{"with others", "Makefile a.cpp data.in .gitignore read.me", "a.cpp"},
		{"no language", "a.xyz data.in .hidden", "a.xyz"},
		{"data alone", "data.in out.csv", "data.in out.csv"},
	} {
		var files []contest.File
		for name := range strings.FieldsSeq(test.files) {
			files = append(files, contest.File{Path: name})
		}
		program, left := SelectProgram(files)
		if got := strings.Join(paths(program), " "); got != test.program || len(program)+len(left) != len(files) {
			t.Errorf("%s: %s, %v left, want %s", test.name, got, left, test.program)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	files := []contest.File{{Path: "a.py", Content: []byte("x = 1")}, {Path: "b.rb", Content: []byte("long = 1000000")}, {Path: "c", Content: make([]byte, 100)}}
	for _, test := range []struct {
		name string
		s    contest.Submission
		want string
	}{
		{"known", contest.Submission{Language: "cpp", Files: files}, "cpp"},
		{"by the files", contest.Submission{Files: files, LanguageVersion: "C++"}, "ruby"},
		{"by its name", contest.Submission{Files: files[2:], LanguageVersion: "GNU C++ 20"}, "cpp"},
		{"by what stands in it", contest.Submission{Files: []contest.File{{Path: "x", Content: []byte("#include <iostream>\nint main() { std::cout << 1; }")}}}, "cpp"},
		{"by nothing", contest.Submission{Files: files[2:]}, ""},
	} {
		if got := LanguageOf(test.s); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
