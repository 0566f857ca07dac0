package check

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// matchingDigest identifies everything that the matches of a pair depend on, except
// its two submissions and their own templates.
func matchingDigest(base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	writeParts(h, AlgorithmVersion)
	writeParts(h, encodeNumber(p.ShingleLength), encodeNumber(p.MinMatch))
	writeParts(h, p.Language)
	writeParts(h, p.Omitted...)
	writeFiles(h, base)
	return digestOf(h)
}

// digest identifies everything that the result of a check depends on: the submissions
// with their paths, the base code, the parameters and the algorithm version. Checks
// with the same digest have the same pairs and scores, with three exceptions: an earlier contest was deleted between
// the checks, the lexer timed out on a file, or Checker.Memory made one of them leave out programs or compare in parts.
// See also digestWithSources and earlierSet.digestWith.
func digest(submissions []contest.Submission, base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	writeParts(h, AlgorithmVersion)
	parameters, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("encode parameters: %v", err))
	}
	writeParts(h, parameters)
	for _, s := range submissions {
		writeSubmission(h, s)
	}
	writeFiles(h, base)
	return digestOf(h)
}

// digestOf returns what h has hashed as text: 16 bytes are enough to tell all checks apart.
func digestOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }

func writeSubmission(h hash.Hash, s contest.Submission) {
	writeParts(h, s.Path, s.Problem, s.Participant, s.Language)
	writeFiles(h, s.Files)
}

func writeFiles(h hash.Hash, list []contest.File) {
	writeParts(h, encodeNumber(len(list)))
	for _, file := range list {
		writeParts(h, []byte(file.Path), file.Content)
	}
}

// writeParts writes the length of each part, then the part: different lists of parts
// never give the same bytes.
func writeParts[T string | []byte](h hash.Hash, parts ...T) {
	for _, part := range parts {
		h.Write(encodeNumber(len(part)))
		h.Write([]byte(part))
	}
}

func encodeNumber(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
