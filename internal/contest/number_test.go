package contest

import "testing"

func TestThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 3120: "3,120", 123456: "123,456", 1234567: "1,234,567",
		-999: "-999", -1000: "-1,000", -123456: "-123,456", 1 << 62: "4,611,686,018,427,387,904",
	} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
