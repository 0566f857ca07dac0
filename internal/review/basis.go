package review

import (
	"crypto/sha256"
	"encoding/hex"
)

// ProgramHash identifies a program: the SHA-256, in hexadecimal, over the
// SHA-256s of its files in the order of their paths. Paths are no part of it, so
// that a program keeps its hash when its folder gets another name.
func ProgramHash(files [][]byte) string {
	h := sha256.New()
	for _, file := range files {
		h.Write(file)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Changed reports which of the two programs are not those any more that a
// decision was made on. One whose hash is not known has not changed.
func Changed(basis, now Basis) (first, second bool) {
	changed := func(then, now string) bool { return then != "" && now != "" && then != now }
	return changed(basis.FirstHash, now.FirstHash), changed(basis.SecondHash, now.SecondHash)
}
