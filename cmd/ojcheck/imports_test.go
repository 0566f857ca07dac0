package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ojcheck/ojcheck/"

// forbidden lists, for each package, the path prefixes of packages and libraries that it must not depend on,
// directly or indirectly.
var forbidden = map[string][]string{
	"lexer":                {module + "internal", module + "pairs", module + "simhash", module + "web", module + "migrations", module + "cmd", "net/http", "os/exec", "database/sql", "github.com/jackc"},
	"lexer/driver":         {module, "net/http", "os/exec", "database/sql", "github.com/jackc"},
	"simhash":              {module, "github.com", "golang.org", "net/http"},
	"pairs":                {module + "internal", module + "web", module + "migrations", "net/http", "database/sql", "github.com/jackc"},
	"internal/client":      {module + "web", module + "migrations", module + "internal/postgres", module + "internal/check", module + "internal/intake", module + "pairs", module + "lexer", "github.com/jackc"},
	"internal/text":        {module, "github.com", "golang.org"},
	"internal/i18n":        {module, "github.com"},
	"internal/markup":      {module, "github.com/jackc"},
	"internal/contest":     {module, "github.com"},
	"internal/account":     {module, "net/http", "github.com/jackc"},
	"internal/blind":       {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "net/http", "github.com/jackc"},
	"internal/review":      {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "net/http", "github.com/jackc"},
	"internal/facts":       {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "internal/evidence", module + "pairs", module + "lexer", "net/http", "github.com/jackc", "github.com/a-h/templ"},
	"internal/boilerplate": {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "internal/evidence", "net/http", "github.com/jackc", "github.com/a-h/templ"},
	"internal/notebook":    {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "net/http", "github.com/jackc"},
	"internal/hand":        {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "internal/evidence", "net/http", "github.com/jackc", "github.com/a-h/templ"},
	"internal/program":     {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", "github.com/jackc", "github.com/a-h/templ"},
	"internal/inspect":     {module + "web", module + "migrations", module + "internal/postgres", module + "internal/intake", "github.com/jackc"},
	"internal/intake":      {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "github.com/jackc", "github.com/a-h/templ"},
	"internal/ccs":         {module + "internal/intake", module + "internal/check", module + "internal/postgres", module + "pairs", module + "web", module + "migrations", module + "cmd", "net/http", "github.com/jackc"},
	"internal/evidence":    {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", "github.com/jackc"},
	"internal/graph":       {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "github.com/jackc"},
	"internal/preview":     {module + "web", module + "migrations", module + "internal/check", module + "internal/intake", module + "internal/postgres", module + "pairs", module + "lexer", "net/http", "github.com/jackc", "github.com/a-h/templ"},
	"internal/report":      {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", "github.com/jackc"},
	"internal/check":       {module + "web", module + "migrations", module + "internal/postgres", module + "internal/evaluate", "github.com/jackc", module + "internal/evidence", module + "internal/inspect", "github.com/a-h/templ"},
	"internal/search":      {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "internal/intake", "github.com/jackc", module + "internal/evidence", module + "internal/inspect", "github.com/a-h/templ"},
	"internal/evaluate":    {module + "web", module + "migrations", module + "internal/postgres", module + "internal/intake", module + "internal/report", "github.com/jackc"},
	"internal/postgres":    {module + "web", module + "internal/check", module + "internal/evidence", module + "pairs", "github.com/a-h/templ"},
	"internal/citus":       {module, "net/http"},
	"internal/disk":        {module, "github.com"},
	"internal/dump":        {module + "web", module + "internal", module + "pairs", module + "lexer", "github.com/a-h/templ"},
	"internal/ccsclient":   {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "pairs", "github.com/jackc", "github.com/a-h/templ"},
	"internal/ccstest":     {module},
	"internal/localpg":     {module},
	"internal/doctor":      {module + "web", module + "internal/postgres", module + "internal/check", module + "internal/localpg", "net/http"},
	"internal/metrics":     {module + "web/ui", module + "web/api", module + "web/auth", module + "migrations", module + "internal/postgres", module + "internal/intake"},
	"internal/watch":       {module + "web", module + "migrations", module + "internal/postgres", module + "internal/ccsclient", "github.com/jackc", module + "internal/evidence", module + "internal/inspect", "github.com/a-h/templ"},
	"internal/follow":      {module + "web", module + "migrations", module + "internal/postgres", module + "internal/check", module + "internal/watch", "net/http", "github.com/jackc"},
	"internal/apitypes":    {module, "github.com", "net/http"},
	"internal/input":       {module + "web/ui", module + "web/api", module + "migrations", module + "internal/postgres", module + "cmd", "github.com/jackc"},
	"internal/retention":   {module + "web", module + "migrations", module + "internal/postgres", module + "internal/check", "net/http", "github.com/jackc"},
	"internal/settings":    {module + "web", module + "migrations", module + "internal/check", module + "internal/postgres", module + "internal/intake", module + "pairs", module + "lexer", "net/http", "github.com/jackc", "github.com/alecthomas"},
	"internal/webhook":     {module + "web", module + "internal/check", module + "internal/postgres", module + "internal/intake", "github.com/jackc"},
	"internal/remote":      {module, "github.com"},
	"migrations":           {module},
	"internal/bench":       {module + "web", module + "internal/check", module + "internal/localpg", "github.com/a-h/templ"},
	// The packages of the server. Imports run web -> api, ui -> export -> auth -> request -> access, jobs ->
	// httperr. Only access, auth and web name a store, and none of these packages knows its implementation.
	"internal/httperr": {module + "web", module + "internal/access", module + "internal/jobs", module + "internal/postgres", "github.com/jackc", "github.com/a-h/templ"},
	"internal/jobs":    {module + "web", module + "internal/access", module + "internal/postgres", module + "internal/check", "github.com/jackc", "github.com/a-h/templ"},
	"internal/access":  {module + "web", module + "internal/jobs", module + "internal/postgres", module + "internal/check", module + "internal/inspect", "github.com/jackc"},
	"web/request":      {module + "web/ui", module + "web/api", module + "web/export", module + "web/auth", module + "internal/postgres", module + "internal/check", "github.com/jackc"},
	"web/auth":         {module + "web/ui", module + "web/api", module + "web/export", module + "internal/postgres", module + "internal/check", "github.com/jackc"},
	"web/export":       {module + "web/ui", module + "web/api", module + "internal/postgres", module + "internal/check", "github.com/jackc"},
	"web/api":          {module + "web/ui", module + "internal/postgres", module + "internal/check", module + "internal/intake", "github.com/jackc"},
	"web/ui":           {module + "web/api", module + "web/export", module + "internal/postgres", module + "internal/check", module + "internal/intake", "github.com/jackc"},
	"web":              {module + "migrations", module + "internal/postgres", module + "internal/localpg", module + "internal/intake", module + "internal/check", "github.com/jackc"},
	// A program for releases, which is not a part of ojcheck.
	"internal/packaging/sbom": {module, "github.com"},
}

// No package depends on a package that forbidden lists for it, nor on a package for tests.
func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}: {{join .Deps \" \"}}", "../../...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for line := range strings.Lines(string(out)) {
		name, deps, _ := strings.Cut(strings.TrimSpace(line), ": ")
		rules, ok := forbidden[strings.TrimPrefix(name, module)]
		if !ok {
			if strings.HasPrefix(name, module) && !strings.HasSuffix(name, "test") && name != module+"cmd/ojcheck" {
				t.Errorf("%s is new: say in forbidden, in imports_test.go, which packages it must not depend on", name)
			}
			continue
		}
		checked++
		for dep := range strings.FieldsSeq(deps) {
			if dep == module+"internal/pgtest" || dep == module+"internal/browsertest" || dep == module+"internal/ccstest" || dep == module+"internal/hostiletest" || dep == module+"internal/checktest" {
				t.Errorf("%s depends on %s, which is only for tests", name, dep)
			}
			// Every package may write texts: internal/text and internal/i18n import no other package of the module.
			isBroken := func(rule string) bool {
				return strings.HasPrefix(dep, rule) && dep != module+"internal/text" && dep != module+"internal/i18n" &&
					!strings.HasPrefix(dep, "golang.org/x/text/")
			}
			if i := slices.IndexFunc(rules, isBroken); i >= 0 && dep != name {
				t.Errorf("%s depends on %s, but must not depend on %s: docs/how-it-works.md and CONTRIBUTING.md show which way imports run",
					name, dep, strings.TrimPrefix(rules[i], module))
			}
		}
	}
	if checked != len(forbidden) {
		t.Errorf("%d packages of forbidden exist, want all %d: remove the others", checked, len(forbidden))
	}
}

// Pages, API and exports use an access.Reader: none of them names a store, or makes a Reader or a viewer.
func TestHandlersKnowNoStore(t *testing.T) {
	t.Parallel()
	names := regexp.MustCompile(`access\.(Sources|New\b|[A-Za-z]*Store\b|WithViewer|Viewer\{)|[\w.]+ "` + module + `internal/access"`)
	for _, folder := range []string{"ui", "api", "export", "request"} {
		files, err := filepath.Glob("../../web/" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if name := names.Find(source); name != nil && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s names %s: handlers get an access.Reader for the viewer of a request, and use nothing else of a store", file, name)
			}
		}
	}
}
