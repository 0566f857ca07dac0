package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"
)

const (
	MinPassword = 10   // characters of a password
	MaxPassword = 1024 // bytes of a password, so that no request makes the server hash megabytes
)

// CheckPassword returns an [*InvalidError] unless a password may be used.
func CheckPassword(password string) error {
	if len(password) > MaxPassword {
		return NewInvalidError("The password is longer than %d bytes.", MaxPassword)
	}
	if utf8.RuneCountInString(password) < MinPassword {
		return NewInvalidError("The password has fewer than %d characters.", MinPassword)
	}
	if _, err := precis.OpaqueString.String(password); err != nil || !utf8.ValidString(password) {
		return NewInvalidError("The password has a character in it that passwords cannot have, such as a control character.")
	}
	return nil
}

// Cost is the cost of argon2id (Biryukov, Dinu and Khovratovich 2016; RFC 9106).
type Cost struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// DefaultCost is OWASP's first recommendation (46 MiB, one pass, one lane) with two passes. A password
// takes 0.1 s of one core: a jury of 50 can sign in at once. RFC 9106's second recommendation takes 0.4 s.
func DefaultCost() Cost { return Cost{Memory: 46 << 10, Passes: 2, Lanes: 1} }

// The lengths of new salts and digests in bytes, from RFC 9106.
const (
	saltLength   = 16
	digestLength = 32
)

// HashPassword returns the PHC string of a password with a new salt, or an error of [CheckPassword].
func HashPassword(password string, cost Cost) (string, error) {
	if err := CheckPassword(password); err != nil {
		return "", err
	}
	h := hash{cost: cost, salt: make([]byte, saltLength)}
	rand.Read(h.salt) // never fails
	h.digest = h.digestOf(password, digestLength)
	return h.String(), nil
}

// VerifyPassword reports whether [HashPassword] made the stored hash from the password. If so, outdated says
// that the hash has another cost. If stored is not a hash, VerifyPassword takes as long as with a hash: the time
// does not show whether an account exists. VerifyPassword compares in constant time.
func VerifyPassword(password, stored string, cost Cost) (ok, outdated bool) {
	h, err := parseHash(stored)
	valid := err == nil
	if !valid {
		h = hash{cost: cost, salt: make([]byte, saltLength), digest: make([]byte, digestLength)}
	}
	if len(password) > MaxPassword {
		password = "" // which matches no hash, because no password is empty
	}
	same := subtle.ConstantTimeCompare(h.digestOf(password, len(h.digest)), h.digest) == 1
	ok = same && valid && password != ""
	return ok, ok && h.cost != cost
}

// digestOf hashes a password with the salt and cost of h. It first applies the OpaqueString profile of
// PRECIS (RFC 8265), so that an é has the same bytes from every keyboard.
func (h hash) digestOf(password string, length int) []byte {
	if prepared, err := precis.OpaqueString.String(password); err == nil {
		password = prepared
	}
	return argon2.IDKey([]byte(password), h.salt, h.cost.Passes, h.cost.Memory, h.cost.Lanes, uint32(length))
}

type hash struct {
	cost         Cost
	salt, digest []byte
}

// String writes the PHC string format, $argon2id$v=19$m=65536,t=3,p=4$<salt>$<digest>, without padding.
func (h hash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, h.cost.Memory, h.cost.Passes, h.cost.Lanes, encode(h.salt), encode(h.digest))
}

// The bounds of a stored hash, so that no broken row uses all memory. The minimums are from RFC 9106.
const (
	maxMemory            = 1 << 20 // KiB
	maxPasses            = 64
	maxLanes             = 64
	minSalt, maxSalt     = 8, 64
	minDigest, maxDigest = 16, 64
	maxHashText          = 256
	minMemoryPerLane     = 8 // KiB
)

var errHash = errors.New("not a password hash in the PHC string format, or one that costs too much")

// parseHash reads the output of hash.String, and no other spelling of a hash.
func parseHash(s string) (hash, error) {
	fields := strings.Split(s, "$")
	if len(s) > maxHashText || len(fields) != 6 {
		return hash{}, errHash
	}
	var h hash
	_, costErr := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &h.cost.Memory, &h.cost.Passes, &h.cost.Lanes)
	var saltErr, digestErr error
	decode := base64.RawStdEncoding.Strict().DecodeString
	h.salt, saltErr = decode(fields[4])
	h.digest, digestErr = decode(fields[5])
	switch {
	case costErr != nil, saltErr != nil, digestErr != nil,
		h.cost.Passes < 1, h.cost.Passes > maxPasses, h.cost.Lanes < 1, h.cost.Lanes > maxLanes,
		h.cost.Memory < minMemoryPerLane*uint32(h.cost.Lanes), h.cost.Memory > maxMemory,
		len(h.salt) < minSalt, len(h.salt) > maxSalt, len(h.digest) < minDigest, len(h.digest) > maxDigest,
		h.String() != s: // another function or version, a leading zero, a line end within base64
		return hash{}, errHash
	}
	return h, nil
}
