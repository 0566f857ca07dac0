package account

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"
)

// Scope limits what a token may do.
type Scope string

// The scopes. A token never allows more than the user's role.
const (
	ReadScope  Scope = "read"  // pages and exports
	WriteScope Scope = "write" // pages, exports and changes
)

func (s Scope) Valid() bool { return s == ReadScope || s == WriteScope }

// CanWrite reports whether a token of the scope may make changes.
func (s Scope) CanWrite() bool { return s == WriteScope }

// Token describes a token for scripts. The user sees the text of the token once; only a hash is stored.
type Token struct {
	ID        int64
	UserID    int64
	Label     string // the purpose of the token, in the user's words
	Scope     Scope
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // last use, accurate to a few minutes; zero if never used
}

// Expired reports whether the token is no longer valid at the time now.
func (t Token) Expired(now time.Time) bool { return !now.Before(t.ExpiresAt) }

const (
	MaxTokenLabel = 100                  // longest label of a token, in characters
	MaxTokenLife  = 366 * 24 * time.Hour // from the creation of a token to its expiry
)

// tokenPrefix begins every token for scripts, so that people and secret scanners recognise it. Tokens of links have no prefix.
const tokenPrefix = "ojc_"

// TokenHash is the SHA-256 of a token. A token has 130 random bits, so a fast hash is safe.
type TokenHash [sha256.Size]byte

func NewToken() (string, TokenHash) { return newToken(tokenPrefix) }

// NewLinkToken returns a token for a link to a case. Scripts cannot use this token.
func NewLinkToken() (string, TokenHash) { return newToken("") }

func newToken(prefix string) (string, TokenHash) {
	token := prefix + rand.Text()
	return token, sha256.Sum256([]byte(token))
}

// HashLinkToken returns the hash of the token of a link; ok is false if the text cannot be such a token.
func HashLinkToken(text string) (h TokenHash, ok bool) { return hashToken(text, "") }

// HashToken returns the hash of a token; ok is false if the text cannot be a token.
func HashToken(text string) (h TokenHash, ok bool) { return hashToken(text, tokenPrefix) }

func hashToken(text, prefix string) (h TokenHash, ok bool) {
	random, ok := strings.CutPrefix(text, prefix)
	if !ok || len(random) < 26 || len(random) > 64 { // rand.Text returns at least 26 characters
		return TokenHash{}, false
	}
	return sha256.Sum256([]byte(text)), true
}

// CleanLabel returns a label as one line of at most MaxTokenLabel characters; "token" if empty.
func CleanLabel(typed string) string {
	valid := strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", " "), " ")
	label := strings.Join(strings.Fields(valid), " ")
	if runes := []rune(label); len(runes) > MaxTokenLabel {
		label = string(runes[:MaxTokenLabel])
	}
	return cmp.Or(label, "token")
}
