package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ojcheck/ojcheck/internal/ccstest"
)

// systemCommands returns the commands for scripts that use a judge system:
//
//	system [large] [domjudge] [users] [id=ID] [VERSION]   starts a judge system, and sets $SYSTEM to its base address
//	system-fails PATH N STATUS|page|hang          makes the next N requests for paths that end in PATH fail; all if N is -1
//	system-asked PATH                             waits for a request for a path that ends in PATH
//	system-heals                                  ends all faults
//	system-fetched N [ID...]                      fails unless N archives were fetched; each once, but any number of times for the IDs
//	system-rejudges                               rejudges submission 101 as wrong, and judges 112
//
// The contest is ccstest.SmallContest; "large" adds 300 submissions. With "users", the accounts are jury
// (password hunter2), reader (password open; may not read sources), and the token abc.
func systemCommands() map[string]func(*testscript.TestScript, bool, []string) {
	serverOf := func(ts *testscript.TestScript) *ccstest.Server { return ts.Value(systemKey{}).(*runningSystem).server }
	return map[string]func(*testscript.TestScript, bool, []string){
		"system": func(ts *testscript.TestScript, _ bool, args []string) {
			server := ccstest.Start(scenarioOf(args))
			ts.Defer(server.Close)
			ts.Value(systemKey{}).(*runningSystem).server = server
			ts.Setenv("SYSTEM", server.URL)
		},
		"system-fails": func(ts *testscript.TestScript, _ bool, args []string) {
			n, err := strconv.Atoi(args[1])
			ts.Check(err)
			fault := ccstest.Fault{Page: args[2] == "page", Hang: args[2] == "hang"}
			if !fault.Page && !fault.Hang {
				fault.Status, err = strconv.Atoi(args[2])
				ts.Check(err)
			}
			serverOf(ts).Fail(args[0], n, fault)
		},
		"system-asked": func(ts *testscript.TestScript, _ bool, args []string) {
			for range 6000 {
				for path := range serverOf(ts).Requests() {
					if strings.HasSuffix(path, args[0]) {
						return
					}
				}
				time.Sleep(10 * time.Millisecond)
			}
			ts.Fatalf("no request for a path that ends in %s within a minute", args[0])
		},
		"system-heals": func(ts *testscript.TestScript, _ bool, _ []string) { serverOf(ts).ClearFaults() },
		"system-fetched": func(ts *testscript.TestScript, _ bool, args []string) {
			fetched := serverOf(ts).FileRequests()
			if fmt.Sprint(len(fetched)) != args[0] {
				ts.Fatalf("%d archives were fetched, want %s", len(fetched), args[0])
			}
			for _, id := range slices.Sorted(maps.Keys(fetched)) {
				if n := fetched[id]; n != 1 && !slices.Contains(args[1:], id) {
					ts.Fatalf("the archive of submission %s was fetched %d times, want once", id, n)
				}
			}
		},
		"system-rejudges": func(ts *testscript.TestScript, _ bool, _ []string) {
			serverOf(ts).Rejudge("j101", ccstest.Judgement{ID: "k101", Submission: "101", Type: "WA", Start: 4 * time.Hour, End: 4*time.Hour + time.Minute})
			serverOf(ts).Judge(ccstest.Judgement{ID: "j112", Submission: "112", Type: "TLE", Start: 2 * time.Hour, End: 3 * time.Hour})
		},
	}
}

// systemKey is the key of the runningSystem in the values of a script.
type systemKey struct{}

// runningSystem is the judge system of a script; nil before it has one.
type runningSystem struct{ server *ccstest.Server }

// scenarioOf returns the contest for the arguments of "system".
func scenarioOf(args []string) ccstest.Scenario {
	scenario := ccstest.SmallContest()
	for _, arg := range args {
		switch arg {
		case "large":
			scenario.AddSubmissions(300)
		case "domjudge":
			scenario.DOMjudge = true
		case "users":
			scenario.Users = []ccstest.User{{Name: "jury", Password: "hunter2"}, {Name: "reader", Password: "open", NoFiles: true}, {Token: "abc"}}
		default:
			if id, ok := strings.CutPrefix(arg, "id="); ok {
				scenario.ID = id
				continue
			}
			scenario.Version = ccstest.Version(arg)
		}
	}
	return scenario
}
