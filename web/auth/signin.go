package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// ErrWrongPassword refuses a sign-in without telling whether the account exists.
var ErrWrongPassword = errors.New("the name or the password is wrong, or the account is disabled")

var errNoPasswords = httperr.New(http.StatusForbidden, "No passwords", "This installation takes no passwords.",
	"Sign in through your organisation, or by the one-time link that ojcheck serve printed.")

// TakesPasswords reports whether users may sign in by name and password.
func (s *Service) TakesPasswords() bool { return !s.options.Methods.NoPasswords }

// TooManyAttemptsError refuses a sign-in after too many attempts.
type TooManyAttemptsError struct{ wait time.Duration }

func (e *TooManyAttemptsError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the message as an error that can be translated.
func (e *TooManyAttemptsError) Unwrap() error {
	return i18n.Errorf("There were too many attempts to sign in. Try again in %d seconds.", e.Seconds())
}

// Seconds returns the time until the next attempt may begin, in seconds.
func (e *TooManyAttemptsError) Seconds() int64 { return roundUp(e.wait) }

// roundUp returns a duration in whole seconds, rounded up.
func roundUp(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// Authenticate returns the user of a name and password, ErrWrongPassword, or a *TooManyAttemptsError.
func (s *Service) Authenticate(r *http.Request, name, password string) (account.User, error) {
	if s.options.Methods.NoPasswords {
		return account.User{}, errNoPasswords
	}
	ctx := r.Context()
	client := s.options.Exposure.Client(r)
	if wait, ok := s.limits.allow(time.Now(), client, name); !ok {
		s.options.Log.Warn("too many attempts to sign in", "from", client)
		return account.User{}, &TooManyAttemptsError{wait}
	}
	user, hash, err := s.options.Users.UserByName(ctx, name)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return account.User{}, err
	}
	var ok, outdated bool
	if err := s.hashing.do(ctx, func() { ok, outdated = account.VerifyPassword(password, hash, s.options.Cost) }); err != nil {
		return account.User{}, err
	}
	if !ok || user.Disabled {
		s.options.Log.Warn("a sign-in was refused", "from", client)
		return account.User{}, ErrWrongPassword
	}
	if !user.HasSecondFactor {
		s.limits.clear(client, name)
	}
	if outdated {
		if err := s.rehash(r, user, hash, password); err != nil {
			return account.User{}, err
		}
	}
	return user, nil
}

// rehash replaces oldHash by a hash of the password at the current cost.
func (s *Service) rehash(r *http.Request, user account.User, oldHash, password string) error {
	hash, err := s.HashPassword(r, password)
	if errors.As(err, new(*account.InvalidError)) {
		return nil // the password was chosen under older rules and stays valid
	}
	if errors.Is(err, errBusy) {
		return nil // the next sign-in tries again
	}
	if err != nil {
		return err
	}
	return s.options.Users.Rehash(r.Context(), user.ID, oldHash, hash)
}

// HashPassword returns the hash to store. The error is an *account.InvalidError for a forbidden password.
func (s *Service) HashPassword(r *http.Request, password string) (string, error) {
	var hash string
	var err error
	queueErr := s.hashing.do(r.Context(), func() { hash, err = account.HashPassword(password, s.options.Cost) })
	return hash, cmp.Or(queueErr, err)
}

// SignInLink returns a link that works once, until the server stops. It opens an administrator's account that has no other way to
// sign in, see SignInByLink of the store.
func (s *Service) SignInLink(base string) string {
	token := rand.Text()
	s.unusedLinks.Store(sha256.Sum256([]byte(token)), true)
	return strings.TrimSuffix(base, "/") + "/signin?" + url.Values{"token": {token}}.Encode()
}

// OpenLink signs in by a one-time link, and uses up the link. HEAD requests and prefetches do not use it up.
func (s *Service) OpenLink(w http.ResponseWriter, r *http.Request, token string) error {
	if r.Method == http.MethodHead || strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if _, unused := s.unusedLinks.LoadAndDelete(sha256.Sum256([]byte(token))); !unused {
		return errLinkUsed
	}
	user, err := s.options.Users.SignInByLink(r.Context())
	if err != nil {
		return err
	}
	if err := s.renew(r.Context(), user); err != nil {
		return err
	}
	s.Sessions.Put(r.Context(), linkKey, true)
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// The limits of sign-in attempts. An account takes more attempts from all addresses together than from one address, so that
// a guesser does not lock out the owner at another address. An address may try all accounts together more often than one
// account, because a whole jury may share the address. A success restores only the attempts at its account from its
// address. Otherwise the owner of one account could guess at other accounts for ever. For an account with a second factor, only
// the right code is a success: otherwise whoever knows the password would get new guesses at the code with each sign-in.
const (
	AddressBurst, addressInterval = 100, 5 * time.Second
	GuessBurst, guessInterval     = 10, 30 * time.Second // at an account from an address
	AccountBurst, accountInterval = 100, 10 * time.Second
	maxKeys                       = 10_000 // of each limit; the least recently used key is forgotten
)

type signInLimits struct {
	addresses, guesses, accounts *limits
}

func newSignInLimits() *signInLimits {
	return &signInLimits{
		addresses: newLimits(AddressBurst, addressInterval, maxKeys),
		guesses:   newLimits(GuessBurst, guessInterval, maxKeys),
		accounts:  newLimits(AccountBurst, accountInterval, maxKeys),
	}
}

// allow reports whether an attempt at an account, which need not exist, may go on now; if not, how long it must wait.
func (l *signInLimits) allow(now time.Time, client netip.Addr, name string) (wait time.Duration, ok bool) {
	if wait, ok := l.addresses.allow(now, network(client)); !ok {
		return wait, false
	}
	if wait, ok := l.guesses.allow(now, guessKey(client, name)); !ok {
		return wait, false
	}
	return l.accounts.allow(now, account.NameKey(name))
}

// clear restores the attempts at an account from an address.
func (l *signInLimits) clear(client netip.Addr, name string) {
	l.guesses.buckets.Remove(guessKey(client, name))
}

func guessKey(client netip.Addr, name string) string {
	return network(client) + " " + account.NameKey(name)
}

// network returns an IPv4 address, or the /64 of an IPv6 address, because a client may have all addresses of a /64.
func network(address netip.Addr) string {
	if address.Is6() {
		if prefix, err := address.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return address.String()
}

// limits limits how often something may happen for each key. It has a token bucket for each of its latest keys.
type limits struct {
	burst    int
	interval time.Duration // after which a key has one more attempt, up to burst
	mu       sync.Mutex
	buckets  *lru.Cache[string, *rate.Limiter]
}

func newLimits(burst int, interval time.Duration, maxKeys int) *limits {
	buckets, err := lru.New[string, *rate.Limiter](maxKeys)
	if err != nil {
		panic(err) // maxKeys is not positive
	}
	return &limits{burst: burst, interval: interval, buckets: buckets}
}

func (l *limits) allow(now time.Time, key string) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, ok := l.buckets.Get(key)
	if !ok {
		bucket = rate.NewLimiter(rate.Every(l.interval), l.burst)
		l.buckets.Add(key, bucket)
	}
	reservation := bucket.ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
	}
	return wait, wait <= 0
}

// The bounds of hashing passwords. A hash takes a core and account.DefaultCost's memory, 46 MiB.
const (
	maxHashes    = 4   // at once, however many cores there are
	maxHashQueue = 200 // requests that hash or wait
)

var errBusy = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "Too many people are signing in", RetryAfter: 10,
	Message: i18n.Errorf("More than %d people are signing in at this moment.", maxHashQueue),
	Advice:  i18n.Errorf("Try again in ten seconds."),
}

// hashQueue limits how many passwords are hashed at the same time, and how many requests wait for a turn.
type hashQueue struct {
	running *semaphore.Weighted
	slots   *semaphore.Weighted // of requests that hash or wait
}

func newHashQueue(atOnce, slots int64) *hashQueue {
	return &hashQueue{semaphore.NewWeighted(atOnce), semaphore.NewWeighted(slots)}
}

// do calls hash when its turn comes. If the queue is full, it returns errBusy.
func (q *hashQueue) do(ctx context.Context, hash func()) error {
	if !q.slots.TryAcquire(1) {
		return errBusy
	}
	defer q.slots.Release(1)
	if err := q.running.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.running.Release(1)
	hash()
	return nil
}

// The limits on requests of one address for links to evidence. They protect the server from load. The secret of a link needs
// no protection, because it has 130 bits.
const (
	linkBurst    = 100
	linkInterval = 2 * time.Second
)

// allowClient returns an error if the client's address has sent more requests than limit allows.
func (s *Service) allowClient(r *http.Request, limit *limits) error {
	wait, ok := limit.allow(time.Now(), network(s.options.Exposure.Client(r)))
	if ok {
		return nil
	}
	return &httperr.Error{
		Status: http.StatusTooManyRequests, Title: "Too many requests", RetryAfter: int(roundUp(wait)),
		Message: i18n.Errorf("Too many requests came from your address."), Advice: i18n.Errorf("Try again in a minute."),
	}
}
