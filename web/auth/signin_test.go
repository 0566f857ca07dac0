package auth

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

// A key has as many attempts as burst says, and then one more after each interval. Keys do not affect each other.
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
		t.Errorf("attempt 4: allowed = %v, wait %v; want a refusal and a wait of 1 minute", ok, wait)
	}
	if wait, ok := l.allow(now.Add(20*time.Second), "anna"); ok || wait != 40*time.Second {
		t.Errorf("20 s later: allowed = %v, wait %v; want a wait of 40 s, since a refused attempt costs nothing", ok, wait)
	}
	if _, ok := l.allow(now, "bert"); !ok {
		t.Error("another key is refused too")
	}
	if _, ok := l.allow(now.Add(time.Minute), "anna"); !ok {
		t.Error("an attempt after the wait is refused")
	}
	if _, ok := l.allow(now.Add(time.Minute), "anna"); ok {
		t.Error("two attempts are allowed after one wait")
	}
	l.buckets.Remove("anna")
	if _, ok := l.allow(now.Add(time.Minute), "anna"); !ok {
		t.Error("a key without a bucket is refused")
	}
}

// The number of remembered keys is limited, and a key in use is not forgotten.
func TestLimitsAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	l := newLimits(1, time.Hour, 100)
	for i := range 1000 {
		l.allow(now, fmt.Sprint(i))
		l.allow(now, "again and again")
	}
	if n := l.buckets.Len(); n != 100 {
		t.Errorf("%d keys are remembered, want 100", n)
	}
	if _, ok := l.allow(now, "again and again"); ok {
		t.Error("a key in use was forgotten because of 1000 other keys")
	}
}

// Attempts to sign in are limited by account and address, by account, and by address.
func TestSignInLimits(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	client := netip.MustParseAddr("192.0.2.1")
	t.Run("by account, in any spelling of its name, from one address", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		for i := range GuessBurst {
			if _, ok := l.allow(now, client, []string{"anna", "ANNA "}[i%2]); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
		}
		if wait, ok := l.allow(now, client, "Anna"); ok || wait != guessInterval {
			t.Errorf("one attempt too many: allowed = %v, wait %v; want a refusal and a wait of %v", ok, wait, guessInterval)
		}
		if _, ok := l.allow(now, netip.MustParseAddr("198.51.100.1"), "anna"); !ok {
			t.Error("the owner is locked out at another address")
		}
		if _, ok := l.allow(now, client, "bert"); !ok {
			t.Error("another account is refused too")
		}
		l.clear(client, "anna")
		if _, ok := l.allow(now, client, "anna"); !ok {
			t.Error("an attempt is refused, although a success has restored the attempts")
		}
	})
	t.Run("by account, from all addresses together", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}) }
		for i := range AccountBurst {
			if _, ok := l.allow(now, address(i), "anna"); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
			l.clear(address(i), "anna")
		}
		if wait, ok := l.allow(now, client, "anna"); ok || wait != accountInterval {
			t.Errorf("one attempt too many: allowed = %v, wait %v; want a refusal and a wait of %v", ok, wait, accountInterval)
		}
		if _, ok := l.allow(now.Add(accountInterval), client, "anna"); !ok {
			t.Error("an attempt after the wait is refused")
		}
		if _, ok := l.allow(now, client, "bert"); !ok {
			t.Error("another account is refused too")
		}
	})
	t.Run("by address, at all accounts together", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		for i := range AddressBurst {
			name := fmt.Sprint("user", i)
			if _, ok := l.allow(now, client, name); !ok {
				t.Fatalf("attempt %d is refused", i+1)
			}
			l.clear(client, name)
		}
		if _, ok := l.allow(now, client, "anna"); ok {
			t.Error("one attempt too many is allowed")
		}
		if _, ok := l.allow(now, netip.MustParseAddr("192.0.2.2"), "anna"); !ok {
			t.Error("another address is refused too")
		}
	})
	t.Run("all addresses of an IPv6 network count as one", func(t *testing.T) {
		t.Parallel()
		l := newSignInLimits()
		refused := false
		for i := range AddressBurst + 1 {
			_, ok := l.allow(now, netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i+1)), fmt.Sprint("user", i))
			refused = !ok
		}
		if !refused {
			t.Errorf("%d attempts from one IPv6 network are allowed, want %d", AddressBurst+1, AddressBurst)
		}
	})
}
