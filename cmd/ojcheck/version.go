package main

import (
	"fmt"
	"runtime/debug"

	"github.com/ojcheck/ojcheck/internal/check"
)

// versionCommand prints what this program is.
type versionCommand struct{}

func (versionCommand) Run(term terminal) error {
	fmt.Fprintln(term.out, versionText())
	return nil
}

func versionText() string {
	return fmt.Sprintf("ojcheck %s (%s)", toolVersion(), check.AlgorithmVersion)
}

// toolVersion is the module's version as the go command stamped it, or "devel"
// for a build from a working tree.
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
