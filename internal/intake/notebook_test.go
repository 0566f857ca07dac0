package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	result, err := Read(t.Context(), []string{archive}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range result.Submissions {
		got = append(got, s.Participant+" "+s.Language+" "+string(s.Files[0].Content))
	}
	for _, s := range result.Skipped {
		got = append(got, s.Path+": "+s.Reason.String())
	}
	want := []string{"ann python # cell 1\nx = 1\nprint(x)\n", "bob python # cell 1\nx = 1\n", "cat r # cell 1\nx <- 1\n",
		"dan.ipynb: a notebook without code", "eve.ipynb: larger than 512 KiB, the limit for one file"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
