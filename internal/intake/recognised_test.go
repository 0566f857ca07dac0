package intake

import (
	"testing"
)

// OnFormat gets the format and the reason before anything is read; the Result has the
// reason for the layout.
func TestOnFormat(t *testing.T) {
	t.Parallel()
	const none = "no judge system's export was recognised in it"
	table := func(name, header, paths string) []tFile { return append(treeOf(paths), tFile{name, header}) }
	for _, test := range []struct {
		name              string
		files             []tFile
		opts              Options
		from, why, layout string
	}{
		{"problems", treeOf("A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{}, "dir", none, "its folders look like problems, and their contents like participants"},
		{"one problem", treeOf("ann.cpp\nbob.cpp"), Options{}, "dir", none, "most files stand at its top, as participants' files for one problem do"},
		{"attempts", treeOf("ann/01-WA.cpp\nann/02-AC.cpp\nbob/01-AC.cpp"), Options{}, "dir", none, "its folders hold attempts with verdicts, as participants' folders do"},
		{"a layout", treeOf("A/ann.cpp\nA/bob.cpp"), Options{Layout: ProblemParticipant}, "dir", "", ""},
		{"folders, asked for", table("submissions.csv", "path\nA/ann.cpp\n", "A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{Format: "dir"}, "dir", "", "its folders look like problems, and their contents like participants"},
		{"a manifest", table("submissions.csv", "path\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "manifest", `submissions.csv has a column "path"`, ""},
		{"another table", table("submissions.csv", "name,mark\nann,1\n", "ann.cpp\nbob.cpp"), Options{}, "dir", none, "most files stand at its top, as participants' files for one problem do"},
		{"Dolos's", table("Info.csv", "filename\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "dolos", `Info.csv has a column "filename"`, ""},
		{"Moss's, asked for", treeOf("A/ann/x.cpp\nA/bob/x.cpp"), Options{Format: "moss"}, "moss", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			test.opts.OnFormat = func(f Format, why string) { got = append(got, f.Name, why) }
			set := readAll(t, test.opts, formats["zip"](t, t.TempDir(), "set", test.files))
			diff(t, "told", []string{test.from, test.why}, got)
			diff(t, "set", []string{test.from, test.why, test.layout}, []string{set.Format, set.FormatReason, set.LayoutReason})
		})
	}
}
