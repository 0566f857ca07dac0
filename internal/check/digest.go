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

// digest identifies what the result of a check depends on: the submissions
// with their paths, the base code, the parameters and the algorithm version.
// Two checks of one digest have the same pairs with the same scores, less those
// that are gone with an earlier contest. See also earlierSet.digest.
func digest(submissions []contest.Submission, base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	part(h, []byte(AlgorithmVersion))
	parameters, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("parameters are plain data: %v", err))
	}
	part(h, parameters)
	for _, s := range submissions {
		oneSubmission(h, s)
	}
	files(h, base)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func oneSubmission(h hash.Hash, s contest.Submission) {
	for _, text := range []string{s.Path, s.Problem, s.Participant, s.Language} {
		part(h, []byte(text))
	}
	files(h, s.Files)
}

func files(h hash.Hash, list []contest.File) {
	part(h, binary.BigEndian.AppendUint64(nil, uint64(len(list))))
	for _, file := range list {
		part(h, []byte(file.Path))
		part(h, file.Content)
	}
}

// part writes data with its length before it, so that no two lists of parts
// run into the same bytes.
func part(h hash.Hash, data []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(data))))
	h.Write(data)
}
