package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/lexer"
)

// notebookOf returns a notebook of one cell with code and an output.
func notebookOf(language, source, output string) string {
	source, output = quoted(source), quoted(output)
	return fmt.Sprintf(`{"cells": [{"cell_type": "code", "source": %s, "outputs": [%s]}], "metadata": {"language_info": {"name": "%s"}}}`, source, output, language)
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// Notebooks are submissions like other programs: the language is that of the kernel, and outputs may be larger than a program.
func TestReadNotebooks(t *testing.T) {
	t.Parallel()
	archive := save(t, t.TempDir(), "hw1.zip", zipOf(t, []testFile{
		{"ann.ipynb", notebookOf("python", "x = 1\nprint(x)", "")}, {"bob.ipynb", notebookOf("python", "x = 1", strings.Repeat("A", lexer.MaxRawBytes))},
		{"cat.ipynb", notebookOf("R", "x <- 1", "")}, {"dan.ipynb", "{}"}, {"eve.ipynb", notebookOf("python", strings.Repeat("x", lexer.MaxRawBytes), "")},
	}))
	result := readAll(t, Options{}, archive)
	var got []string
	for _, s := range result.Submissions {
		got = append(got, s.Participant+" "+s.Language+" "+string(s.Files[0].Content))
	}
	diff(t, "submissions", []string{"ann python # cell 1\nx = 1\nprint(x)\n", "bob python # cell 1\nx = 1\n", "cat r # cell 1\nx <- 1\n"}, got)
	diff(t, "skipped", []string{"dan.ipynb: a notebook without code", "eve.ipynb: larger than 512 KiB, the limit for one file"}, skipLines(result))
}
