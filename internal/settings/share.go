package settings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Share is a number from 0 to 1.
type Share float64

// ParseShare reads a share, such as 0.6 or 60%.
func ParseShare(input string) (Share, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(input), "%")
	x, err := strconv.ParseFloat(digits, 64)
	if percent {
		x /= 100
	}
	switch {
	case err == nil && x >= 0 && x <= 1: // NaN is neither
		return Share(x), nil
	case err == nil && !percent && x > 1 && x <= 100:
		return 0, fmt.Errorf("%q is not a number from 0 to 1; for %s%% write %v or %s%%", input, digits, x/100, digits)
	}
	return 0, fmt.Errorf("%q is not a number from 0 to 1", input)
}

// UnmarshalText reads a share as [ParseShare] does.
func (s *Share) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShare(string(text))
	return err
}

func (s Share) String() string { return text.Share(float64(s)) }
