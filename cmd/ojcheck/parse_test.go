package main

import (
	"bytes"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// Flags and their values are moved behind the command words and arguments, wherever they are written.
func TestFlagsLast(t *testing.T) {
	t.Parallel()
	model := parserFor(t).Model
	tests := []struct{ args, want string }{
		{"check a b", "check a b"},
		{"--top 5 check a", "check a --top 5"},
		{"--top=5 check a", "check a --top=5"},
		{"check --quiet a -o f b", "check a b --quiet -o f"},
		{"-q check a", "check a -q"},
		{"check a -qo f b", "check a b -qo f"},
		{"check -ofoo a", "check a -ofoo"},
		{"check -o", "check -o"},
		{"--data-dir d db status", "db status --data-dir d"},
		{"db --force stop", "db stop --force"},
		{"db --status distribute", "db distribute --status"},
		{"import --status f codeforces a", "import codeforces a --status f"}, // another flag of this name takes no value
		{"check - a", "check - a"},
		{"check --top 1 -- --a -b", "check --top 1 -- --a -b"},
		{"--unknown check a", "check a --unknown"},
		{"bench archive --unknown 10 --quiet", "bench archive --unknown 10 --quiet"},
		{"", ""},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(flagsLast(model, strings.Fields(test.args)), " ")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("flagsLast (-want +got):\n%s", diff)
			}
		})
	}
}

// flagsLast loses, adds and changes no argument.
func FuzzFlagsLast(f *testing.F) {
	model := parserFor(f).Model
	f.Add("check\x00--top\x001\x00--\x00-x")
	f.Add("-qo\x00=\x00-\x00--=")
	f.Fuzz(func(t *testing.T, joined string) {
		args := strings.Split(joined, "\x00")
		got := flagsLast(model, args)
		count := make(map[string]int)
		for _, arg := range args {
			count[arg]++
		}
		for _, arg := range got {
			count[arg]--
		}
		for arg, n := range count {
			if n != 0 {
				t.Errorf("%q becomes %q, with %+d of %q", args, got, -n, arg)
			}
		}
	})
}

func parserFor(t testing.TB) *kong.Kong {
	t.Helper()
	parser, err := newParser(new(cli))
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// A command fails if its output cannot be written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	full, writer := io.Pipe()
	full.CloseWithError(syscall.ENOSPC)
	for _, arg := range []string{"version", "--version", "--help"} {
		var stderr bytes.Buffer
		status := run(t.Context(), []string{arg}, strings.NewReader(""), writer, &stderr)
		if want := "ojcheck: " + syscall.ENOSPC.Error() + "\n"; status != exitFailed || stderr.String() != want {
			t.Errorf("%s: status %d and %q on standard error, want %d and %q", arg, status, &stderr, exitFailed, want)
		}
	}
}

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
