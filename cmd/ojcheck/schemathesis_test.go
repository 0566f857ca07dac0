//go:build unix

package main

import (
	"os"
	"os/exec"
	"testing"
)

// The program schemathesis sends requests of all kinds to each operation of the API, valid and invalid ones.
// The server answers each with a status, a type and content that the description of the API allows, and none
// with 5xx.
func TestSchemathesis(t *testing.T) {
	program := os.Getenv("OJCHECK_SCHEMATHESIS")
	if program == "" {
		t.Skip(`NOT RUN: "make schemathesis" runs this test`)
	}
	database, db, _ := checkedFinals(t)
	mustRun(t, "check", "-q", "--contest", "spring", "--top", "1", "--database-url", database, "../../testdata/submissions/A-digits")
	server := startServer(t, database, t.TempDir())
	token := newToken(t, db, "robot")
	const checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance"
	for _, args := range [][]string{
		{"--exclude-path-regex", "/events$", "--checks", checks + ",response_schema_conformance"},
		{"--include-path-regex", "/events$", "--checks", checks}, // schemathesis takes the schema of a stream for that of an event
	} {
		command := exec.Command(program, append([]string{"run", server.address + "/api/v1/openapi.json", "--no-color", "--seed", "1", "--request-timeout", "60",
			"--header", "Authorization: Bearer " + token, "--warnings", "off", "--generation-database", "none"}, args...)...)
		command.Dir = t.TempDir()
		command.Stdout, command.Stderr = os.Stdout, os.Stdout // at once, for it takes minutes
		if err := command.Run(); err != nil {
			t.Errorf("schemathesis: %v", err)
		}
	}
}
