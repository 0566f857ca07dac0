package account

import (
	"errors"
	"strings"
	"testing"
)

// cheap keeps the tests fast.
var cheap = Cost{Memory: 32, Passes: 1, Lanes: 2}

const secret = "correct horse battery"

func hashed(t *testing.T, password string, cost Cost) string {
	t.Helper()
	stored, err := HashPassword(password, cost)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func TestVerifyPassword(t *testing.T) {
	t.Parallel()
	stored := hashed(t, secret, cheap)
	costlier := []Cost{{64, 1, 2}, {32, 2, 2}, {32, 1, 3}}
	tests := []struct {
		name, password, stored string
		ok                     bool
	}{
		{"right", secret, stored, true},
		{"wrong", "correct horse batterx", stored, false},
		{"case", strings.ToUpper(secret), stored, false},
		{"empty", "", stored, false},
		{"too long", secret + strings.Repeat("x", 2<<20), stored, false},
		{"no account", secret, "", false},
		{"no account, no password", "", "", false},
		{"broken hash", secret, stored[1:], false},
		{"not UTF-8", "\xff", stored, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if ok, outdated := VerifyPassword(test.password, test.stored, cheap); ok != test.ok || outdated {
				t.Errorf("ok %v, outdated %v, want %v", ok, outdated, test.ok)
			}
		})
	}
	for _, cost := range costlier {
		if ok, outdated := VerifyPassword(secret, stored, cost); !ok || !outdated {
			t.Errorf("%+v: ok %v, outdated %v", cost, ok, outdated)
		}
		if ok, outdated := VerifyPassword("another one", stored, cost); ok || outdated {
			t.Errorf("%+v, wrong password: ok %v, outdated %v", cost, ok, outdated)
		}
		if _, outdated := VerifyPassword(secret, hashed(t, secret, cost), cheap); outdated {
			t.Errorf("hashed at %+v: outdated at a lower cost", cost)
		}
	}
}

func TestHashPassword(t *testing.T) {
	t.Parallel()
	if a, b := hashed(t, secret, cheap), hashed(t, secret, cheap); a == b {
		t.Error("two hashes share a salt")
	}
	if got := hashed(t, secret, DefaultCost()); !strings.HasPrefix(got, "$argon2id$v=19$m=65536,t=3,p=4$") {
		t.Errorf("the hash is %q", got)
	}
	// Two spellings of é, from different keyboards.
	if ok, _ := VerifyPassword("une trés longue", hashed(t, "une tre\u0301s longue", cheap), cheap); !ok {
		t.Error("a password with another spelling of é is wrong")
	}
	if _, err := HashPassword("short", cheap); err == nil {
		t.Error("a short password is hashed")
	}
}

// TestReferenceDigest verifies a hash by the reference implementation (libargon2 20171227).
func TestReferenceDigest(t *testing.T) {
	t.Parallel()
	const stored = "$argon2id$v=19$m=64,t=2,p=2$c29tZXNhbHQ$kyX4fOBTDX75l7OaIzuFJrPfBBZVGQRe3IuphimBPu4"
	if ok, _ := VerifyPassword(secret, stored, cheap); !ok {
		t.Error("a hash of the reference implementation is refused")
	}
}

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, password string
		ok             bool
	}{
		{"shortest", strings.Repeat("a", MinPassword), true},
		{"shortest, with letters of two bytes", strings.Repeat("é", MinPassword), true},
		{"too short", strings.Repeat("a", MinPassword-1), false},
		{"too short, with letters of two bytes", strings.Repeat("é", MinPassword-1), false},
		{"longest", strings.Repeat("a", MaxPassword), true},
		{"too long", strings.Repeat("a", MaxPassword+1), false},
		{"spaces and punctuation", "a b c! (ü) ", true},
		{"control character", "a password\x07", false},
		{"not UTF-8", "a password\xff", false},
		{"empty", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := CheckPassword(test.password)
			if invalid := new(InvalidError); errors.As(err, &invalid) == test.ok || (err == nil) != test.ok {
				t.Errorf("error %v", err)
			}
		})
	}
}
