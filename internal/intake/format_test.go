package intake

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// OnFormat gets the format and the reason for it. The Result has both too, and the reason for the
// layout.
func TestOnFormat(t *testing.T) {
	t.Parallel()
	const notRecognised = "no judge system's export was recognised in it"
	// withTable returns files with the given paths, and a table with this name and content.
	withTable := func(name, content, paths string) []testFile { return append(filesOf(paths), testFile{name, content}) }
	for _, test := range []struct {
		name                               string
		files                              []testFile
		opts                               Options
		format, formatReason, layoutReason string
	}{
		{"folders of problems", filesOf("A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{}, "dir", notRecognised, "its folders look like problems, and their contents like participants"},
		{"files of one problem", filesOf("ann.cpp\nbob.cpp"), Options{}, "dir", notRecognised, "most files stand at its top, as participants' files for one problem do"},
		{"folders with attempts", filesOf("ann/01-WA.cpp\nann/02-AC.cpp\nbob/01-AC.cpp"), Options{}, "dir", notRecognised, "its folders hold attempts with verdicts, as participants' folders do"},
		{"a chosen layout", filesOf("A/ann.cpp\nA/bob.cpp"), Options{Layout: ProblemParticipant}, "dir", "", ""},
		{"folders, chosen", withTable("submissions.csv", "path\nA/ann.cpp\n", "A/ann.cpp\nA/bob.cpp\nB/ann.cpp"), Options{Format: "dir"}, "dir", "", "its folders look like problems, and their contents like participants"},
		{"a manifest", withTable("submissions.csv", "path\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "manifest", `submissions.csv has a column "path"`, ""},
		{"a table without paths", withTable("submissions.csv", "name,mark\nann,1\n", "ann.cpp\nbob.cpp"), Options{AcceptDoubt: true}, "dir",
			notRecognised + `; submissions.csv is no manifest: its first line names no column "path"`, "most files stand at its top, as participants' files for one problem do"},
		{"a table of Dolos", withTable("Info.csv", "filename\nann.cpp\nbob.cpp\n", "ann.cpp\nbob.cpp"), Options{}, "dolos", `Info.csv has a column "filename"`, ""},
		{"folders of Moss, chosen", filesOf("A/ann/x.cpp\nA/bob/x.cpp"), Options{Format: "moss"}, "moss", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			test.opts.OnFormat = func(f Format, reason i18n.Text) { got = append(got, f.Name, reason.String()) }
			result := readAll(t, test.opts, inputWriters["zip"](t, t.TempDir(), "set", test.files))
			diff(t, "OnFormat", []string{test.format, test.formatReason}, got)
			diff(t, "result", []string{test.format, test.formatReason, test.layoutReason}, []string{result.Format, result.FormatReason.String(), result.LayoutReason.String()})
		})
	}
}
