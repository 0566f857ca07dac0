package archivebench

import (
	"archive/tar"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/intake"
)

const someProgram = "#include <cstdio>\nint main() { int n, s = 0; scanf(\"%d\", &n); " +
	"for (int i = 1; i <= n; i++) { if (i % 3 == 0) s += i * i; else s -= i; } while (s < 0) s += n; printf(\"%d\\n\", s); }\n"

// One participant's programs are programs; an input that was not read as it
// stands measures nothing.
func TestReadPrograms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		opts  intake.Options
		want  string // error; "" for none
	}{
		{"one participant", map[string]string{"A/ann.cpp": someProgram, "B/ann.cpp": someProgram}, intake.Options{Layout: intake.ProblemParticipant}, ""},
		{"two problems of one participant each", map[string]string{"A/ann.cpp": someProgram, "B/ben.cpp": someProgram}, intake.Options{Layout: intake.ProblemParticipant}, "participant"},
		{"nothing", map[string]string{"README": "hello"}, intake.Options{}, "nothing"},
		{"too short", map[string]string{"A/ann.cpp": "int x;", "A/ben.cpp": "int y;"}, intake.Options{Layout: intake.ProblemParticipant}, "no program is long enough"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range tt.files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			p, err := ReadPrograms(t.Context(), []string{dir}, tt.opts)
			switch {
			case tt.want == "" && (err != nil || p.count != len(tt.files)):
				t.Errorf("got %+v, %v", p, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// An archive that is cut off has programs, but is no contest to measure.
func TestReadProgramsOfACutArchive(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range []string{"A/ann.cpp", "A/ben.cpp", "A/cat.cpp"} {
		err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(someProgram))})
		if _, err2 := w.Write([]byte(someProgram)); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "contest.tar")
	for size, want := range map[int]int{b.Len(): 3, 5*512 + 100: -1} { // within the third file
		if err := os.WriteFile(path, b.Bytes()[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPrograms(t.Context(), []string{path}, intake.Options{Layout: intake.ProblemParticipant})
		switch {
		case want >= 0 && (err != nil || p.count != want):
			t.Errorf("%d bytes: got %+v, %v", size, p, err)
		case want < 0 && (err == nil || !strings.Contains(err.Error(), "contest.tar")):
			t.Errorf("%d bytes: got error %v, want one that names the archive", size, err)
		}
	}
}
