package text

import (
	"testing"
)

func TestThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 3120: "3,120", 123456: "123,456", 1234567: "1,234,567",
		-999: "-999", -1000: "-1,000", -123456: "-123,456", 1 << 62: "4,611,686,018,427,387,904",
	} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestNounsAndCapitals(t *testing.T) {
	t.Parallel()
	tests := []struct{ got, want string }{
		{Count(1, "pair"), "1 pair"},
		{Count(3120, "pair"), "3,120 pairs"},
		{Plural(2, "entry", "entries"), "entries"},
		{Plural(1, "entry", "entries"), "entry"},
		{Capitalize("éclair"), "Éclair"},
		{Capitalize(""), ""},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"visible characters", "Ada Lovelace", "Ada Lovelace"},
		{"other scripts", "Лев 张伟 😀 é", "Лев 张伟 😀 é"},
		{"markup is left to the escaper", "<script>", "<script>"},
		{"terminal escape", "a\x1b[31mb", "a␛[31mb"},
		{"line ends and tab", "a\r\n\tb", "a␍␊␉b"},
		{"delete and C1 control", "\x7f\u0085", "␡[U+0085]"},
		{"characters that change the direction", "a\u202eb\u2066c", "a[U+202E]b[U+2066]c"},
		{"characters without width", "a\u200bb\ufeffc", "a[U+200B]b[U+FEFF]c"},
		{"line separator", "a\u2028b", "a[U+2028]b"},
		{"not UTF-8", "a\xff\xfeb", "a\ufffd\ufffdb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := Visible(test.in); got != test.want {
				t.Errorf("Visible(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                     "",
		"wrong password":                       "wrong password",
		"failed:\n\trefused\n\trefused\n":      "failed: refused",
		"failed:\n\tno TLS\n\trefused":         "failed: no TLS; refused",
		"contest 1: in use\ncontest 2: in use": "contest 1: in use; contest 2: in use",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "Лев": "Лев", "Лева": "Лев…"} {
		if got := Shorten(in, 3); got != want {
			t.Errorf("Shorten(%q, 3) = %q, want %q", in, got, want)
		}
	}
}

func TestCompareNatural(t *testing.T) {
	t.Parallel()
	sorted := []string{"", "1", "2", "9", "10", "010a", "11", "a", "a1b", "a2", "a10", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := CompareNatural(a, b); got != 0 && (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("CompareNatural(%q, %q) = %d, want the sign of %d", a, b, got, i-j)
			}
		}
	}
	if CompareNatural("01", "1") != 0 {
		t.Errorf("CompareNatural(01, 1) = %d, want 0", CompareNatural("01", "1"))
	}
}
