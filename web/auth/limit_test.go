package auth

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	l := newLimits(3, time.Minute, 10)
	for i := range 3 {
		if _, ok := l.allow(now, "anna"); !ok {
			t.Fatalf("attempt %d is refused", i+1)
		}
	}
	if wait, ok := l.allow(now, "anna"); ok || wait != time.Minute {
		t.Errorf("one too many: %v, wait %v", ok, wait)
	}
	if wait, ok := l.allow(now.Add(20*time.Second), "anna"); ok || wait != 40*time.Second {
		t.Errorf("later: %v, wait %v; a refused attempt costs nothing", ok, wait)
	}
	if _, ok := l.allow(now, "bert"); !ok {
		t.Error("another pays for it")
	}
	if _, ok := l.allow(now.Add(time.Minute), "anna"); !ok {
		t.Error("refused after the wait")
	}
	if _, ok := l.allow(now.Add(time.Minute), "anna"); ok {
		t.Error("after the wait there is more than one")
	}
	l.forget("anna")
	if _, ok := l.allow(now.Add(time.Minute), "anna"); !ok {
		t.Error("what is forgotten counts")
	}
}

func TestLimitsAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	l := newLimits(1, time.Hour, 100)
	for i := range 1000 {
		l.allow(now, fmt.Sprint(i))
		l.allow(now, "again and again")
	}
	if len(l.byKey) != 100 || l.recent.Len() != 100 {
		t.Errorf("%d and %d are remembered, want 100", len(l.byKey), l.recent.Len())
	}
	if _, ok := l.allow(now, "again and again"); ok {
		t.Error("many others make it forget one who goes on trying")
	}
}

func TestSignInLimits(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	here := netip.MustParseAddr("192.0.2.1")
	t.Run("by account from one address, however it is written", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		for i := range GuessBurst {
			if _, ok := l.allow(now, here, []string{"anna", "ANNA "}[i%2]); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
		}
		if wait, ok := l.allow(now, here, "Anna"); ok || wait != guessEvery {
			t.Errorf("one too many: %v, wait %v", ok, wait)
		}
		if _, ok := l.allow(now, netip.MustParseAddr("198.51.100.1"), "anna"); !ok {
			t.Error("the owner, who is elsewhere, is kept out")
		}
		if _, ok := l.allow(now, here, "bert"); !ok {
			t.Error("another pays for it")
		}
		l.clear(here, "anna")
		if _, ok := l.allow(now, here, "anna"); !ok {
			t.Error("refused after a success")
		}
	})
	t.Run("by account, wherever from", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		from := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}) }
		for i := range AccountBurst {
			if _, ok := l.allow(now, from(i), "anna"); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
			l.clear(from(i), "anna")
		}
		if wait, ok := l.allow(now, here, "anna"); ok || wait != accountEvery {
			t.Errorf("one too many: %v, wait %v", ok, wait)
		}
		if _, ok := l.allow(now.Add(accountEvery), here, "anna"); !ok {
			t.Error("refused after the wait")
		}
		if _, ok := l.allow(now, here, "bert"); !ok {
			t.Error("another pays for it")
		}
	})
	t.Run("by address, whatever the account", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		for i := range AddressBurst {
			name := fmt.Sprint("user", i)
			if _, ok := l.allow(now, here, name); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
			l.clear(here, name)
		}
		if _, ok := l.allow(now, here, "anna"); ok {
			t.Error("one too many")
		}
		if _, ok := l.allow(now, netip.MustParseAddr("192.0.2.2"), "anna"); !ok {
			t.Error("another address pays for it")
		}
	})
	t.Run("an IPv6 client has many addresses", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		refused := false
		for i := range AddressBurst + 1 {
			_, ok := l.allow(now, netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i+1)), fmt.Sprint("user", i))
			refused = !ok
		}
		if !refused {
			t.Error("each address of one network has attempts of its own")
		}
	})
}
