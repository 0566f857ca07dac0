//go:build unix

package localpg

import "testing"

// installCommand returns the command for each system, and for others what to look for.
func TestInstallCommand(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		goos, release, version string
		want                   string
	}{
		"Debian":                     {"linux", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", "", "sudo apt-get install postgresql"},
		"Debian, version 15":         {"linux", "ID=debian\n", "15", "sudo apt-get install postgresql-15"},
		"Mint":                       {"linux", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "", "sudo apt-get install postgresql"},
		"Rocky":                      {"linux", "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "16", "sudo dnf install postgresql16-server"},
		"Fedora":                     {"linux", "ID=fedora", "", "sudo dnf install postgresql-server"},
		"Tumbleweed":                 {"linux", "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "", "sudo zypper install postgresql-server"},
		"Arch":                       {"linux", "ID=arch\n", "", "sudo pacman -S postgresql"},
		"Alpine":                     {"linux", "ID=alpine\n", "", "apk add postgresql17"},
		"macOS":                      {"darwin", "", "", "brew install postgresql@17"},
		"macOS, version 16":          {"darwin", "", "16", "brew install postgresql@16"},
		"unknown system":             {"linux", "ID=nixos\n", "", "your system's package of the PostgreSQL server"},
		"unknown system, version 15": {"freebsd", "", "15", "your system's package of the PostgreSQL server, version 15"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := installCommand(test.goos, test.release, test.version); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// pathVersion returns the major version in each kind of path, and 0 for "latest".
func TestPathVersion(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{
		"/usr/lib/postgresql/9.6/bin":                           9,
		"/usr/lib/postgresql/15/bin":                            15,
		"/usr/pgsql-17/bin":                                     17,
		"/opt/homebrew/opt/postgresql@16/bin":                   16,
		"/Applications/Postgres.app/Contents/Versions/18/bin":   18,
		"/Applications/Postgres.app/Contents/Versions/latest/b": 0,
	} {
		if got := pathVersion(path); got != want {
			t.Errorf("pathVersion(%s) = %d, want %d", path, got, want)
		}
	}
}
