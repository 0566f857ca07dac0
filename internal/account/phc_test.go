package account

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	someSalt   = "c29tZXNhbHQ"            // "somesalt"
	someDigest = "MDEyMzQ1Njc4OWFiY2RlZg" // 16 bytes
	someHash   = "$argon2id$v=19$m=65536,t=3,p=4$" + someSalt + "$" + someDigest
)

func TestParseHash(t *testing.T) {
	t.Parallel()
	want := hash{Cost{65536, 3, 4}, []byte("somesalt"), []byte("0123456789abcdef")}
	got, err := parseHash(someHash)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(hash{})); err != nil || diff != "" {
		t.Fatalf("error %v, hash (-want +got):\n%s", err, diff)
	}
	for _, change := range []struct{ name, old, new string }{
		{"empty text", someHash, ""},
		{"another function", "argon2id", "argon2i"},
		{"another version", "v=19", "v=16"},
		{"no version", "v=19$", ""},
		{"too much memory", "m=65536", "m=1048577"},
		{"memory beyond 64 bits", "m=65536", "m=18446744073709551617"},
		{"too little memory for its lanes", "m=65536", "m=31"},
		{"no passes", "t=3", "t=0"},
		{"too many passes", "t=3", "t=65"},
		{"no lanes", "p=4", "p=0"},
		{"too many lanes", "p=4", "p=65"},
		{"negative passes", "t=3", "t=-3"},
		{"parameters in another order", "m=65536,t=3", "t=3,m=65536"},
		{"one parameter more", "p=4", "p=4,data=x"},
		{"leading zero", "t=3", "t=03"},
		{"plus sign", "t=3", "t=+3"},
		{"base64 with padding", someDigest, someDigest + "=="},
		{"line end in base64", someDigest, someDigest + "\n"},
		{"base64 with unused bits set", someSalt, "c29tZXNhbHR"},
		{"short salt", someSalt, "c29tZXM"},
		{"short digest", someDigest, someSalt},
		{"long digest", someDigest, strings.Repeat(someDigest[:20], 5)},
		{"very long digest", someDigest, strings.Repeat("A", 1<<20)},
		{"one field more", someDigest, someDigest + "$"},
	} {
		t.Run(change.name, func(t *testing.T) {
			t.Parallel()
			s := strings.Replace(someHash, change.old, change.new, 1)
			if s == someHash {
				t.Fatalf("%q is not in the hash %q, so nothing was changed", change.old, someHash)
			}
			if h, err := parseHash(s); err == nil {
				t.Errorf("parseHash accepts %.80q, with the cost %+v", s, h.cost)
			}
		})
	}
}

func FuzzParseHash(f *testing.F) {
	f.Add(someHash)
	f.Add("$argon2id$v=19$m=8,t=1,p=1$" + someSalt + "$" + someDigest)
	f.Add("$argon2id$v=19$m=,t=,p=$$")
	f.Fuzz(func(t *testing.T, s string) {
		h, err := parseHash(s)
		if err != nil {
			return
		}
		if h.String() != s {
			t.Errorf("hash %q is written as %q, want the same", s, h)
		}
		if c := h.cost; c.Memory > maxMemory || c.Memory < 8*uint32(c.Lanes) || c.Passes < 1 || c.Passes > maxPasses || c.Lanes < 1 {
			t.Errorf("%q has the cost %+v, out of bounds", s, c)
		}
	})
}
