package web

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// lookPause is the time between two looks at the contests whose live pages are
// open.
const lookPause = 500 * time.Millisecond

// liveMarks tells the pages of running contests when there is something new. It
// looks into the archive with one query for all of them, however many read them,
// and not at all while nobody does.
type liveMarks struct {
	read func(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)
	ctx  context.Context // ends when the server does
	end  context.CancelFunc
	work sync.WaitGroup

	mu      sync.Mutex
	watched map[int64]*watchedContest
	looking bool
}

// watchedContest is a contest whose live page somebody reads.
type watchedContest struct {
	readers int
	mark    string        // "" before the first look
	changed chan struct{} // closed, and replaced, when the mark changes
}

func newLiveMarks(read func(context.Context, []int64) (map[int64]contest.LiveVersion, error)) *liveMarks {
	ctx, end := context.WithCancel(context.Background())
	return &liveMarks{read: read, ctx: ctx, end: end, watched: make(map[int64]*watchedContest)}
}

// close ends the looking.
func (l *liveMarks) close() {
	l.end()
	l.work.Wait()
}

// markText writes a mark for an address.
func markText(m contest.LiveVersion) string {
	return fmt.Sprintf("%d-%d-%d", m.Alert, m.Check, m.Updated.UnixMicro())
}

// join has a contest looked at until leave is called.
func (l *liveMarks) join(contestID int64) (leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.watched[contestID]
	if w == nil {
		w = &watchedContest{changed: make(chan struct{})}
		l.watched[contestID] = w
	}
	w.readers++
	if !l.looking && l.ctx.Err() == nil {
		l.looking = true
		l.work.Go(l.look)
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if w.readers--; w.readers == 0 {
			delete(l.watched, contestID)
		}
	}
}

// now returns the mark of a contest that was joined, and a channel that is closed
// when it changes.
func (l *liveMarks) now(contestID int64) (mark string, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.watched[contestID]
	return w.mark, w.changed
}

// look reads the marks again and again, as long as somebody waits for one.
func (l *liveMarks) look() {
	for ids := l.wanted(); len(ids) > 0; ids = l.wanted() {
		ctx, cancel := context.WithTimeout(l.ctx, heartbeat)
		// What fails is tried again: pages say themselves what is wrong when they
		// are opened.
		if marks, err := l.read(ctx, ids); err == nil {
			l.tell(marks)
		}
		cancel()
		select {
		case <-time.After(lookPause):
		case <-l.ctx.Done():
		}
	}
}

// wanted lists the contests to look at; none is the end of the looking.
func (l *liveMarks) wanted() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.looking = len(l.watched) > 0 && l.ctx.Err() == nil; !l.looking {
		return nil
	}
	return slices.Sorted(maps.Keys(l.watched))
}

// tell wakes those whose contests have changed.
func (l *liveMarks) tell(marks map[int64]contest.LiveVersion) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, w := range l.watched {
		m, found := marks[id]
		if text := markText(m); found && text != w.mark {
			w.mark = text
			close(w.changed)
			w.changed = make(chan struct{})
		}
	}
}
