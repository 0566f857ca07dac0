package account

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// hash is a hashed password.
type hash struct {
	cost         Cost
	salt, digest []byte
}

// String writes a hash in the PHC string format:
// $argon2id$v=19$m=65536,t=3,p=4$<salt>$<digest>, both in base64 without padding.
func (h hash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, h.cost.Memory, h.cost.Passes, h.cost.Lanes, encode(h.salt), encode(h.digest))
}

// What a kept hash may ask for. The upper bounds keep a broken row from taking
// all memory of the server; the lower ones are those of RFC 9106.
const (
	maxMemory            = 1 << 20 // KiB
	maxPasses            = 64
	maxLanes             = 64
	minSalt, maxSalt     = 8, 64
	minDigest, maxDigest = 16, 64
	maxHashText          = 256
	minMemoryPerLane     = 8 // KiB
)

var errHash = errors.New("not a hash of a password in the PHC string format, or one that asks for too much")

// parseHash reads what String writes, and nothing else: each hash has one
// spelling.
func parseHash(s string) (hash, error) {
	if len(s) > maxHashText {
		return hash{}, errHash
	}
	fields := strings.Split(s, "$")
	if len(fields) != 6 || fields[0] != "" || fields[1] != "argon2id" || fields[2] != "v="+strconv.Itoa(argon2.Version) {
		return hash{}, errHash
	}
	cost, err := parseCost(fields[3])
	if err != nil {
		return hash{}, err
	}
	decode := base64.RawStdEncoding.Strict().DecodeString
	salt, err1 := decode(fields[4])
	digest, err2 := decode(fields[5])
	h := hash{cost, salt, digest}
	switch {
	case err1 != nil, err2 != nil,
		len(salt) < minSalt, len(salt) > maxSalt, len(digest) < minDigest, len(digest) > maxDigest,
		h.String() != s: // a leading zero, a line end within base64
		return hash{}, errHash
	}
	return h, nil
}

// parseCost reads "m=65536,t=3,p=4".
func parseCost(s string) (Cost, error) {
	fields := strings.Split(s, ",")
	if len(fields) != 3 {
		return Cost{}, errHash
	}
	var numbers [3]uint64
	for i, rule := range []struct {
		name string
		most uint64
	}{{"m=", maxMemory}, {"t=", maxPasses}, {"p=", maxLanes}} {
		digits, ok := strings.CutPrefix(fields[i], rule.name)
		n, err := strconv.ParseUint(digits, 10, 32)
		if !ok || err != nil || n < 1 || n > rule.most {
			return Cost{}, errHash
		}
		numbers[i] = n
	}
	cost := Cost{uint32(numbers[0]), uint32(numbers[1]), uint8(numbers[2])}
	if numbers[0] < minMemoryPerLane*numbers[2] {
		return Cost{}, errHash
	}
	return cost, nil
}
