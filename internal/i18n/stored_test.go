package i18n

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"
)

// An error that was stored says the same in every language; one that cannot be translated is in English.
func TestStored(t *testing.T) {
	t.Parallel()
	inner := Errorf("%d hours", 2)
	for _, err := range []error{
		inner,
		fmt.Errorf("wrapped: %w", inner),
		Errorf("%s and %s", inner, "<b>1"),
		Errorf("%s, %s", Capitalized{inner}, Size(5<<20)),
		Errorf("%.1f%%", 12.5),
		Errorf("%d", int64(1)<<40),
		errors.New(`plain "words"`),
	} {
		data, failed := json.Marshal(Stored{err})
		if failed != nil {
			t.Fatal(failed)
		}
		var read Stored
		if failed := json.Unmarshal(data, &read); failed != nil {
			t.Fatalf("%s: %v", data, failed)
		}
		for _, l := range Languages {
			p := In(l.Tag)
			if got, want := p.Err(read.Err), p.Err(err); got != want {
				t.Errorf("%s: %s says %q, want %q", l.Tag, data, got, want)
			}
		}
	}
	other := Errorf("%s", time.Hour)
	if data, err := json.Marshal(Stored{other}); err != nil || string(data) != `"1h0m0s"` {
		t.Errorf("an argument of another type is stored as %s, %v", data, err)
	}
	for data, want := range map[string]string{`null`: "<nil>", `"of an older ojcheck"`: "of an older ojcheck"} {
		var read Stored
		if err := json.Unmarshal([]byte(data), &read); err != nil || fmt.Sprint(read.Err) != want {
			t.Errorf("%s is read as %v, %v", data, read.Err, err)
		}
	}
}
