package account

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"
	"unicode/utf8"
)

// Scope is what a token may be used for.
type Scope string

// The scopes. Nobody may do more by a token than by a sign-in: what the user's
// role does not allow, no scope does.
const (
	ReadScope  Scope = "read"  // pages and exports
	WriteScope Scope = "write" // these, and changes
)

// Valid reports whether s is a scope.
func (s Scope) Valid() bool { return s == ReadScope || s == WriteScope }

// CanWrite reports whether a token of the scope may change something.
func (s Scope) CanWrite() bool { return s == WriteScope }

// Token is what is known of a token for scripts. The token itself is shown once,
// to whoever made it, and only its hash is kept.
type Token struct {
	ID        int64
	UserID    int64
	Label     string // what it is for, in the user's words
	Scope     Scope
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // last, to some minutes; zero if never
}

// Expired reports whether the token was of no use any more at that time.
func (t Token) Expired(now time.Time) bool { return !now.Before(t.ExpiresAt) }

// MaxTokenLabel is the most characters of a token's label, and MaxTokenLife how
// long a token can be of use.
const (
	MaxTokenLabel = 100
	MaxTokenLife  = 366 * 24 * time.Hour
)

// tokenPrefix begins every token, so that people, and those who search for
// secrets that were left lying about, know it for what it is.
const tokenPrefix = "ojc_"

// TokenHash is the SHA-256 of a token. A token has 130 random bits, so that a
// plain hash is as good as a slow one.
type TokenHash [sha256.Size]byte

// NewToken makes a token, and the hash by which it is known.
func NewToken() (string, TokenHash) {
	token := tokenPrefix + rand.Text()
	return token, sha256.Sum256([]byte(token))
}

// HashToken returns the hash of what somebody has sent as a token; ok is false
// where that cannot be one.
func HashToken(sent string) (h TokenHash, ok bool) {
	rest, ok := strings.CutPrefix(sent, tokenPrefix)
	if !ok || len(rest) < 26 || len(rest) > 64 {
		return TokenHash{}, false
	}
	return sha256.Sum256([]byte(sent)), true
}

// CleanLabel returns the label of a token as it is kept: on one line, and not
// too long. An empty one becomes "token".
func CleanLabel(typed string) string {
	label := strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", " "), " ")), " ")
	if utf8.RuneCountInString(label) > MaxTokenLabel {
		label = string([]rune(label)[:MaxTokenLabel])
	}
	if label == "" {
		return "token"
	}
	return label
}
