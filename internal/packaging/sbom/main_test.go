package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "example.org/judge", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v2.0.0+incompatible", Sum: "h1:a="},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/fork", Version: "v1.0.1", Sum: "h1:f="}},
		},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "-trimpath", Value: "true"}},
	}
	var out bytes.Buffer
	if err := write(&out, info); err != nil {
		t.Fatal(err)
	}
	var got document
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	judge := "pkg:golang/example.org/judge@v1.2.3"
	a, fork, std := "pkg:golang/example.org/a@v2.0.0%2Bincompatible", "pkg:golang/example.org/fork@v1.0.1", "pkg:golang/std@1.26.8"
	want := document{
		Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{component{"application", judge, "example.org/judge", "v1.2.3", judge, []property{{"go:build:GOOS", "linux"}}}},
		Components: []component{
			{"library", a, "example.org/a", "v2.0.0+incompatible", a, []property{{"go:sum", "h1:a="}}},
			{"library", fork, "example.org/fork", "v1.0.1", fork, []property{{"go:sum", "h1:f="}}},
			{"library", std, "std", "1.26.8", std, nil},
		},
		Dependencies: []dependency{{judge, []string{a, fork, std}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

// The bill of materials of ojcheck lists pgx, which every build contains.
func TestRealProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: builds ojcheck")
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ojcheck")
	if out, err := exec.Command("go", "build", "-o", path, "github.com/ojcheck/ojcheck/cmd/ojcheck").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := write(&out, info); err != nil {
		t.Fatal(err)
	}
	var got document
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if name := got.Metadata.Component.Name; name != "github.com/ojcheck/ojcheck" {
		t.Errorf("the main component is %q, want github.com/ojcheck/ojcheck", name)
	}
	if !slices.ContainsFunc(got.Components, func(c component) bool {
		return c.Name == "github.com/jackc/pgx/v5" && c.Version != "" && len(c.Properties) == 1
	}) {
		t.Errorf("pgx is not among the %d libraries", len(got.Components))
	}
}
