package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// TestDolos reads a table as Dodona writes it: everything is quoted, two students and two
// exercises share a name, and a student without a submission has an empty file.
func TestDolos(t *testing.T) {
	t.Parallel()
	const head = `"filename","id","username","last_name","first_name","full_name","email","labels","status","submission_id","name_en","name_nl","exercise_id","created_at"` + "\n"
	quoted := func(cells string) string { return `"` + strings.ReplaceAll(cells, "|", `","`) + "\"\n" }
	table := head +
		quoted("sums/Ann Lund.py|1|al|Lund|Ann|Ann Lund|ann@example.org|group 1|correct|901|Sums|Sommen|71|2019-07-23 17:12:33 +0200") +
		quoted("sums/Ann Lund-1.py|2|al2|Lund|Ann|Ann Lund|a2@example.org|group 2|wrong|902|Sums|Sommen|71|2019-07-23 15:12:34 UTC") +
		quoted("sums-1/Bo.py|3|bo|Ek|Bo|Bo Ek|bo@example.org||compilation error|903|Sums|Nog sommen|72|2019-07-24 10:00:00 +0200") +
		quoted("graphs/Bo.py|3|bo|Ek|Bo|Bo Ek|bo@example.org||time limit exceeded|904||Grafen|73|2019-07-24 11:00:00 +0200") +
		quoted("graphs/Cy.py|4|cy|By|Cy|Cy By|cy@example.org|||||Grafen|73|")
	files := append(treeOf("sums/Ann Lund.py\nsums/Ann Lund-1.py\nsums-1/Bo.py\ngraphs/Bo.py"), tFile{"graphs/Cy.py", ""}, tFile{"info.csv", table})
	set := readAll(t, Options{}, formats["zip"](t, t.TempDir(), "course", files))
	diff(t, "from", "dolos", set.Format)
	diff(t, "why", `info.csv has a column "filename"`, set.FormatReason)
	diff(t, "submissions", []string{
		"graphs/Bo.py: Bo Ek at Grafen, python, attempt 1, TIME_LIMIT_EXCEEDED",
		"sums-1/Bo.py: Bo Ek at 72, python, attempt 1, CE",
		"sums/Ann Lund-1.py: Ann Lund (2) at 71, python, attempt 1, WRONG",
		"sums/Ann Lund.py: Ann Lund (1) at 71, python, attempt 1, AC",
	}, lines(set.Submissions))
	diff(t, "skipped", []string{"graphs/Cy.py: empty", "graphs/Cy.py: info.csv, line 6: it is not in the input, or was not read"}, skips(set))
	diff(t, "problems", []contest.Problem{{Name: "71", Title: "Sums", SystemID: "71"}, {Name: "72", Title: "Sums", SystemID: "72"}, {Name: "Grafen", Title: "Grafen", SystemID: "73"}}, set.About.Problems)
	diff(t, "participants", []contest.Participant{{Name: "Ann Lund (1)", Site: "group 1"}, {Name: "Ann Lund (2)", Site: "group 2"}}, set.Participants)
	diff(t, "id and time", "901 2019-07-23 15:12:33 +0000 UTC", fmt.Sprint(set.Submissions[3].SystemID, " ", set.Submissions[3].Time))
}

// The smallest table lists only files; a template is not a submission.
func TestDolosTemplate(t *testing.T) {
	t.Parallel()
	table := "filename,label,ignored,grade\nalice.js,teacher,,7\nbob.js,,false,8\ntemplate.js,,true,\n"
	files := append(treeOf("alice.js\nbob.js\ntemplate.js"), tFile{"info.csv", table})
	set := readAll(t, Options{Format: "dolos"}, formats["folder"](t, t.TempDir(), "week1", files))
	diff(t, "submissions", []string{"alice.js: alice at week1, javascript, attempt 1", "bob.js: bob at week1, javascript, attempt 1"}, lines(set.Submissions))
	diff(t, "skipped", []string{
		"info.csv: column 4 was not read: it is none of filename, full_name, id, username, status, submission_id, name_en, name_nl, exercise_id, created_at, label, labels, ignored",
		"template.js: info.csv, line 4: a template, which Dolos ignores: give it as base code",
	}, skips(set))
	if _, err := Read(t.Context(), []string{formats["zip"](t, t.TempDir(), "none", treeOf("a.js"))}, Options{Format: "dolos"}); err == nil || !strings.Contains(err.Error(), "no table info.csv") {
		t.Errorf("without a table: %v", err)
	}
}
