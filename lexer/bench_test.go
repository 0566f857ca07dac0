package lexer

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkLex lexes the programs in the directory that OJCHECK_LEXER_CORPUS names. If it
// is not set, BenchmarkLex lexes the twins.
func BenchmarkLex(b *testing.B) {
	for _, id := range []string{"cpp", "java", "python", "kotlin", "javascript"} {
		b.Run(id, func(b *testing.B) {
			l, _ := ByName(id)
			var programs [][]byte
			size := 0
			for _, path := range corpus(b, l) {
				src, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := l.Lex(src); err != nil {
					continue
				}
				programs = append(programs, src)
				size += len(src)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range programs {
					if _, err := l.Lex(src); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkSplit compares three ways to cut the same programs: chroma with its own rules,
// chroma with the patches of this package, and the driver.
func BenchmarkSplit(b *testing.B) {
	for _, id := range []string{"cpp", "java", "python", "kotlin", "javascript"} {
		l, _ := ByName(id)
		if _, err := l.Lex(nil); err != nil {
			b.Fatal(err)
		}
		var texts []string
		size := 0
		paths := corpus(b, l)
		for _, path := range paths[:min(len(paths), 300)] {
			src, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			text := string(clean(src, &syntax{}).text)
			texts = append(texts, text)
			size += len(text)
		}
		for _, way := range []struct {
			name     string
			splitter *splitter
		}{
			{"chroma", newChromaSplitter(b, l, nil)}, {"chroma-patched", newChromaSplitter(b, l, l.syntax.patches)}, {"driver", l.splitter},
		} {
			b.Run(id+"/"+way.name, func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					for _, text := range texts {
						if _, _, err := way.splitter.split(text, workFor(len(text)), time.Now().Add(time.Hour)); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}

// corpus returns the paths of the programs in a language, in a fixed order.
func corpus(b *testing.B, l *Language) []string {
	root := os.Getenv("OJCHECK_LEXER_CORPUS")
	if root == "" {
		root = filepath.Join("testdata", "twins", l.ID)
	}
	var paths []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if found, ok := ByPath(path); err == nil && ok && found == l && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(paths) == 0 {
		b.Skipf("no %s in %s", l.Name, root)
	}
	return paths
}

// BenchmarkShingles measures the shingles of one C++ program.
func BenchmarkShingles(b *testing.B) {
	src, err := os.ReadFile("testdata/twins/cpp/a.cpp")
	if err != nil {
		b.Fatal(err)
	}
	l, _ := ByName("cpp")
	tokens, err := l.Lex(src)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Shingles(tokens, 10)
	}
}
