package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// These tests keep the packages, the service and the documentation together. internal/packaging/test.sh
// installs a package and tries it.
const packaging = "internal/packaging/"

// unitSetting returns the only value of a setting of the service's unit.
func unitSetting(t *testing.T, name string) string {
	t.Helper()
	values := regexp.MustCompile(`(?m)^`+name+`=(.*)$`).FindAllSubmatch(readFile(t, packaging+"ojcheck.service"), -1)
	if len(values) != 1 {
		t.Fatalf("the unit has %d lines with %s, want one", len(values), name)
	}
	return string(values[0][1])
}

// packageRecipe is what the tests read of the recipe of deb and rpm.
type packageRecipe struct {
	Packages []struct {
		Scripts  map[string]string `yaml:"scripts"`
		Contents []packageFile     `yaml:"contents"`
	} `yaml:"nfpms"`
}

// packageFile is a file or directory of a package.
type packageFile struct {
	Source      string `yaml:"src"`
	Destination string `yaml:"dst"`
	Type        string `yaml:"type"`
	Info        struct {
		Mode         int
		Owner, Group string
	} `yaml:"file_info"`
}

func readRecipe(t *testing.T) (recipe packageRecipe, files map[string]packageFile) {
	t.Helper()
	if err := yaml.Unmarshal(readFile(t, ".goreleaser.yml"), &recipe); err != nil {
		t.Fatal(err)
	}
	if len(recipe.Packages) != 1 {
		t.Fatalf("there are %d recipes of packages, want one for deb and rpm", len(recipe.Packages))
	}
	files = make(map[string]packageFile)
	for _, file := range recipe.Packages[0].Contents {
		files[file.Destination] = file
	}
	return recipe, files
}

// The service runs the program of the package with the settings file of the package, which every command
// reads by default. The service's user may read the file and owns the data directory.
func TestService(t *testing.T) {
	t.Parallel()
	_, files := readRecipe(t)
	command := strings.Fields(unitSetting(t, "ExecStart"))
	if command[0] != "/usr/bin/ojcheck" { // where goreleaser puts the program
		t.Errorf("the unit runs %s, want the program of the package", command[0])
	}
	settings := slices.Index(command, systemFile)
	if settings < 0 {
		t.Fatalf("%v does not name %s", command, systemFile)
	}
	command[settings] = filepath.Join(repository, files[systemFile].Source)
	if err := parseCommandLine(t, command[1:]); err != nil {
		t.Errorf("the command of the unit: %v", err)
	}
	group := unitSetting(t, "Group")
	if info := files[systemFile].Info; info.Mode != 0o640 || info.Group != group || files[systemFile].Type != "config|noreplace" {
		t.Errorf("%s has mode %o, group %q, type %q: the service reads it, an upgrade keeps it, and only root changes it",
			systemFile, info.Mode, info.Group, files[systemFile].Type)
	}
	data := "/var/lib/" + unitSetting(t, "StateDirectory")
	if info := files[data].Info; files[data].Type != "dir" || info.Owner != unitSetting(t, "User") || info.Group != group || info.Mode != 0o700 || unitSetting(t, "StateDirectoryMode") != "0700" {
		t.Errorf("%s is %+v, want a directory that only the service may enter, as in the unit", data, files[data])
	}
	for _, name := range []string{"preinstall.sh", "postremove.sh"} {
		if !bytes.Contains(readFile(t, packaging+name), []byte(data)) {
			t.Errorf("%s does not name %s", name, data)
		}
	}
	if !bytes.Contains(readFile(t, packaging+"preinstall.sh"), []byte(" "+unitSetting(t, "User")+"\n")) {
		t.Error("preinstall.sh does not make the user of the unit")
	}
	if status := unitSetting(t, "RestartPreventExitStatus"); status != "2" || exitUsage != 2 {
		t.Errorf("systemd does not restart after status %s; a wrong command line has %d", status, exitUsage)
	}
}

// The settings file of the package is valid, and each of its examples, too.
func TestPackagedSettings(t *testing.T) {
	t.Parallel()
	_, files := readRecipe(t)
	content := readFile(t, files[systemFile].Source)
	for _, test := range []struct {
		name, want string
		content    []byte
	}{
		{"as installed", "data-dir /var/lib/ojcheck ", content},
		{"with all examples", "public-url https://judge.example ", regexp.MustCompile(`(?m)^#([a-z-]+=)`).ReplaceAll(content, []byte("$1"))},
	} {
		path := newFile(t, "ojcheck.conf", test.content)
		out := mustRun(t, "config", "--config", path)
		if words := strings.Join(strings.Fields(out), " "); !strings.Contains(words, test.want+path) {
			t.Errorf("%s: \"ojcheck config\" prints no %q:\n%s", test.name, test.want+path, out)
		}
	}
}

// Each file that the recipe takes from the repository exists, and scripts are executable; share.sh makes the
// files below dist. The page for administrators names the paths of the installed files.
func TestPackageFiles(t *testing.T) {
	t.Parallel()
	recipe, files := readRecipe(t)
	for destination, file := range files {
		switch name, isMade := strings.CutPrefix(file.Source, "dist/share/"); {
		case file.Type == "dir":
		case isMade:
			ending := name[strings.LastIndex(name, ".")+1:]
			if !bytes.Contains(readFile(t, packaging+"share.sh"), []byte(ending)) {
				t.Errorf("share.sh does not make %s", file.Source)
			}
		default:
			if _, err := os.Stat(filepath.Join(repository, file.Source)); err != nil {
				t.Errorf("%s: %v", destination, err)
			}
		}
	}
	for event, script := range recipe.Packages[0].Scripts {
		if info, err := os.Stat(filepath.Join(repository, script)); err != nil || info.Mode().Perm()&0o111 == 0 {
			t.Errorf("%s: %s is no program: %v", event, script, err)
		}
	}
	page := readFile(t, "docs/operations.md")
	for _, path := range []string{systemFile, "/var/lib/ojcheck", unitSetting(t, "User"), "ojcheck.service"} {
		if !bytes.Contains(page, []byte("`"+path+"`")) {
			t.Errorf("docs/operations.md does not name %s", path)
		}
	}
}
