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

// systemCommands are commands of scripts about a judge system:
//
//	system [large] [domjudge] [users] [id=ID] [VERSION]   starts one, and sets $SYSTEM to its base address
//	system-fails PATH N STATUS|page|hang          lets the next N requests fail whose path ends so; -1 is all
//	system-asked PATH                             waits until it is asked for a path that ends so
//	system-heals                                  ends all faults
//	system-fetched N [ID...]                      fails unless N archives were fetched, each once but those named
//	system-rejudges                               submission 101 is rejudged as wrong, and 112 judged
//
// The contest is ccstest.Small, and with "large" 300 submissions more. With "users",
// the accounts are jury (password hunter2), reader (password open), who may not read
// sources, and the token abc.
func systemCommands() map[string]func(*testscript.TestScript, bool, []string) {
	of := func(ts *testscript.TestScript) *ccstest.Server { return ts.Value(systemKey{}).(*runningSystem).server }
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
			of(ts).Fail(args[0], n, fault)
		},
		"system-asked": func(ts *testscript.TestScript, _ bool, args []string) {
			for range 6000 {
				for path := range of(ts).Requests() {
					if strings.HasSuffix(path, args[0]) {
						return
					}
				}
				time.Sleep(10 * time.Millisecond)
			}
			ts.Fatalf("nobody asks for %s", args[0])
		},
		"system-heals": func(ts *testscript.TestScript, _ bool, _ []string) { of(ts).ClearFaults() },
		"system-fetched": func(ts *testscript.TestScript, _ bool, args []string) {
			fetched := of(ts).FileRequests()
			if fmt.Sprint(len(fetched)) != args[0] {
				ts.Fatalf("%d archives were fetched", len(fetched))
			}
			for _, id := range slices.Sorted(maps.Keys(fetched)) {
				if n := fetched[id]; n != 1 && !slices.Contains(args[1:], id) {
					ts.Fatalf("the archive of %s was fetched %d times", id, n)
				}
			}
		},
		"system-rejudges": func(ts *testscript.TestScript, _ bool, _ []string) {
			of(ts).Rejudge("j101", ccstest.Judgement{ID: "k101", Submission: "101", Type: "WA", Start: 4 * time.Hour, End: 4*time.Hour + time.Minute})
			of(ts).Judge(ccstest.Judgement{ID: "j112", Submission: "112", Type: "TLE", Start: 2 * time.Hour, End: 3 * time.Hour})
		},
	}
}

// systemKey is where the values of a script have its runningSystem.
type systemKey struct{}

// runningSystem is the judge system of a script; nil before it has one.
type runningSystem struct{ server *ccstest.Server }

// scenarioOf makes the contest of a script.
func scenarioOf(args []string) ccstest.Scenario {
	scenario := ccstest.SmallContest()
	for _, arg := range args {
		switch arg {
		case "large":
			for i := range 300 {
				id := fmt.Sprint(1000 + i)
				scenario.Submissions = append(scenario.Submissions, ccstest.Submission{
					ID: id, Team: "t1", Problem: "asteroids", Language: "cpp", ContestTime: 2*time.Hour + time.Duration(i)*time.Second,
					Files: []ccstest.File{{Name: "a.cpp", Content: "int main() { int a = " + id + "; while (a > 9) a /= 3; return a; }\n"}},
				})
			}
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
