package main

import (
	"fmt"
	"runtime/debug"

	"github.com/ojcheck/ojcheck/internal/check"
)

// versionCommand prints what this program is.
type versionCommand struct{}

func (versionCommand) Run(term terminal) error {
	term.say("%s", versionText())
	return nil
}

func versionText() string {
	return fmt.Sprintf("ojcheck %s (%s)", toolVersion(), check.AlgorithmVersion)
}

// version is the tag of a release, which its linker flags set:
// -ldflags "-X main.version=v1.2.3".
var version string

// toolVersion is the version of this program.
func toolVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(version, info)
}

// versionOf returns the tag of a release, or else the version of the module, or
// else the commit that a working tree was built from with its date and, where it
// was changed since, "+dirty". It is "devel" where the build knows none of them.
func versionOf(tag string, info *debug.BuildInfo) string {
	switch {
	case tag != "":
		return tag
	case info == nil:
		return "devel"
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	vcs := make(map[string]string)
	for _, s := range info.Settings {
		vcs[s.Key] = s.Value
	}
	revision, date := vcs["vcs.revision"], vcs["vcs.time"]
	if len(revision) < 12 || len(date) < 10 {
		return "devel"
	}
	text := fmt.Sprintf("%s-%s", date[:10], revision[:12])
	if vcs["vcs.modified"] == "true" {
		text += "+dirty"
	}
	return text
}
