package hostiletest

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Zip is a small zip of a contest that unpacks to many bytes or causes much work.
type Zip struct {
	Name string
	// AddFiles adds the files. A larger divisor makes the files fewer or shorter.
	AddFiles func(add func(path, content string), divisor int)
}

// Zips are the inputs of the test that checks hostile contests.
var Zips = []Zip{
	{"programs of random statements of four kinds", func(add func(path, content string), divisor int) {
		for i := range 300 / divisor {
			add(fmt.Sprintf("A/p%d/main.cpp", i), Repertoires[0].Program(uint64(i), 6000/divisor))
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

// Bytes returns the content of the zip. AddFiles gets divisor.
func (z Zip) Bytes(divisor int) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	var errs []error
	z.AddFiles(func(path, content string) {
		f, err := w.Create(path)
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		errs = append(errs, err)
	}, divisor)
	err := errors.Join(append(errs, w.Close())...)
	return b.Bytes(), err
}
