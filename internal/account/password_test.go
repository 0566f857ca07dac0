package account

import (
	"errors"
	"strings"
	"testing"
)

// lowCost keeps the tests fast.
var lowCost = Cost{Memory: 32, Passes: 1, Lanes: 2}

const secret = "correct horse battery"

func hashOf(t *testing.T, password string, cost Cost) string {
	t.Helper()
	stored, err := HashPassword(password, cost)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func TestVerifyPassword(t *testing.T) {
	t.Parallel()
	stored := hashOf(t, secret, lowCost)
	costlier := []Cost{{64, 1, 2}, {32, 2, 2}, {32, 1, 3}}
	tests := []struct {
		name, password, stored string
		ok                     bool
	}{
		{"right password", secret, stored, true},
		{"wrong password", "correct horse batterx", stored, false},
		{"password in another case", strings.ToUpper(secret), stored, false},
		{"empty password", "", stored, false},
		{"too long password", secret + strings.Repeat("x", 2<<20), stored, false},
		{"no stored hash", secret, "", false},
		{"neither hash nor password", "", "", false},
		{"broken hash", secret, stored[1:], false},
		{"password that is not UTF-8", "\xff", stored, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if ok, outdated := VerifyPassword(test.password, test.stored, lowCost); ok != test.ok || outdated {
				t.Errorf("got ok %v, outdated %v; want ok %v, not outdated", ok, outdated, test.ok)
			}
		})
	}
	for _, cost := range costlier {
		if ok, outdated := VerifyPassword(secret, stored, cost); !ok || !outdated {
			t.Errorf("required cost %+v: got ok %v, outdated %v; want both true", cost, ok, outdated)
		}
		if ok, outdated := VerifyPassword("another one", stored, cost); ok || outdated {
			t.Errorf("required cost %+v, wrong password: got ok %v, outdated %v; want both false", cost, ok, outdated)
		}
		if ok, outdated := VerifyPassword(secret, hashOf(t, secret, cost), lowCost); !ok || !outdated {
			t.Errorf("hash of the higher cost %+v: got ok %v, outdated %v; want both true", cost, ok, outdated)
		}
	}
}

func TestHashPassword(t *testing.T) {
	t.Parallel()
	if a, b := hashOf(t, secret, lowCost), hashOf(t, secret, lowCost); a == b {
		t.Error("two hashes of one password are equal, so they have the same salt")
	}
	if got := hashOf(t, secret, DefaultCost()); !strings.HasPrefix(got, "$argon2id$v=19$m=47104,t=2,p=1$") {
		t.Errorf("the hash is %q, want one of the default cost", got)
	}
	// Two spellings of é, from different keyboards.
	if ok, _ := VerifyPassword("une trés longue", hashOf(t, "une tre\u0301s longue", lowCost), lowCost); !ok {
		t.Error("a password with another Unicode spelling of é is refused")
	}
	if _, err := HashPassword("short", lowCost); err == nil {
		t.Error("HashPassword accepts a short password")
	}
}

// TestReferenceDigest verifies a hash by the reference implementation (libargon2 20171227).
func TestReferenceDigest(t *testing.T) {
	t.Parallel()
	const stored = "$argon2id$v=19$m=64,t=2,p=2$c29tZXNhbHQ$kyX4fOBTDX75l7OaIzuFJrPfBBZVGQRe3IuphimBPu4"
	if ok, _ := VerifyPassword(secret, stored, lowCost); !ok {
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
				t.Errorf("got error %v, want an InvalidError: %v", err, !test.ok)
			}
		})
	}
}
