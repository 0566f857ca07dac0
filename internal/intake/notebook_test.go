package intake

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// notebookOf returns a notebook of code cells.
func notebookOf(language string, sources ...any) []byte {
	type cell map[string]any
	var cells []cell
	for _, source := range sources {
		cells = append(cells, cell{"cell_type": "code", "source": source, "outputs": []cell{{"data": cell{"image/png": "iVBORw0KGgo"}}}, "execution_count": 3})
	}
	data, _ := json.Marshal(map[string]any{"cells": cells, "nbformat": 4, "metadata": cell{"language_info": cell{"name": language}}})
	return data
}

// A notebook is read as the code of its cells. Comments have the numbers of the cells, and magics become comments.
func TestNotebook(t *testing.T) {
	t.Parallel()
	markdown := `{"cells": [{"cell_type": "markdown", "source": ["# Task"]}, {"cell_type": "code", "source": ["x = 1\n", "y = 2"]}, {"cell_type": "code", "source": ""}],
		"metadata": {"kernelspec": {"name": "python3"}}}`
	for _, tt := range []struct {
		name     string
		content  string
		language string
		want     string // or the reason
	}{
		{"lines and text", string(notebookOf("python", []string{"a = 1\n", "b = a"}, "print(b)\r\nprint(a)\n")), "python", "# cell 1\na = 1\nb = a\n\n# cell 2\nprint(b)\nprint(a)\n"},
		{"cells without code", markdown, "python", "# cell 2\nx = 1\ny = 2\n"},
		{"magics", string(notebookOf("python", "%matplotlib inline\n!pip install x\nif a \\\n!= b:\n  %time f()\nx = (7\n% 2)")), "python",
			"# cell 1\n# %matplotlib inline\n# !pip install x\nif a \\\n!= b:\n#   %time f()\nx = (7\n% 2)\n"},
		{"other programs", string(notebookOf("python", "%%time\nf()", "\n%%bash\nls")), "python", "# cell 1\n# %%time\nf()\n\n# cell 2\n# \n# %%bash\n# ls\n"},
		{"R", string(notebookOf("R", "x <- 5\n%in%")), "r", "# cell 1\nx <- 5\n%in%\n"},
		{"C++", string(notebookOf("c++", "int x;")), "cpp", "// cell 1\nint x;\n"},
		{"no code", `{"cells": [], "metadata": {}}`, "", "a notebook without code"},
		{"unknown language", string(notebookOf("klingon", "x")), "", "a notebook in no known language: export its code to a file"},
		{"no notebook", "print(1)", "", "not a Jupyter notebook, as its name says: export its code, such as to a .py file"},
		{"too many cells", `{"cells": [` + strings.Repeat("{},", maxNotebookLines) + `{}]}`, "", "a notebook with too many lines or cells: export its code, such as to a .py file"},
		{"too many lines", `{"cells": [` + strings.Repeat(`{"source": [`+strings.Repeat(`"",`, maxNotebookLines/2)+`""]},`, 2) + `{}]}`, "", "a notebook with too many lines or cells: export its code, such as to a .py file"},
		{"a list", "[1]", "", "not a Jupyter notebook, as its name says: export its code, such as to a .py file"},
	} {
		program, language, reason := readNotebook([]byte(tt.content), nil)
		id := ""
		if language != nil {
			id = language.ID
		}
		if diff := cmp.Diff(tt.want, string(program)+string(reason)); diff != "" || id != tt.language {
			t.Errorf("%s: language %q, want %q (-want +got):\n%s", tt.name, id, tt.language, diff)
		}
	}
}

// Notebooks are submissions like other programs: the language is that of the kernel, and outputs may be larger than a program.
func TestReadNotebooks(t *testing.T) {
	t.Parallel()
	large := bytes.Replace(notebookOf("python", "x = 1"), []byte("iVBORw0KGgo"), []byte(strings.Repeat("A", lexer.MaxRawBytes)), 1)
	archive := save(t, t.TempDir(), "hw1.zip", zipOf(t, []testFile{
		{"ann.ipynb", string(notebookOf("python", "x = 1\nprint(x)"))}, {"bob.ipynb", string(large)},
		{"cat.ipynb", string(notebookOf("R", "x <- 1"))}, {"dan.ipynb", "{}"}, {"eve.ipynb", string(notebookOf("python", strings.Repeat("x", lexer.MaxRawBytes)))},
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

// FuzzNotebook reads damaged notebooks: each gives a program or a reason, and a program is not larger than its notebook, but
// for the comments.
func FuzzNotebook(f *testing.F) {
	f.Add(notebookOf("python", []string{"a = 1\n", "%time a"}, "%%bash\nls"))
	f.Add(notebookOf("c++", "int x;"))
	f.Add([]byte(`{"cells": [{"cell_type": "code", "source": [[1]]}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		program, language, reason := readNotebook(content, nil)
		if (program == nil) != (reason != "") || (program == nil) != (language == nil) {
			t.Fatalf("program %q, language %v and reason %q, want a program or a reason", program, language, reason)
		}
		if len(program) > 4*len(content) {
			t.Errorf("a notebook of %d bytes is a program of %d bytes", len(content), len(program))
		}
	})
}
