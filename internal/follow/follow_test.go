package follow

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"filippo.io/age"
	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mu   sync.Mutex
	list []contest.Following
}

func (m *memoryStore) Followings(context.Context) ([]contest.Following, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.list), nil
}

func (m *memoryStore) SaveFollowing(_ context.Context, f contest.Following) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, row := range m.list {
		if row.Name == f.Name && row.StartID == f.StartID && row.Active {
			m.list[i].Active, m.list[i].Reason = f.Active, f.Reason
		}
	}
	return nil
}

func (m *memoryStore) set(list ...contest.Following) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = list
}

// The Supervisor follows active rows at once. When somebody stops a row and starts it again, the Supervisor does so too, but it
// never follows one contest twice at a time. After an error it stores the reason, and tries again unless the error is permanent.
func TestSupervisor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &memoryStore{}
		var mu sync.Mutex
		following := make(map[string]int64) // number by name
		calls := make(map[string]int)
		s := New(store, func(ctx context.Context, f contest.Following, onWait func(error)) error {
			mu.Lock()
			calls[f.Name]++
			n := calls[f.Name]
			mu.Unlock()
			switch {
			case f.Name == "refused":
				return backoff.Permanent(errors.New("wrong password"))
			case f.Name == "ended":
				return nil
			case f.Name == "down" && n == 1:
				return errors.New("no answer")
			case f.Name == "early" && n == 1:
				onWait(errors.New("not loaded"))
				onWait(nil)
			case f.Name == "stale":
				onWait(nil)
			}
			mu.Lock()
			if following[f.Name] != 0 {
				t.Errorf("%s is followed twice at a time", f.Name)
			}
			following[f.Name] = f.StartID
			mu.Unlock()
			<-ctx.Done()
			mu.Lock()
			delete(following, f.Name)
			mu.Unlock()
			return ctx.Err()
		}, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx)
		}()
		expect := func(step string, want map[string]int64) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if !maps.Equal(following, want) {
				t.Errorf("%s: the Supervisor follows %v, want %v", step, following, want)
			}
		}
		expect("no rows", nil)
		store.set(contest.Following{Name: "a", StartID: 1, Active: true}, contest.Following{Name: "b", StartID: 2},
			contest.Following{Name: "refused", StartID: 3, Active: true}, contest.Following{Name: "ended", StartID: 4, Active: true},
			contest.Following{Name: "down", StartID: 5, Active: true}, contest.Following{Name: "early", StartID: 6, Active: true},
			contest.Following{Name: "stale", StartID: 8, Active: true, Reason: i18n.Verbatim("the system was down before the server restarted")})
		s.Wake()
		expect("one is down", map[string]int64{"a": 1, "early": 6, "stale": 8})
		list, _ := store.Followings(ctx)
		want := []contest.Following{{Name: "a", StartID: 1, Active: true}, {Name: "b", StartID: 2}, {Name: "refused", StartID: 3, Reason: i18n.Verbatim("wrong password")},
			{Name: "ended", StartID: 4}, {Name: "down", StartID: 5, Active: true, Reason: i18n.Verbatim("no answer")}, {Name: "early", StartID: 6, Active: true}, {Name: "stale", StartID: 8, Active: true}}
		for i := range want {
			if list[i].Active != want[i].Active || list[i].Reason != want[i].Reason {
				t.Errorf("the row is %+v, want %+v", list[i], want[i])
			}
		}
		<-time.After(2 * readInterval)
		expect("it is up again", map[string]int64{"a": 1, "early": 6, "down": 5, "stale": 8})
		store.set(contest.Following{Name: "a", StartID: 7, Active: true}, contest.Following{Name: "down", StartID: 5})
		<-time.After(2 * readInterval) // without Wake, as after a change by another program
		expect("stopped, deleted and started again", map[string]int64{"a": 7})
		stop()
		<-ended
		expect("the server stops", nil)
		if list, _ := store.Followings(t.Context()); !list[0].Active {
			t.Error("the next server would not follow what this one followed")
		}
	})
}

// An account is stored encrypted, and only the same key reads it. The error for a file that is no key does not quote the file.
func TestKey(t *testing.T) {
	t.Parallel()
	account := Account{User: "jury", Password: "never in the clear", Token: "x"}
	key, other := newKey(t), newKey(t)
	encrypted, err := key.Encrypt(account)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"jury", "never"} {
		if bytes.Contains(encrypted, []byte(secret)) {
			t.Errorf("the stored account contains %q", secret)
		}
	}
	if got, err := key.Decrypt(encrypted); err != nil || got != account {
		t.Errorf("read again: %+v and error %v, want %+v", got, err, account)
	}
	if _, err := other.Decrypt(encrypted); !errors.Is(err, errOtherKey) {
		t.Errorf("another key: error %v, want %v", err, errOtherKey)
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("AGE-SECRET-KEY-1 nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKey(path); err == nil || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("a file that is no key: error %v, want one without its content", err)
	}
}

func newKey(t *testing.T) *Key {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("# created by a test\n"+identity.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := ReadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
