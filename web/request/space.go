package request

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// MaxUnderWay is the number of uploads of one user that may arrive at the same time.
const MaxUnderWay = 4

// DefaultMinFree is the default of Uploads.MinFree, in bytes. The database may need this room on the disk of the uploads.
const DefaultMinFree = 512 << 20

var errManyUploads = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many at once", RetryAfter: 60,
	Message: i18n.Errorf("%d uploads of yours are under way already.", MaxUnderWay),
	Advice:  i18n.Errorf("Wait until one of them has ended."),
}

// space counts the uploads under way, and the room that they may still need on the disk.
type space struct {
	mu       sync.Mutex
	byUser   map[int64]int
	promised int64 // bytes of all uploads under way
}

// reserve makes room for an upload of a user until the caller calls release. size is the largest number of bytes.
func (us *Uploads) reserve(user, size int64) (release func(), err error) {
	free, err := disk.Free(us.TempDir)
	if err != nil {
		return nil, fmt.Errorf("make room for the upload: %w", err)
	}
	s := &us.space
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byUser[user] >= MaxUnderWay {
		return nil, errManyUploads
	}
	if room := free - s.promised - us.MinFree; size > room {
		return nil, &httperr.Error{
			Status: http.StatusInsufficientStorage, Title: "The disk is nearly full",
			Message: i18n.Errorf("The disk of the server has too little room for an upload of %s.", i18n.Size(size)),
			Advice:  i18n.Errorf("Ask whoever runs the server to free some space on it, or wait until other uploads have ended."),
		}
	}
	if s.byUser == nil {
		s.byUser = make(map[int64]int)
	}
	s.byUser[user]++
	s.promised += size
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.byUser[user]--; s.byUser[user] == 0 {
			delete(s.byUser, user)
		}
		s.promised -= size
	}, nil
}
