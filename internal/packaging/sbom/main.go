// Command sbom writes the software bill of materials of a Go program, which names each library in it with its version and
// checksum, as CycloneDX 1.6 in JSON. It reads what the Go compiler stored in the program, so it lists exactly what was
// linked. For the same program it always writes the same bytes.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("sbom: ")
	output := flag.String("o", "", "file to write")
	version := flag.String("version", "", "version of the program, such as v1.2.3")
	flag.Parse()
	if *output == "" || *version == "" || flag.NArg() != 1 {
		log.Fatal("usage: sbom -version VERSION -o FILE PROGRAM")
	}
	info, err := buildinfo.ReadFile(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	info.Main.Version = *version // releases are built with -buildvcs=false, so the compiler stored none
	file, err := os.Create(*output)
	if err != nil {
		log.Fatal(err)
	}
	if err := write(file, info); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}

// The types are named after those of CycloneDX, see https://cyclonedx.org/docs/1.6/json.
type (
	document struct {
		Format       string       `json:"bomFormat"`
		SpecVersion  string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		PURL       string     `json:"purl"`
		Properties []property `json:"properties,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
)

// write writes the libraries of a program, in the order in which the Go compiler sorted them, and then the standard library.
// The compiler does not store which library needs which, so all are written as dependencies of the program.
func write(w io.Writer, info *debug.BuildInfo) error {
	program := componentOf("application", &info.Main)
	for _, setting := range info.Settings {
		switch setting.Key {
		case "GOOS", "GOARCH":
			program.Properties = append(program.Properties, property{"go:build:" + setting.Key, setting.Value})
		}
	}
	doc := document{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{program}}
	refs := []string{}
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		doc.Components = append(doc.Components, componentOf("library", m))
	}
	doc.Components = append(doc.Components, componentOf("library", &debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}))
	for _, c := range doc.Components {
		refs = append(refs, c.Ref)
	}
	doc.Dependencies = []dependency{{program.Ref, refs}}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(doc); err != nil {
		return fmt.Errorf("write the bill of materials: %w", err)
	}
	return nil
}

// componentOf returns a Go module as a component. The module's checksum is from go.sum, and covers all files of the module. The
// checksum is written as a property, because a hash in CycloneDX covers one file.
func componentOf(kind string, m *debug.Module) component {
	c := component{Type: kind, Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path}
	if m.Version != "" {
		c.PURL += "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	}
	c.Ref = c.PURL
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
