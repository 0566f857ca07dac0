//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// errDead says that the server died before it answered.
var errDead = fmt.Errorf("the server is dead")

// uploader uploads contests to servers that are killed, by the API and by the page. It remembers what was
// accepted.
type uploader struct {
	*testing.T
	database *postgres.DB
	rows     *pgx.Conn // to the same database
	archive  []byte
	token    string       // for the API
	client   *http.Client // signed in to the pages

	mu       sync.Mutex
	names    int
	accepted map[string]*acceptedJob // by ID
}

// acceptedJob is a job that a server has accepted.
type acceptedJob struct {
	round         int
	contest       string       // "" for the first step on the page
	isInterrupted bool         // its server was killed before it ended
	end           apitypes.Job // the job at its end; zero until a server has reported the end
}

// newName returns a name for a contest that no other upload has.
func (u *uploader) newName(kind string) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.names++
	return fmt.Sprintf("%s %d", kind, u.names)
}

// accept records a job that a server has accepted.
func (u *uploader) accept(id, contest string, round int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.accepted[id] = &acceptedJob{round: round, contest: contest}
}

// unfinished returns the IDs of the accepted jobs that no server has reported as ended.
func (u *uploader) unfinished() (ids []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, j := range u.accepted {
		if j.end.ID == "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// noteInterrupted marks the accepted jobs that a killed server has not ended.
func (u *uploader) noteInterrupted(ctx context.Context) {
	u.Helper()
	rows, _ := u.rows.Query(ctx, "SELECT id FROM jobs WHERE content->>'State' IN ('waiting', 'running')")
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		u.Fatal(err)
	}
	for _, id := range ids {
		if j := u.accepted[id]; j != nil {
			j.isInterrupted = true
		}
	}
}

// send sends a request, and reads the whole answer.
func (u *uploader) send(method, address string, fields map[string]string, file []byte, useToken bool) (status int, location, body string, err error) {
	contentType, content := multipartForm(u.T, fields, file)
	request, err := http.NewRequest(method, address, content)
	if err != nil {
		u.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if useToken {
		request.Header.Set("Authorization", "Bearer "+u.token)
	}
	answer, err := u.client.Do(request)
	if err != nil {
		return 0, "", "", errDead
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, "", "", errDead
	}
	return answer.StatusCode, answer.Header.Get("Location"), string(read), nil
}

// uploadByAPI uploads contests until the server dies.
func (u *uploader) uploadByAPI(address, operation string, round int) {
	for {
		name := u.newName(operation)
		status, _, body, err := u.send("POST", address+"/api/v1/"+operation, map[string]string{"contest": name}, u.archive, true)
		var job apitypes.Job
		switch {
		case err != nil:
			return
		case status == http.StatusTooManyRequests:
			time.Sleep(10 * time.Millisecond)
		case status != http.StatusAccepted || json.Unmarshal([]byte(body), &job) != nil:
			u.Errorf("POST /%s: status %d: %s", operation, status, body)
			return
		default:
			u.accept(job.ID, name, round)
		}
	}
}

// uploadByPage uploads contests in two steps until the server dies. It begins with the uploads that wait for
// the second step.
func (u *uploader) uploadByPage(address string, round int, held []string) {
	for {
		for _, path := range held {
			name := u.newName("page")
			status, next, body, err := u.send("POST", address+path, map[string]string{"contest": name, "do": "check"}, nil, false)
			next, isElsewhere := strings.CutSuffix(next, "?done=elsewhere")
			switch {
			case err != nil:
				return
			case status != http.StatusSeeOther:
				u.Errorf("the second step of %s: status %d: %s", path, status, body)
			case !isElsewhere: // otherwise an earlier request continued it, and the server died before it answered
				u.accept(strings.TrimPrefix(next, "/uploads/"), name, round)
			}
		}
		status, path, body, err := u.send("POST", address+"/uploads", nil, u.archive, false)
		switch {
		case err != nil:
			return
		case status == http.StatusTooManyRequests:
			time.Sleep(10 * time.Millisecond)
			held = nil
			continue
		case status != http.StatusSeeOther:
			u.Errorf("the first step: status %d: %s", status, body)
			return
		}
		u.accept(strings.TrimPrefix(path, "/uploads/"), "", round)
		if _, _, _, err := u.send("GET", address+path+"/events", nil, nil, false); err != nil { // wait until the upload is read
			return
		}
		held = []string{path}
	}
}

// ask asks the server how the unfinished jobs have ended. It waits at most wait seconds for each job, and
// returns the paths of the uploads that wait for their second step.
func (u *uploader) ask(address string, wait int) (held []string) {
	for _, id := range u.unfinished() {
		u.mu.Lock()
		accepted := u.accepted[id]
		u.mu.Unlock()
		status, _, body, err := u.send("GET", fmt.Sprintf("%s/api/v1/jobs/%s?wait=%d", address, id, wait), nil, nil, true)
		if err != nil {
			return held
		}
		var job apitypes.Job
		switch {
		case status != http.StatusOK || json.Unmarshal([]byte(body), &job) != nil:
			job = apitypes.Job{ID: id, State: "lost"}
			u.Errorf("lost: job %s of round %d: status %d: %s", id, accepted.round, status, body)
		case job.State == "waiting" || job.State == "running":
			continue
		case job.Kind == "preview" && accepted.contest == "":
			held = append(held, "/uploads/"+id)
		}
		u.mu.Lock()
		accepted.end = job
		u.mu.Unlock()
	}
	return held
}

// Servers are killed while people upload contests, by the API and by the page. Each upload that was accepted
// is checked once by a later server, or marked failed with the reason.
func TestKilledServerLosesNoUpload(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills servers")
	}
	t.Parallel()
	ctx := context.Background()
	database, dataDir := pgtest.New(t), t.TempDir()
	db := openDB(t, database)
	archive, err := os.ReadFile(zipped(t, "../../testdata/submissions/A-digits"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := pgx.Connect(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rows.Close(ctx) })
	u := &uploader{T: t, database: db, rows: rows, archive: archive, token: newToken(t, db, "robot"), accepted: make(map[string]*acceptedJob)}

	rounds := killRounds(t)
	for round := range rounds {
		server := startServer(t, database, dataDir)
		if round == 0 {
			u.client = signIn(t, server.link).client
		}
		var work sync.WaitGroup
		for _, operation := range []string{"checks", "imports", "previews"} {
			work.Go(func() { u.uploadByAPI(server.address, operation, round) })
		}
		work.Go(func() { u.uploadByPage(server.address, round, u.ask(server.address, 0)) })
		time.Sleep(time.Duration(20+rand.IntN(1000)) * time.Millisecond)
		server.kill()
		work.Wait()
		u.noteInterrupted(ctx)
	}
	server := startServer(t, database, dataDir)
	for len(u.unfinished()) > 0 && !t.Failed() {
		u.ask(server.address, 60)
	}

	completed, later, failed, lost := 0, 0, 0, 0
	for id, j := range u.accepted {
		switch f := j.end.Error; {
		case j.end.State == "done":
			completed++
			if j.isInterrupted {
				later++
			}
			u.checkResult(ctx, *j)
		case j.end.State == "failed" && strings.Contains(f.Message, fmt.Sprintf("The server ended %d times", jobs.MaxStarts)) && f.Advice != "":
			failed++
		default:
			lost++
			t.Errorf("job %s of round %d: %+v, error %+v", id, j.round, j.end, f)
		}
	}
	doubled := u.countDoubled(ctx)
	if later == 0 {
		t.Error("no upload was completed after a restart")
	}
	printKills("server with uploads", rounds, fmt.Sprintf("%d accepted, %d completed (%d of them after a restart), %d marked failed, %d lost, %d doubled",
		len(u.accepted), completed, later, failed, lost, doubled))
}

// checkResult tests that a completed job has stored and checked its contest.
func (u *uploader) checkResult(ctx context.Context, j acceptedJob) {
	u.Helper()
	switch j.end.Kind {
	case "check":
		if c, err := u.database.Check(ctx, j.end.CheckID); err != nil || c.State != contest.Complete || c.Contest != j.contest {
			u.Errorf("the check of %s is %+v, %v", j.contest, c, err)
		}
	case "import":
		if c, err := u.database.Contest(ctx, j.end.ContestID); err != nil || c.Name != j.contest || c.Submissions == 0 {
			u.Errorf("the contest %s is %+v, %v", j.contest, c, err)
		}
	}
}

// countDoubled counts the contests that have more than one complete check or more than one entry of an upload
// in the audit log. Each was uploaded once.
func (u *uploader) countDoubled(ctx context.Context) (doubled int) {
	u.Helper()
	list, err := u.database.Contests(ctx)
	if err != nil {
		u.Fatal(err)
	}
	for _, c := range list {
		checks, err := u.database.Checks(ctx, c.ID)
		if err != nil {
			u.Fatal(err)
		}
		complete := 0
		for _, k := range checks {
			if k.State == contest.Complete {
				complete++
			}
		}
		entries, _, err := u.database.AuditLog(ctx, c.ID, review.LogFilter{}, 0, 0)
		if err != nil {
			u.Fatal(err)
		}
		uploads := 0
		for _, e := range entries {
			if e.Action == review.ActionUpload {
				uploads++
			}
		}
		if complete > 1 || uploads > 1 {
			doubled++
			u.Errorf("%s has %d complete checks and was stored %d times, want once", c.Name, complete, uploads)
		}
	}
	return doubled
}
