package hostiletest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
)

// Archive is a small zip of a contest that unpacks to many bytes or causes much work.
type Archive struct {
	Name string
	// Files adds the files. divisor makes the archive smaller: fewer programs, or shorter ones.
	Files func(add func(path, content string), divisor int)
}

// Archives are the archives for checks.
var Archives = []Archive{
	{"programs of random statements, of four kinds", func(add func(path, content string), divisor int) {
		for i := range 300 / divisor {
			add(fmt.Sprintf("A/p%d/main.cpp", i), Alphabets[0].Program(uint64(i), 6000/divisor))
		}
	}},
	{"long programs of one statement", func(add func(path, content string), divisor int) {
		for i := range 500 / divisor {
			add(fmt.Sprintf("A/p%d/Main.java", i), strings.Repeat("a;", 60_000))
		}
	}},
	{"a table of equal lines", func(add func(path, content string), divisor int) {
		add("submissions.csv", "path,participant,problem\nmain.cpp,ann,A\n"+strings.Repeat("gone.cpp,ben,A\n", 2_000_000/divisor))
		add("main.cpp", "int main() { return 0; }\n")
	}},
	{"letters outside ASCII", func(add func(path, content string), divisor int) {
		for i := range 100 / divisor {
			add(fmt.Sprintf("A/p%d/main.ts", i), strings.Repeat("\u0627", 30_000+i))
		}
	}},
}

// Zip returns the archive. It is smaller by the divisor, as in Files.
func (a Archive) Zip(divisor int) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	var failed error
	a.Files(func(path, content string) {
		f, err := w.Create(path)
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			failed = err
		}
	}, divisor)
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), failed
}
