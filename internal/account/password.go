package account

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"
)

// The lengths that a password may have: MinPassword in characters, and
// MaxPassword in bytes, so that no request makes the server hash megabytes.
const (
	MinPassword = 10
	MaxPassword = 1024
)

// CheckPassword tells why a password cannot be chosen. The error is an
// [*Invalid].
func CheckPassword(password string) error {
	if len(password) > MaxPassword {
		return &InvalidError{fmt.Sprintf("The password is longer than %d bytes.", MaxPassword)}
	}
	if utf8.RuneCountInString(password) < MinPassword {
		return &InvalidError{fmt.Sprintf("The password has fewer than %d characters.", MinPassword)}
	}
	if _, err := precis.OpaqueString.String(password); err != nil || !utf8.ValidString(password) {
		return &InvalidError{"The password has a character in it that passwords cannot have, such as a control character."}
	}
	return nil
}

// Cost is how much it takes to hash a password by argon2id (Biryukov, Dinu and
// Khovratovich 2016; RFC 9106).
type Cost struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// DefaultCost is the second recommended choice of RFC 9106 (section 4), for
// those who have not 2 GiB to spare for each sign-in: 64 MiB, three passes, four
// lanes. It is above what OWASP asks for.
func DefaultCost() Cost { return Cost{Memory: 64 << 10, Passes: 3, Lanes: 4} }

// atLeast reports whether c takes as much as d in each respect.
func (c Cost) atLeast(d Cost) bool {
	return c.Memory >= d.Memory && c.Passes >= d.Passes && c.Lanes >= d.Lanes
}

// The lengths in bytes of new salts and digests, as RFC 9106 recommends them.
const (
	saltLength   = 16
	digestLength = 32
)

// HashPassword returns what is kept of a password: its hash under a new salt, in
// the PHC string format. It gives an [*Invalid] where [CheckPassword] does.
func HashPassword(password string, cost Cost) (string, error) {
	if err := CheckPassword(password); err != nil {
		return "", err
	}
	h := hash{cost: cost, salt: make([]byte, saltLength)}
	rand.Read(h.salt) // never fails
	h.digest = h.digestOf(password, digestLength)
	return h.String(), nil
}

// VerifyPassword reports whether the password is the one that kept was made of,
// by [HashPassword]; and if so, whether it should be hashed anew, since the kept
// hash took less than cost. Where kept is "" or no hash, it takes as long as a
// comparison at this cost, and reports false: who signs in cannot learn by the
// time whether there is such an account. It compares in constant time.
func VerifyPassword(password, kept string, cost Cost) (ok, outdated bool) {
	h, err := parseHash(kept)
	known := err == nil
	if !known {
		h = hash{cost: cost, salt: make([]byte, saltLength), digest: make([]byte, digestLength)}
	}
	if len(password) > MaxPassword {
		password = "" // no password is empty
	}
	same := subtle.ConstantTimeCompare(h.digestOf(password, len(h.digest)), h.digest) == 1
	ok = same && known && password != ""
	return ok, ok && !h.cost.atLeast(cost)
}

// digestOf hashes a password as h was hashed. It is prepared first by the OpaqueString
// profile of PRECIS (RFC 8265), so that an é is the same from every keyboard.
func (h hash) digestOf(password string, length int) []byte {
	if prepared, err := precis.OpaqueString.String(password); err == nil {
		password = prepared
	}
	return argon2.IDKey([]byte(password), h.salt, h.cost.Passes, h.cost.Memory, h.cost.Lanes, uint32(length))
}
