package main

import "testing"

// A size is a number, perhaps with a suffix for thousands, millions or billions. Other texts are refused.
func TestCount(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		want count
		ok   bool
	}{
		"0":                    {0, true},
		"2000":                 {2000, true},
		"500k":                 {500_000, true},
		"500K":                 {500_000, true},
		"10M":                  {10_000_000, true},
		"10m":                  {10_000_000, true},
		"1.5M":                 {1_500_000, true},
		"1G":                   {1_000_000_000, true},
		"4.1G":                 {4_100_000_000, true},
		"1.005k":               {1005, true},
		"":                     {0, false},
		"M":                    {0, false},
		"-1":                   {0, false},
		"1e6":                  {0, false},
		"0x10":                 {0, false},
		"inf":                  {0, false},
		"1.5":                  {0, false},
		"1.0005k":              {0, false},
		"1/2k":                 {0, false},
		"10 M":                 {0, false},
		"10MB":                 {0, false},
		"1.2.3":                {0, false},
		"99999999999999999999": {0, false},
	}
	for text, test := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var got count
			err := got.UnmarshalText([]byte(text))
			if got != test.want || (err == nil) != test.ok {
				t.Errorf("got %d, error %v; want %d, valid: %t", got, err, test.want, test.ok)
			}
		})
	}
}
