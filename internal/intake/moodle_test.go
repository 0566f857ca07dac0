package intake

import (
	"maps"
	"slices"
	"testing"
)

// Before 4.1, Moodle exports the submission of a group for each member. It is one submission.
func TestMoodleGroups(t *testing.T) {
	t.Parallel()
	const groups = "Red-Ann Lee_1002_assignsubmission_file_/a.cpp = int a;\n" +
		"Red-Bob_1003_assignsubmission_file_/a.cpp = int a;\n" +
		"Blue-Cy_1004_assignsubmission_file_/b.cpp = int b;\n" +
		"Blue-Jean-Luc_1005_assignsubmission_file_/b.cpp = int b;\n" +
		"Green-Dan_1006_assignsubmission_file_/b.cpp = int b;\n"
	for _, tt := range []struct {
		name, tree string
		want       []string // the participants
		skipped    int
	}{
		{"groups", groups, []string{"Blue", "Green", "Red"}, 2},
		{"a name without a hyphen", groups + "Eve_1007_assignsubmission_file_/b.cpp = int b;", []string{"Blue-Cy", "Blue-Jean-Luc", "Eve", "Green-Dan", "Red-Ann Lee", "Red-Bob"}, 0},
		{"a name that begins with a hyphen", groups + "-Eve_1007_assignsubmission_file_/b.cpp = int b;", []string{"-Eve", "Blue-Cy", "Blue-Jean-Luc", "Green-Dan", "Red-Ann Lee", "Red-Bob"}, 0},
		{"different files of one group", groups + "Red-Fay_1008_assignsubmission_file_/b.cpp = int b;", []string{"Blue-Cy", "Blue-Jean-Luc", "Green-Dan", "Red-Ann Lee", "Red-Bob", "Red-Fay"}, 0},
		{"copies of one person", "Min-jun_1_assignsubmission_file_/a.cpp = int a;\nMin-seo_2_assignsubmission_file_/a.cpp = int a;", []string{"Min-jun", "Min-seo"}, 0},
	} {
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", filesOf(tt.tree)))
		diff(t, tt.name, tt.want, slices.Sorted(maps.Keys(namesOf(result.Submissions))))
		if len(result.Skipped) != tt.skipped {
			t.Errorf("%s: skipped %q, want %d", tt.name, skipLines(result), tt.skipped)
		}
	}
}
