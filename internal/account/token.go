package account

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"
	"unicode/utf8"
)

// Scope limits what a token may do.
type Scope string

// The scopes. A token never allows more than the user's role.
const (
	ReadScope  Scope = "read"  // pages and exports
	WriteScope Scope = "write" // pages, exports and changes
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
	UsedAt    time.Time // last use, within some minutes; zero if never used
}

// Expired reports whether the token is no longer valid at a time.
func (t Token) Expired(now time.Time) bool { return !now.Before(t.ExpiresAt) }

// The bounds of a token: its label in characters, and its lifetime.
const (
	MaxTokenLabel = 100
	MaxTokenLife  = 366 * 24 * time.Hour
)

// tokenPrefix begins every token, so that people and secret scanners recognise it.
const tokenPrefix = "ojc_"

// TokenHash is the SHA-256 of a token. With 130 random bits in a token, a plain hash is as
// good as a slow one.
type TokenHash [sha256.Size]byte

// NewToken makes a token and its hash.
func NewToken() (string, TokenHash) {
	token := tokenPrefix + rand.Text()
	return token, sha256.Sum256([]byte(token))
}

// HashToken returns the hash of a token that somebody sent; ok is false if the text
// cannot be a token.
func HashToken(sent string) (h TokenHash, ok bool) {
	rest, ok := strings.CutPrefix(sent, tokenPrefix)
	if !ok || len(rest) < 26 || len(rest) > 64 {
		return TokenHash{}, false
	}
	return sha256.Sum256([]byte(sent)), true
}

// CleanLabel returns the stored form of a token's label: one line, not too long, and
// "token" if it is empty.
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
