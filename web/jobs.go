package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// keptJobs is how many ended jobs are remembered, so that a page that was left
// open over lunch still learns how its check ended.
const keptJobs = 100

// jobState is where a job stands.
type jobState string

const (
	jobWaiting jobState = "waiting" // for another check to end
	jobRunning jobState = "running"
	jobDone    jobState = "done"
	jobFailed  jobState = "failed"
)

// snapshot is what is known of a job at one moment.
type snapshot struct {
	ID      string
	Upload  Upload
	By      int64 // id of the user who uploaded it
	Joins   int64 // id of the contest that had the upload's name already; 0 where it is new
	State   jobState
	Stage   string // in words for the judge
	Done    int
	Total   int   // 0 where it is not known
	CheckID int64 // once done; after a failure where the check was begun; 0 of what is stored alone
	// ContestID is that of what is stored alone, once done.
	ContestID int64
	Err       error // once failed
}

func (s snapshot) ended() bool { return s.State == jobDone || s.State == jobFailed }

// job is one upload being checked. Its snapshot changes until it has ended.
type job struct {
	id     string
	by     int64 // id of the user who uploaded it
	cancel context.CancelFunc

	mu      sync.Mutex
	now     snapshot
	changed chan struct{} // closed, and replaced, at every change
}

// watch returns what is known of the job, and a channel that is closed when
// that changes.
func (j *job) watch() (snapshot, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.now, j.changed
}

func (j *job) update(change func(*snapshot)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.now)
	close(j.changed)
	j.changed = make(chan struct{})
}

// jobs runs the checks of uploads, one after another: one check already uses
// all processors, and memory is not without end.
type jobs struct {
	checker Checker
	log     *slog.Logger
	turn    chan struct{} // holds the one token while a check runs
	running sync.WaitGroup
	closing chan struct{} // closed when no new jobs are taken

	mu     sync.Mutex
	closed bool
	list   []*job // oldest first
}

func newJobs(checker Checker, log *slog.Logger) *jobs {
	return &jobs{
		checker: checker,
		log:     log,
		turn:    make(chan struct{}, 1),
		closing: make(chan struct{}),
	}
}

// maxWaiting is how many jobs of one user may wait or run: each that waits holds
// its upload on the disk.
const maxWaiting = 20

var errTooManyJobs = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many at once",
	Message: fmt.Sprintf("%d checks of yours are waiting already.", maxWaiting),
	Advice:  "Wait until one of them has ended, or cancel it.",
}

// checkQuota returns an error if a user has reached the limit of jobs. The caller holds mu.
func (js *jobs) checkQuota(by int64) error {
	if js.closed {
		return errClosing
	}
	waiting := 0
	for _, j := range js.list {
		if s, _ := j.watch(); s.By == by && !s.ended() {
			waiting++
		}
	}
	if waiting >= maxWaiting {
		return errTooManyJobs
	}
	return nil
}

// canEnqueue returns an error if the user has reached the limit of jobs.
func (js *jobs) canEnqueue(by int64) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.checkQuota(by)
}

var errClosing = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "ojcheck is stopping",
	Message: "The server is being stopped and takes no new uploads.",
	Advice:  "Start ojcheck serve again, then upload the contest.",
}

// errStopped is what becomes of a job that has not ended with the server.
var errStopped = &Failure{
	Message: "The server was stopped before this had ended.",
	Advice:  "Send it again once the server runs again.",
}

// done is closed when no new jobs are taken.
func (js *jobs) done() <-chan struct{} { return js.closing }

// stopping reports whether no new jobs are taken.
func (js *jobs) stopping() bool {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.closed
}

// start runs the check of an upload in the background and returns the job's
// id. The upload is by a user and joins the contest of those ids; 0 is a new
// contest. Cleanup is called when the check has ended. Where the same user has the
// contest checked in the same way already, the id is that of the job at it.
func (js *jobs) start(upload Upload, by review.Person, joins int64, cleanup func()) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	upload.By = by
	id := rand.Text()
	j := &job{
		id:      id,
		by:      by.ID,
		cancel:  cancel,
		now:     snapshot{ID: id, Upload: upload, By: by.ID, Joins: joins, State: jobWaiting},
		changed: make(chan struct{}),
	}
	js.mu.Lock()
	defer js.mu.Unlock()
	if err := js.checkQuota(by.ID); err != nil {
		cancel()
		return "", err
	}
	if same := js.findDuplicate(upload, by.ID); same != "" {
		cancel()
		cleanup()
		return same, nil
	}
	js.forgetOld()
	js.list = append(js.list, j)
	js.running.Go(func() {
		defer cancel()
		defer cleanup()
		js.run(ctx, j, upload)
	})
	return id, nil
}

// findDuplicate returns the ID of a job of a user that has not ended and checks the
// stored submissions of a contest in the same way; "" where there is none. The caller holds mu.
func (js *jobs) findDuplicate(upload Upload, by int64) string {
	if upload.Stored == 0 {
		return ""
	}
	for _, j := range js.list {
		if s, _ := j.watch(); s.By == by && !s.ended() && reflect.DeepEqual(s.Upload, upload) {
			return j.id
		}
	}
	return ""
}

func (js *jobs) run(ctx context.Context, j *job, upload Upload) {
	id, err := int64(0), error(nil)
	select {
	case js.turn <- struct{}{}:
		id, err = js.check(ctx, j, upload)
		<-js.turn
	case <-ctx.Done():
		err = ctx.Err()
	case <-js.closing:
		err = errClosing
	}
	if errors.Is(err, context.Canceled) && js.stopping() {
		err = errStopped
	}
	if err != nil && ctx.Err() == nil {
		level := slog.LevelError
		if told := new(Failure); errors.As(err, &told) {
			level = slog.LevelInfo // the judge's to mend
		}
		js.log.Log(ctx, level, "check of an upload failed", "contest", upload.Contest, "file", upload.fileNames(), "error", upload.inWords(err.Error()))
	}
	j.update(func(s *snapshot) {
		s.State, s.CheckID, s.Err = jobDone, id, err
		if upload.Unchecked {
			s.CheckID, s.ContestID = 0, id
		}
		if err != nil {
			s.State = jobFailed
		}
	})
}

// check checks an upload and returns the id of the check, or stores it alone and
// returns that of the contest.
func (js *jobs) check(ctx context.Context, j *job, upload Upload) (id int64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	j.update(func(s *snapshot) { s.State = jobRunning })
	does := js.checker.Check
	if upload.Unchecked {
		does = js.checker.Import
	}
	return does(ctx, upload, func(stage string, done, total int) {
		j.update(func(s *snapshot) { s.Stage, s.Done, s.Total = stage, done, total })
	})
}

// forgetOld drops the oldest ended jobs beyond keptJobs. The caller holds mu.
func (js *jobs) forgetOld() {
	ended := 0
	for _, j := range js.list {
		if s, _ := j.watch(); s.ended() {
			ended++
		}
	}
	js.list = slices.DeleteFunc(js.list, func(j *job) bool {
		s, _ := j.watch()
		if !s.ended() || ended <= keptJobs {
			return false
		}
		ended--
		return true
	})
}

// find returns the job with the id.
func (js *jobs) find(id string) (*job, bool) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.list {
		if j.id == id {
			return j, true
		}
	}
	return nil, false
}

// findFor returns a job whose uploader the viewer may see.
func (js *jobs) findFor(v interface{ CanSeeUploadBy(user int64) bool }, id string) (*job, error) {
	j, ok := js.find(id)
	if !ok || !v.CanSeeUploadBy(j.by) {
		return nil, httperr.NotFound("This upload is not known any more: ojcheck was started again since, or it ended long ago.")
	}
	return j, nil
}

// active lists the jobs that have not ended, oldest first.
func (js *jobs) active() []snapshot {
	return slices.DeleteFunc(js.all(), snapshot.ended)
}

// all lists the jobs that are remembered, oldest first.
func (js *jobs) all() []snapshot {
	js.mu.Lock()
	defer js.mu.Unlock()
	var all []snapshot
	for _, j := range js.list {
		s, _ := j.watch()
		all = append(all, s)
	}
	return all
}

// close lets the running check go on until ctx ends; see Server.Close.
func (js *jobs) close(ctx context.Context) {
	js.mu.Lock()
	if !js.closed {
		js.closed = true
		close(js.closing)
	}
	list := slices.Clone(js.list)
	js.mu.Unlock()

	ended := make(chan struct{})
	go func() {
		js.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		for _, j := range list {
			j.cancel()
		}
		<-ended
	}
}
