package web

import (
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/web/httperr"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	tests := []struct{ got, want string }{
		{integer(0), "0"},
		{integer(999), "999"},
		{integer(1000), "1,000"},
		{integer(-1234567), "-1,234,567"},
		{integer(int64(1) << 62), "4,611,686,018,427,387,904"},
		{counted(1, "pair", "pairs"), "1 pair"},
		{counted(3120, "pair", "pairs"), "3,120 pairs"},
		{formatShare(0.5), "0.5"},
		{formatShare(0.06), "0.06"},
		{httperr.ByteSize(1), "1 byte"},
		{httperr.ByteSize(1023), "1,023 bytes"},
		{httperr.ByteSize(60 << 10), "60 KiB"},
		{httperr.ByteSize(512 << 20), "512 MiB"},
		{httperr.ByteSize(2 << 30), "2 GiB"},
		{moment(time.Time{}), "unknown"},
		{duration(-time.Second), "unknown"},
		{duration(1234 * time.Millisecond), "1.2 s"},
		{duration(59 * time.Second), "59 s"},
		{duration(59900 * time.Millisecond), "1 min 00 s"},
		{duration(125 * time.Second), "2 min 05 s"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
