package request

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// MaxUnderWay is the number of uploads of one user that may arrive at the same time.
const MaxUnderWay = 4

// DefaultMinFree is the default of Uploads.MinFree, in bytes. The database may need this room, if it is on the same disk.
const DefaultMinFree = 512 << 20

var errManyUploads = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many at once", RetryAfter: 60,
	Message: i18n.Errorf("%d uploads of yours are under way already.", MaxUnderWay),
	Advice:  i18n.Errorf("Wait until one of them has ended."),
}

// space counts the uploads that are arriving, and the room that is reserved for them on the disk.
type space struct {
	mu       sync.Mutex
	byUser   map[int64]int // number of uploads by the user's ID
	reserved int64         // bytes
}

// reserve reserves room on the disk for an upload of a user, until the caller calls release. size is in bytes.
func (us *Uploads) reserve(user, size int64) (release func(), err error) {
	s := &us.space
	s.mu.Lock()
	defer s.mu.Unlock()
	free, err := disk.Free(us.TempDir)
	if err != nil {
		return nil, fmt.Errorf("make room for the upload: %w", err)
	}
	if s.byUser[user] >= MaxUnderWay {
		return nil, errManyUploads
	}
	if room := free - s.reserved - us.MinFree; size > room {
		return nil, httperr.New(http.StatusInsufficientStorage, "The disk is nearly full",
			"The disk of the server has too little room for an upload of %s.",
			"Ask whoever runs the server to free some space on it, or wait until other uploads have ended.", i18n.Size(size))
	}
	if s.byUser == nil {
		s.byUser = make(map[int64]int)
	}
	s.byUser[user]++
	s.reserved += size
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.byUser[user]--; s.byUser[user] == 0 {
			delete(s.byUser, user)
		}
		s.reserved -= size
	}, nil
}
