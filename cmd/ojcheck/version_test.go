package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	t.Parallel()
	built := func(module string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: module}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	commit := []string{"vcs.revision", "d7574840123456789", "vcs.time", "2026-11-22T07:00:00Z"}
	tests := []struct {
		name, tag, want string
		info            *debug.BuildInfo
	}{
		{"a release", "v1.2.3", "v1.2.3", built("(devel)", commit...)},
		{"go install", "", "v1.2.3", built("v1.2.3")},
		{"a working tree", "", "2026-11-22-d75748401234", built("(devel)", append(commit, "vcs.modified", "false")...)},
		{"a changed working tree", "", "2026-11-22-d75748401234+dirty", built("(devel)", append(commit, "vcs.modified", "true")...)},
		{"no version control", "", "devel", built("(devel)")},
		{"no build information", "", "devel", nil},
	}
	for _, test := range tests {
		if got := versionOf(test.tag, test.info); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
