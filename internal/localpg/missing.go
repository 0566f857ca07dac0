//go:build unix

package localpg

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// A missingError says that no usable PostgreSQL was found, and how to get one.
type missingError struct {
	version  string  // the major version that an existing cluster needs, or ""
	data     string  // that cluster
	refused  []error // why what was found is of no use
	download error   // why it could not be downloaded
}

func (e *missingError) Error() string {
	var b strings.Builder
	if e.version == "" {
		fmt.Fprintf(&b, "no PostgreSQL %d or newer found\n", minVersion)
	} else {
		fmt.Fprintf(&b, "no PostgreSQL %s found, which the database in %s needs\n", e.version, e.data)
	}
	for _, err := range e.refused {
		fmt.Fprintf(&b, "  %v\n", err)
	}
	fmt.Fprintf(&b, "  download: %v\n", e.download)
	release, _ := os.ReadFile("/etc/os-release")
	fmt.Fprintf(&b, "install it:            %s\n", installCommand(runtime.GOOS, string(release), e.version))
	fmt.Fprintf(&b, "or say where it is:    %s=DIR (the directory of postgres and initdb)\n", binEnv)
	fmt.Fprintf(&b, "or give a server:      --database-url URL")
	if e.version != "" {
		fmt.Fprintf(&b, "\nor begin a new one:    --data-dir DIR")
	}
	return b.String()
}

func (e *missingError) Unwrap() error { return e.download }

// installCommand is what installs PostgreSQL on a system, as a user would type
// it. The release is the content of /etc/os-release, version a major version or "".
func installCommand(goos, release, version string) string {
	if goos == "darwin" {
		return "brew install postgresql@" + cmp.Or(version, "17")
	}
	suffix := ""
	if version != "" {
		suffix = "-" + version
	}
	for _, id := range releaseIDs(release) {
		switch id {
		case "debian", "ubuntu":
			return "sudo apt-get install postgresql" + suffix
		case "fedora", "rhel", "centos", "rocky", "almalinux", "amzn":
			return "sudo dnf install postgresql" + version + "-server"
		case "suse", "opensuse", "sles":
			return "sudo zypper install postgresql" + version + "-server"
		case "arch":
			return "sudo pacman -S postgresql"
		case "alpine":
			return "apk add postgresql" + cmp.Or(version, "17")
		}
	}
	return "your system's package of the PostgreSQL server" + strings.Replace(suffix, "-", ", version ", 1)
}

// releaseIDs are the values of ID and ID_LIKE, in this order.
func releaseIDs(release string) []string {
	var ids, like []string
	for line := range strings.Lines(release) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ID":
			ids = strings.Fields(strings.Trim(value, `"'`))
		case "ID_LIKE":
			like = strings.Fields(strings.Trim(value, `"'`))
		}
	}
	return append(ids, like...)
}
