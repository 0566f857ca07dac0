package localpg

import (
	"os"
	"runtime"
	"testing"
)

// The default data directory follows from the user, HOME and XDG_DATA_HOME.
func TestDefaultDataDir(t *testing.T) {
	tests := map[string]struct {
		home, xdg string
		want      string // on Linux
	}{
		"home directory":         {"/home/judge", "", "/home/judge/.local/share/ojcheck"},
		"XDG_DATA_HOME":          {"/home/judge", "/data", "/data/ojcheck"},
		"relative XDG_DATA_HOME": {"/home/judge", "data", "/home/judge/.local/share/ojcheck"},
		"no home directory":      {"", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("HOME", test.home)
			t.Setenv("XDG_DATA_HOME", test.xdg)
			want := test.want
			switch {
			case os.Getuid() == 0:
				want = "/var/lib/ojcheck"
			case runtime.GOOS == "darwin" && want != "" && test.xdg != "/data":
				want = test.home + "/Library/Application Support/ojcheck"
			}
			got, err := DefaultDataDir()
			if got != want || (err == nil) != (want != "") {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		})
	}
}
