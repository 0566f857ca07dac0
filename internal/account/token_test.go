package account

import (
	"strings"
	"testing"
	"time"
)

func TestToken(t *testing.T) {
	t.Parallel()
	token, hash := NewToken()
	other, _ := NewToken()
	if token == other || !strings.HasPrefix(token, "ojc_") {
		t.Errorf("tokens %q and %q", token, other)
	}
	if got, ok := HashToken(token); !ok || got != hash {
		t.Error("the token has another hash")
	}
	if got, ok := HashToken(other); !ok || got == hash {
		t.Error("another token has the same hash")
	}
	for _, s := range []string{"", "ojc_", token[4:], token[:20], "Ojc" + token[3:], token + strings.Repeat("A", 1000)} {
		if _, ok := HashToken(s); ok {
			t.Errorf("%.40q passes for a token", s)
		}
	}
}

func TestTokenExpired(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	token := Token{ExpiresAt: end}
	for delay, want := range map[time.Duration]bool{-time.Nanosecond: false, 0: true, time.Hour: true} {
		if got := token.Expired(end.Add(delay)); got != want {
			t.Errorf("expired %v after its end: %v", delay, got)
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for _, scope := range []Scope{ReadScope, WriteScope} {
		if !scope.Valid() {
			t.Errorf("%q is not valid", scope)
		}
	}
	if ReadScope.CanWrite() || !WriteScope.CanWrite() || Scope("all").Valid() || Scope("all").CanWrite() {
		t.Error("a scope allows what it should not")
	}
}

func TestCleanLabel(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, typed, want string }{
		{"plain", "nightly export", "nightly export"},
		{"lines and space", " nightly \n\t export ", "nightly export"},
		{"empty", " ", "token"},
		{"not UTF-8, NUL", "a\xff\x00b", "a b"},
		{"too long", strings.Repeat("é", 200), strings.Repeat("é", MaxTokenLabel)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := CleanLabel(test.typed); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
