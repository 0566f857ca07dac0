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

// The scopes. No scope allows what the user's role does not allow.
const (
	ReadScope  Scope = "read"  // pages and exports
	WriteScope Scope = "write" // the same and changes
)

// Valid reports whether s is a scope.
func (s Scope) Valid() bool { return s == ReadScope || s == WriteScope }

// CanWrite reports whether a token of the scope may make changes.
func (s Scope) CanWrite() bool { return s == WriteScope }

// Token describes a token for scripts. The token itself is shown once, to the user who
// creates it; only its hash is stored.
type Token struct {
	ID        int64
	UserID    int64
	Label     string // its purpose, in the user's words
	Scope     Scope
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // last, within some minutes; zero if never
}

// Expired reports whether the token is no longer valid at a time.
func (t Token) Expired(now time.Time) bool { return !now.Before(t.ExpiresAt) }

// The bounds of a token: its label in characters, and its lifetime.
const (
	MaxTokenLabel = 100
	MaxTokenLife  = 366 * 24 * time.Hour
)

// tokenPrefix begins every token, so that people and scanners for leaked secrets
// recognise it.
const tokenPrefix = "ojc_"

// TokenHash is the SHA-256 of a token. With 130 random bits in a token, a plain hash is as
// good as a slow one.
type TokenHash [sha256.Size]byte

// NewToken makes a token and its hash.
func NewToken() (string, TokenHash) {
	token := tokenPrefix + rand.Text()
	return token, sha256.Sum256([]byte(token))
}

// HashToken returns the hash of a text that somebody sent as a token; ok is false if it
// cannot be one.
func HashToken(sent string) (h TokenHash, ok bool) {
	rest, ok := strings.CutPrefix(sent, tokenPrefix)
	if !ok || len(rest) < 26 || len(rest) > 64 {
		return TokenHash{}, false
	}
	return sha256.Sum256([]byte(sent)), true
}

// CleanLabel returns the label of a token as it is stored: on one line and not too long.
// An empty one becomes "token".
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
