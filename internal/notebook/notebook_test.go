package notebook

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		{"Python in cells", string(notebookOf("python", "%%python3\nf()", "%%writefile -a sol.py\ng()", "%%script --bg pypy3\nh()", "%%mine\ni()")), "python",
			"# cell 1\n# %%python3\nf()\n\n# cell 2\n# %%writefile -a sol.py\ng()\n\n# cell 3\n# %%script --bg pypy3\nh()\n\n# cell 4\n# %%mine\ni()\n"},
		{"no Python in cells", string(notebookOf("python", "%%writefile a.txt\nf()", "%%script bash\ng()")), "python",
			"# cell 1\n# %%writefile a.txt\n# f()\n\n# cell 2\n# %%script bash\n# g()\n"},
		{"R", string(notebookOf("R", "x <- 5\n%in%")), "r", "# cell 1\nx <- 5\n%in%\n"},
		{"C++", string(notebookOf("c++", "int x;")), "cpp", "// cell 1\nint x;\n"},
		{"no code", `{"cells": [], "metadata": {}}`, "", "a notebook without code"},
		{"unknown language", string(notebookOf("klingon", "x")), "", "a notebook in no known language: export its code to a file"},
		{"no notebook", "print(1)", "", "not a Jupyter notebook, as its name says: export its code, such as to a .py file"},
		{"too many cells", `{"cells": [` + strings.Repeat("{},", maxLines) + `{}]}`, "", "a notebook with too many lines or cells: export its code, such as to a .py file"},
		{"too many lines", `{"cells": [` + strings.Repeat(`{"source": [`+strings.Repeat(`"",`, maxLines/2)+`""]},`, 2) + `{}]}`, "", "a notebook with too many lines or cells: export its code, such as to a .py file"},
		{"a list", "[1]", "", "not a Jupyter notebook, as its name says: export its code, such as to a .py file"},
	} {
		program, language, reason := Read([]byte(tt.content), nil)
		id := ""
		if language != nil {
			id = language.ID
		}
		if diff := cmp.Diff(tt.want, string(program)+string(reason)); diff != "" || id != tt.language {
			t.Errorf("%s: language %q, want %q (-want +got):\n%s", tt.name, id, tt.language, diff)
		}
	}
}

// FuzzNotebook reads damaged notebooks: each gives a program or a reason, and a program is not larger than its notebook, but
// for the comments.
func FuzzNotebook(f *testing.F) {
	f.Add(notebookOf("python", []string{"a = 1\n", "%time a"}, "%%bash\nls"))
	f.Add(notebookOf("c++", "int x;"))
	f.Add([]byte(`{"cells": [{"cell_type": "code", "source": [[1]]}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		program, language, reason := Read(content, nil)
		if (program == nil) != (reason != "") || (program == nil) != (language == nil) {
			t.Fatalf("program %q, language %v and reason %q, want a program or a reason", program, language, reason)
		}
		if len(program) > 4*len(content) {
			t.Errorf("a notebook of %d bytes is a program of %d bytes", len(content), len(program))
		}
	})
}
