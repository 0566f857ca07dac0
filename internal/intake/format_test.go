package intake

import (
	"testing"
)

// OnFormat gets the format and the reason for it. The Result has both too, and the reason for the
// layout.
func TestOnFormat(t *testing.T) {
	t.Parallel()
	const notRecognised = "no judge system's export was recognised in it"
	table := func(name, header, paths string) []testFile { return append(filesOf(paths), testFile{name, header}) }
	for _, test := range []struct {
		name              string
		files             []testFile
		opts              Options
		from, why, layout string
	}{
		{"folders of problems", filesOf("A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{}, "dir", notRecognised, "its folders look like problems, and their contents like participants"},
		{"files of one problem", filesOf("ann.cpp\nbob.cpp"), Options{}, "dir", notRecognised, "most files stand at its top, as participants' files for one problem do"},
		{"folders with attempts", filesOf("ann/01-WA.cpp\nann/02-AC.cpp\nbob/01-AC.cpp"), Options{}, "dir", notRecognised, "its folders hold attempts with verdicts, as participants' folders do"},
		{"a chosen layout", filesOf("A/ann.cpp\nA/bob.cpp"), Options{Layout: ProblemParticipant}, "dir", "", ""},
		{"folders, chosen", table("submissions.csv", "path\nA/ann.cpp\n", "A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{Format: "dir"}, "dir", "", "its folders look like problems, and their contents like participants"},
		{"a manifest", table("submissions.csv", "path\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "manifest", `submissions.csv has a column "path"`, ""},
		{"a table without paths", table("submissions.csv", "name,mark\nann,1\n", "ann.cpp\nbob.cpp"), Options{}, "dir", notRecognised, "most files stand at its top, as participants' files for one problem do"},
		{"a table of Dolos", table("Info.csv", "filename\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "dolos", `Info.csv has a column "filename"`, ""},
		{"folders of Moss, chosen", filesOf("A/ann/x.cpp\nA/bob/x.cpp"), Options{Format: "moss"}, "moss", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			test.opts.OnFormat = func(f Format, why string) { got = append(got, f.Name, why) }
			result := readAll(t, test.opts, inputWriters["zip"](t, t.TempDir(), "set", test.files))
			diff(t, "OnFormat", []string{test.from, test.why}, got)
			diff(t, "result", []string{test.from, test.why, test.layout}, []string{result.Format, result.FormatReason, result.LayoutReason})
		})
	}
}
