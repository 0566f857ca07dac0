package ojcheck

import (
	"io/fs"
	"strings"
	"testing"
)

// The labels of the copies are in testdata/submissions too, but a user's sample contest has only programs.
func TestSampleContestHasOnlyPrograms(t *testing.T) {
	sample, programs := SampleContest(), 0
	err := fs.WalkDir(sample, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		programs++
		if strings.Count(path, "/") != 2 {
			t.Errorf("the sample contest has %s, which is not problem/participant/attempt", path)
		}
		return nil
	})
	if err != nil || programs < 50 {
		t.Errorf("%d programs, error %v; want at least 50 programs", programs, err)
	}
}
