package main

import (
	"fmt"
	"strconv"
	"strings"
)

// count is a size on the command line: 2000, 500k, 10M or 1G.
type count int

// UnmarshalText is called by kong.
func (c *count) UnmarshalText(text []byte) error {
	digits, factor := string(text), 1
	for suffix, f := range map[string]int{"k": 1000, "m": 1_000_000, "g": 1_000_000_000} {
		if rest, ok := strings.CutSuffix(strings.ToLower(digits), suffix); ok {
			digits, factor = rest, f
			break
		}
	}
	number, err := strconv.ParseFloat(digits, 64)
	n := number * float64(factor)
	if err != nil || strings.Trim(digits, "0123456789.") != "" || n != float64(int(n)) || n > 1e12 {
		return fmt.Errorf("%q is not a size: write one such as 2000, 500k or 10M", text)
	}
	*c = count(n)
	return nil
}
