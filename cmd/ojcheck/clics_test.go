package main

import (
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// ojcheck imports and follows a contest from a server of the Contest API that others wrote: clics-server of
// the Python package xcpcio, which serves a contest package.
func TestOtherServer(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("clics-server")
	if err != nil {
		t.Skip("NOT RUN without clics-server: install the Python package xcpcio")
	}
	small := ccstest.SmallContest()
	small.Ended, small.DOMjudge = true, true // which gives the whole feed at once
	source := ccstest.NewServer(t, small)
	dir := t.TempDir()
	store := func(endpoint, name string) {
		status, content := get(t, http.DefaultClient, source.URL+endpoint)
		if err := writeFiles(dir, map[string][]byte{name: []byte(content)}); err != nil || status != http.StatusOK {
			t.Fatalf("%s: status %d and error %v", endpoint, status, err)
		}
	}
	const contest = "contests/regional26"
	store("", "api.json")
	store(contest, "contest.json")
	for name := range strings.FieldsSeq("access accounts groups judgement-types judgements languages organizations problems state submissions teams") {
		store(contest+"/"+name, name+".json")
	}
	store(contest+"/event-feed?stream=false", "event-feed.ndjson")
	for _, s := range small.Submissions {
		store(contest+"/submissions/"+s.ID+"/files", "submissions/"+s.ID+"/files.zip")
	}
	host, port, _ := net.SplitHostPort(freeAddress(t))
	cmd := exec.Command(program, "--contest-package", dir, "--host", host, "--port", port)
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := "http://" + net.JoinHostPort(host, port) + "/api"
	eventually(t, "clics-server answers", func() bool {
		answer, err := http.Get(address + "/contests")
		if err == nil {
			answer.Body.Close()
		}
		return err == nil
	})
	database := pgtest.New(t)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"import", "api", address, "--contest", "regional26", "--name", "imported"}, "12 submissions added"},
		{[]string{"watch", address, "--contest", "regional26", "--name", "followed", "--no-against"}, "the contest has ended: check 1 lists"},
	} {
		status, out, errs := runOjcheck(t, append(test.args, "--database-url", database)...)
		if text := out + errs; status != exitDone || !strings.Contains(text, test.want) {
			t.Errorf("%s: status %d, want %d and %q:\n%s", test.args[0], status, exitDone, test.want, text)
		}
	}
}
