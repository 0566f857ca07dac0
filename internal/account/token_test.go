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
		t.Errorf("got the tokens %q and %q, want two different ones with the prefix ojc_", token, other)
	}
	if got, ok := HashToken(token); !ok || got != hash {
		t.Error("HashToken differs from the hash of NewToken")
	}
	if got, ok := HashToken(other); !ok || got == hash {
		t.Error("another token has the same hash")
	}
	for _, s := range []string{"", "ojc_", token[4:], token[:20], "Ojc" + token[3:], token + strings.Repeat("A", 1000)} {
		if _, ok := HashToken(s); ok {
			t.Errorf("HashToken accepts %.40q as a token", s)
		}
	}
}

func TestTokenExpired(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	token := Token{ExpiresAt: end}
	for delay, want := range map[time.Duration]bool{-time.Nanosecond: false, 0: true, time.Hour: true} {
		if got := token.Expired(end.Add(delay)); got != want {
			t.Errorf("expired %v after ExpiresAt: got %v, want %v", delay, got, want)
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for _, scope := range []Scope{ReadScope, WriteScope} {
		if !scope.Valid() {
			t.Errorf("scope %q is not valid", scope)
		}
	}
	if ReadScope.CanWrite() || !WriteScope.CanWrite() || Scope("all").Valid() || Scope("all").CanWrite() {
		t.Error("only the write scope may allow changes, and an unknown scope is not valid")
	}
}

func TestCleanLabel(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, typed, want string }{
		{"one line", "nightly export", "nightly export"},
		{"several lines and spaces", " nightly \n\t export ", "nightly export"},
		{"empty", " ", "token"},
		{"bytes that are not UTF-8, and NUL", "a\xff\x00b", "a b"},
		{"too long", strings.Repeat("é", 200), strings.Repeat("é", MaxTokenLabel)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := CleanLabel(test.typed); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
