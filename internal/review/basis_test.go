package review

import "testing"

func TestChanged(t *testing.T) {
	t.Parallel()
	basis := Basis{CheckID: 1, FirstHash: "a", SecondHash: "b", Suspicion: 0.5}
	tests := []struct {
		name          string
		then, now     Basis
		first, second bool
	}{
		{"the same", basis, basis, false, false},
		{"other scores", basis, Basis{CheckID: 2, FirstHash: "a", SecondHash: "b", Suspicion: 0.6}, false, false},
		{"first", basis, Basis{FirstHash: "c", SecondHash: "b"}, true, false},
		{"second", basis, Basis{FirstHash: "a", SecondHash: "c"}, false, true},
		{"both", basis, Basis{FirstHash: "b", SecondHash: "a"}, true, true},
		{"not known then", Basis{}, basis, false, false},
		{"not known now", basis, Basis{}, false, false},
	}
	for _, tt := range tests {
		if first, second := Changed(tt.then, tt.now); first != tt.first || second != tt.second {
			t.Errorf("%s: %v, %v", tt.name, first, second)
		}
	}
}

func TestProgramHash(t *testing.T) {
	t.Parallel()
	// Of one file, the hash of its hash, as sha256sum gives it.
	if got, want := ProgramHash([][]byte{[]byte("abc")}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("is %s, want %s", got, want)
	}
}
