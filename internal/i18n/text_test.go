package i18n

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A text that was stored says the same in every language.
func TestStoredText(t *testing.T) {
	t.Parallel()
	inner := Errorf("%d hours", 2)
	for _, err := range []error{
		inner,
		Errorf("%s and %s", inner, "<b>1"),
		Errorf("%s and %s", TextOf(inner), errors.New("a foreign error")),
		Errorf("%s, %s", Capitalized{inner}, Size(5<<20)),
		Errorf("%s", time.Hour),
		Errorf("%.1f%%", 12.5),
		Errorf("%d", int64(1)<<40),
		errors.New(`plain "words"`),
		errors.New("{of another program}"),
	} {
		want := TextOf(err)
		data, failed := json.Marshal(want)
		if failed != nil {
			t.Fatal(failed)
		}
		var read, spaced, scanned Text
		if failed := json.Unmarshal(data, &read); failed != nil || read != want {
			t.Errorf("%s is read as %#v, %v", data, read, failed)
		}
		// A column of jsonb has other blanks.
		if failed := json.Unmarshal([]byte(strings.ReplaceAll(string(data), `":`, `": `)), &spaced); failed != nil || spaced != want {
			t.Errorf("%s with blanks is read as %#v, %v", data, spaced, failed)
		}
		column, _ := want.Value()
		if failed := scanned.Scan(column); failed != nil || scanned != want {
			t.Errorf("%q is read as %#v, %v", column, scanned, failed)
		}
		for _, l := range Languages {
			p := In(l.Tag)
			if got := p.Err(read.Err()); got != read.In(p) || strings.HasPrefix(err.Error(), "{") == (got == p.Err(err)) {
				t.Errorf("%s: %s says %q, want %q", l.Tag, data, got, p.Err(err))
			}
		}
	}
	wrapped := fmt.Errorf("wrapped: %w", Errorf("%s", time.Hour))
	if got := TextOf(wrapped).In(In("vi")); got != wrapped.Error() {
		t.Errorf("a wrapped error says %q, want all of it: %q", got, wrapped)
	}
	for data, want := range map[string]string{
		`null`:                  "",
		`""`:                    "",
		`"of an older ojcheck"`: "of an older ojcheck",
		`{"Text":"%d hours","Args":[{"Number":2}]}`: "2 hours", // of a job of an older ojcheck
	} {
		var read Text
		if err := json.Unmarshal([]byte(data), &read); err != nil || read.String() != want || read.IsZero() != (want == "") {
			t.Errorf("%s is read as %q, %v", data, read, err)
		}
	}
}

func TestTextMap(t *testing.T) {
	t.Parallel()
	hide := func(s string) string { return strings.ReplaceAll(s, "ann", "1") }
	for _, tt := range []struct {
		text Text
		want string
	}{
		{Textf("%s and %s", "ann", Textf("%s and %s", "ben", Capitalized{errors.New("ann")})), "1 and ben and 1"},
		{Verbatim("ann's zip"), "1's zip"},
		{Text{}, ""},
	} {
		if got := tt.text.Map(hide).String(); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	if got := Sentences(Text{}, Verbatim("A."), Text{}, Verbatim("B.")); got.String() != "A. B." || got.In(In("ja")) != "A.B." {
		t.Errorf("got %q, in Japanese %q", got, got.In(In("ja")))
	}
}
