package simhash

import "testing"

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		a, b Fingerprint
		want int
		near bool
	}{
		{"equal", 0xabc, 0xabc, 0, true},
		{"three bits", 0b111, 0, 3, true},
		{"four bits", 0b1111, 0, 4, false},
		{"highest and lowest bit", 1<<63 | 1, 0, 2, true},
		{"all bits", 0, ^Fingerprint(0), 64, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, swapped := range []bool{false, true} {
				a, b := tt.a, tt.b
				if swapped {
					a, b = b, a
				}
				if got := Distance(a, b); got != tt.want {
					t.Errorf("Distance(%v, %v) = %d, want %d", a, b, got, tt.want)
				}
				if got := NearDuplicate(a, b); got != tt.near {
					t.Errorf("NearDuplicate(%v, %v) = %t, want %t", a, b, got, tt.near)
				}
			}
		})
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	if got, want := Fingerprint(0xbeef).String(), "000000000000beef"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
