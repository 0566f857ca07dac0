package auth

import (
	"container/list"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/ojcheck/ojcheck/internal/account"
)

// The limits of sign-in attempts. One address has few attempts at an account, so that guessing does not lock out the
// owner elsewhere; all addresses together have more, so that many also guess slowly. One address has more attempts
// at all accounts, as a whole jury may share it. A success restores the attempts at that account from that address,
// but not those of the address: else the owner of one account could guess at others for ever.
const (
	AddressBurst, addressEvery = 30, 5 * time.Second
	GuessBurst, guessEvery     = 10, 30 * time.Second // at an account from an address
	AccountBurst, accountEvery = 100, 10 * time.Second
	// maxLimited is the number of keys of each kind that are stored; the least recent are dropped.
	maxLimited = 10_000
)

// signInLimits limits sign-in attempts.
type signInLimits struct {
	addresses, guesses, accounts *limits
}

func newSignInLimits() *signInLimits {
	return &signInLimits{
		addresses: newLimits(AddressBurst, addressEvery, maxLimited),
		guesses:   newLimits(GuessBurst, guessEvery, maxLimited),
		accounts:  newLimits(AccountBurst, accountEvery, maxLimited),
	}
}

// allow reports whether an attempt at an account, which need not exist, may go on now, or after which wait.
func (l *signInLimits) allow(now time.Time, client netip.Addr, name string) (wait time.Duration, ok bool) {
	if wait, ok := l.addresses.allow(now, network(client)); !ok {
		return wait, false
	}
	if wait, ok := l.guesses.allow(now, guess(client, name)); !ok {
		return wait, false
	}
	return l.accounts.allow(now, account.NameKey(name))
}

// clear lets an account be tried from an address as often as before.
func (l *signInLimits) clear(client netip.Addr, name string) {
	l.guesses.forget(guess(client, name))
}

// guess returns the key of an account tried from an address.
func guess(client netip.Addr, name string) string {
	return network(client) + " " + account.NameKey(name)
}

// network returns an address, or the /64 of an IPv6 address, since one client may have all of it.
func network(address netip.Addr) string {
	if address.Is6() {
		if prefix, err := address.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return address.String()
}

// limits has a token bucket for each of its latest keys.
type limits struct {
	burst int
	every time.Duration // one more
	most  int           // keys

	mu     sync.Mutex
	byKey  map[string]*list.Element
	recent *list.List // of *limited, the latest first
}

type bucketOf struct {
	key    string
	bucket *rate.Limiter
}

func newLimits(burst int, every time.Duration, most int) *limits {
	return &limits{burst: burst, every: every, most: most, byKey: make(map[string]*list.Element), recent: list.New()}
}

func (l *limits) allow(now time.Time, key string) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.byKey[key]
	if e == nil {
		e = l.recent.PushFront(&bucketOf{key, rate.NewLimiter(rate.Every(l.every), l.burst)})
		l.byKey[key] = e
	}
	l.recent.MoveToFront(e)
	if len(l.byKey) > l.most {
		l.remove(l.recent.Back())
	}
	reserved := e.Value.(*bucketOf).bucket.ReserveN(now, 1)
	if wait = reserved.DelayFrom(now); wait > 0 {
		reserved.CancelAt(now)
		return wait, false
	}
	return 0, true
}

func (l *limits) forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.byKey[key]; e != nil {
		l.remove(e)
	}
}

// remove takes out an element. The lock is held.
func (l *limits) remove(e *list.Element) {
	l.recent.Remove(e)
	delete(l.byKey, e.Value.(*bucketOf).key)
}
