package program

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// sources returns all programs in testdata of the repository, in the order of their paths.
func sources(t testing.TB) []contest.File {
	t.Helper()
	var files []contest.File
	err := filepath.WalkDir("../../testdata", func(path string, entry fs.DirEntry, err error) error {
		if _, ok := lexer.ByPath(path); err != nil || entry.IsDir() || !ok {
			return err
		}
		content, err := os.ReadFile(path)
		files = append(files, contest.File{Path: path, Content: content})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 150 {
		t.Fatalf("only %d programs, want 150 or more", len(files))
	}
	return files
}

// lexing returns a function that lexes the given files.
func lexing(files []contest.File) func(int, *lexer.Language) (*LexedFile, error) {
	return func(i int, l *lexer.Language) (*LexedFile, error) { return Lex(files[i].Content, l) }
}

// encoded is like lexing, but also encodes and decodes the result.
func encoded(t *testing.T, files []contest.File) func(int, *lexer.Language) (*LexedFile, error) {
	return func(i int, l *lexer.Language) (*LexedFile, error) {
		lexed, err := Lex(files[i].Content, l)
		if err != nil {
			return nil, err
		}
		decoded, err := Decode(lexed.Encode())
		if err != nil {
			t.Errorf("%s: %v", files[i].Path, err)
		}
		if diff := cmp.Diff(lexed, decoded); diff != "" {
			t.Errorf("%s changes when it is encoded and decoded (-lexed +decoded):\n%s", files[i].Path, diff)
		}
		return decoded, err
	}
}

// Read and ReadSequence give the same code, whether ReadSequence lexes the files or decodes
// them.
func TestSequenceEqualsProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	files := sources(t)
	programs := make(map[string][]contest.File)
	for i, f := range files {
		programs[f.Path] = files[i : i+1]
		programs[f.Path+" and the next two"] = files[i:min(i+3, len(files))]
	}
	programs["unreadable and readable"] = []contest.File{
		file("a.cpp", sieve), file("b.h", strings.Repeat("\x00", 50)), file("c.c", "int Tree; int TREE;"),
	}
	programs["with uncalled code"] = []contest.File{file("a.cpp", uncalled)}
	programs["several files that may call each other"] = []contest.File{file("a.cpp", uncalled), file("b.cpp", sieve)}
	programs["names in either case"] = []contest.File{file("a.pas", "begin Count := count + COUNT; end.")}
	bomb := ": \"" + strings.Repeat(`\\`, 2<<10) + "\n"
	programs["read coarsely"] = []contest.File{file("a.sh", "read n\necho $n\n"+bomb), file("b.sh", "echo hello\n")}
	base, _ := ReadBase([]contest.File{file("lib.cpp", sieve), files[0], files[70]}, nil, 10)
	cut := 0
	for name, files := range programs {
		language, _ := lexer.ByPath(files[0].Path)
		for _, forced := range []bool{false, true} {
			program, err := Read(t.Context(), files, language, forced)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			symbols := lexer.Symbols(program.Tokens)
			fingerprint, ok := Fingerprint(symbols)
			sample := Sample(symbols)
			base.Mark(program)
			want := program.Code(10)
			for way, lex := range map[string]func(int, *lexer.Language) (*LexedFile, error){"lexed": lexing(files), "decoded": encoded(t, files)} {
				s, err := ReadSequence(t.Context(), files, language, forced, lex)
				if err != nil {
					t.Fatalf("%s, %s: %v", name, way, err)
				}
				if s.Fingerprint != fingerprint || s.HasFingerprint != ok {
					t.Errorf("%s, %s: fingerprint %v, %v; want %v, %v", name, way, s.Fingerprint, s.HasFingerprint, fingerprint, ok)
				}
				if !slices.Equal(Sample(s.Symbols), sample) {
					t.Errorf("%s, %s: the sample differs", name, way)
				}
				if s.Family != language.Family || len(s.Files) != len(program.Files) || !cmp.Equal(s.Skipped, program.Skipped) {
					t.Errorf("%s, %s: %d files of family %s, skipped %v; want the same as Read", name, way, len(s.Files), s.Family, s.Skipped)
				}
				base.Cut(s)
				got := s.Code(10)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: the code differs", name, way)
				}
				if got.OwnTokens < len(got.Symbols)-len(s.Files)+1 {
					cut++
				}
			}
		}
	}
	if cut == 0 {
		t.Error("no program has base code, want some for a test")
	}
}

// uncalled begins with a function that nothing calls.
var uncalled = `int gcd(int a, int b) { while (b) { int c = a % b; a = b; b = c; } return a; }
int power(int a, int b) { int c = 1; while (b) { if (b % 2) c = c * a; a = a * a; b /= 2; } return c; }
int main() { int n, sum = 0; cin >> n; for (int i = 0; i < n; i++) { int x; cin >> x; sum += power(x, n) - power(n, x) * i;
	if (sum > 1000) sum = sum % 1000 + power(sum, 3); } cout << sum << endl; }`

// Uncalled returns the shingles with tokens of an uncalled function, except shingles in own
// template and shingles that are also in other code. If there are several files, no function is
// uncalled: another file may call it.
func TestUncalled(t *testing.T) {
	t.Parallel()
	code := read(t, "cpp", file("a.cpp", uncalled)).Code(10)
	n := code.uncalled[0].Tokens
	if len(code.uncalled) != 1 || code.uncalled[0].First != 0 || n < 30 {
		t.Fatalf("%v is uncalled, want only the first function", code.uncalled)
	}
	var want []uint64
	for _, shingles := range [][]uint64{code.Shingles(), code.Wording()} {
		for _, shingle := range shingles[:n] {
			if !slices.Contains(shingles[n:], shingle) {
				want = append(want, shingle)
			}
		}
	}
	slices.Sort(want)
	if got := code.Uncalled(); !slices.Equal(got, slices.Compact(want)) || len(got) < n {
		t.Errorf("%d shingles are uncalled, want those of each token of the first function that are nowhere else: %d", len(got), len(want))
	}
	if code.OwnTokens != len(code.Symbols) {
		t.Errorf("%d of %d tokens are own code, want all: uncalled code is own code too", code.OwnTokens, len(code.Symbols))
	}
	code.SetTemplate([]contest.Passage{{First: 0, Tokens: n}})
	if got := len(code.Uncalled()); got != 9+3 {
		t.Errorf("%d shingles are uncalled, want only the 9 of 10 tokens and the 3 of 4 that begin in the own template and end outside of it", got)
	}
	code = read(t, "cpp", file("a.cpp", uncalled), file("b.cpp", sieve)).Code(10)
	if got := code.Uncalled(); len(got) > 0 {
		t.Errorf("%d shingles are uncalled, want none: another file may call the function", len(got))
	}
}

// If no file can be read, ReadSequence returns the error of Read.
func TestReadSequenceFails(t *testing.T) {
	t.Parallel()
	files := []contest.File{file("a.cpp", "\x00\x00"), file("b.cpp", "\x00")}
	_, want := Read(t.Context(), files, language(t, "cpp"), false)
	s, err := ReadSequence(t.Context(), files, language(t, "cpp"), false, lexing(files))
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("got %v, %v; want the error %v", s, err, want)
	}
}

// Stored files are decoded years later.
func TestEncodingIsStable(t *testing.T) {
	t.Parallel()
	lexed, err := Lex([]byte("x = yy(x);"), language(t, "cpp"))
	if err != nil {
		t.Fatal(err)
	}
	symbol := func(s lexer.Symbol) string {
		return fmt.Sprintf("%02x%02x%02x%02x", byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
	}
	name := func(n string) string { return symbol(lexer.SymbolOf("name " + n)) }
	want := "00" + "00" + "07" +
		"05" + symbol(lexer.SymbolOf("I")) + symbol(lexer.SymbolOf("=")) + symbol(lexer.SymbolOf("(")) +
		symbol(lexer.SymbolOf(")")) + symbol(lexer.SymbolOf(";")) +
		"00010002000304" +
		"02" + name("x") + name("yy") + "000100" + "00"
	if got := fmt.Sprintf("%x", lexed.Encode()); got != want {
		t.Errorf("encoded as %s, want %s: raise the last digits of LexedFileVersion, and correct this test", got, want)
	}
}

// Decode refuses texts that are cut off, too long or inconsistent.
func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	lexed, err := Lex([]byte(sieve), language(t, "cpp"))
	if err != nil || !lexed.HasFingerprint {
		t.Fatal(err)
	}
	whole := lexed.Encode()
	for n := range whole {
		if _, err := Decode(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are decoded, want an error", n, len(whole))
		}
	}
	if _, err := Decode(append(whole, 0)); err == nil {
		t.Error("a text with an additional byte is decoded, want an error")
	}
	for name, encoded := range map[string]string{
		"odd fingerprint":       "\x07abcdefg\x00\x00\x00\x00\x00",
		"more tokens than fit":  "\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00",
		"more symbols than fit": "\x00\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\x7fabcd\x00\x00\x00",
		"place beyond the end":  "\x00\x00\x01\x01abcd\x01\x00\x00",
		"barrier":               "\x00\x00\x01\x01\x00\x00\x00\x00\x00\x00\x00",
		"run beyond the end":    "\x00\x00\x01\x01abcd\x00\x00\x01\x00\x02",
		"empty run":             "\x00\x00\x01\x01abcd\x00\x00\x01\x00\x00",
		"fewer runs than said":  "\x00\x00\x01\x01abcd\x00\x00\x02\x00\x01",
	} {
		if _, err := Decode([]byte(encoded)); err == nil {
			t.Errorf("%s: decoded, want an error", name)
		}
	}
}

// FuzzDecode checks that a decoded file stays the same if it is encoded and decoded again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x01abcd\x00\x00\x01\x00\x01"))
	if lexed, err := Lex([]byte(sieve), func() *lexer.Language { l, _ := lexer.ByName("cpp"); return l }()); err == nil {
		f.Add(lexed.Encode())
	}
	f.Fuzz(func(t *testing.T, encoded []byte) {
		lexed, err := Decode(encoded)
		if err != nil {
			return
		}
		again, err := Decode(lexed.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lexed, again); diff != "" {
			t.Errorf("decoded twice, a file differs (-once +twice):\n%s", diff)
		}
	})
}

// BenchmarkDecode measures decoding the stored token sequences of the sample programs.
func BenchmarkDecode(b *testing.B) {
	var encoded [][]byte
	tokens := 0
	for _, f := range sources(b) {
		l, _ := lexer.ByPath(f.Path)
		lexed, err := Lex(f.Content, l)
		if err != nil {
			b.Fatal(err)
		}
		encoded = append(encoded, lexed.Encode())
		tokens += len(lexed.Symbols)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range encoded {
			if _, err := Decode(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tokens), "ns/token")
}
