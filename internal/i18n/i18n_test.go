package i18n_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"":                    "en",
		"en-GB,en;q=0.9":      "en",
		"de":                  "en",
		"de,es;q=0.5":         "es",
		"zh-CN,zh;q=0.9":      "zh-Hans",
		"pt-PT":               "pt-BR",
		"ru-RU,en;q=0.5":      "ru",
		"not a language;;q=x": "en",
	} {
		if got := i18n.Match(header).Tag; got != want {
			t.Errorf("%q gets %q, want %q", header, got, want)
		}
	}
	if got := i18n.In("tlh").Tag; got != "en" {
		t.Errorf("an unknown language gets %q", got)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	p := i18n.English()
	at := time.Date(2026, 3, 1, 9, 5, 7, 0, time.Local)
	for _, tt := range []struct{ got, want string }{
		{i18n.Number(p, 12345), "12,345"},
		{p.Score(.91249), "0.912"},
		{p.Percent(.6271), "62.7%"},
		{p.Decimal(.5), "0.5"},
		{p.Decimal(12), "12"},
		{p.Bytes(1), "1 byte"},
		{p.Bytes(5 << 20), "5 MiB"},
		{p.Bytes(2 << 30), "2 GiB"},
		{p.Minute(at), "2026-03-01 09:05"},
		{p.Second(at), "2026-03-01 09:05:07"},
		{p.Day(at), "2026-03-01"},
		{p.Day(time.Time{}), "unknown"},
		{p.Minute(time.Time{}), "unknown"},
		{p.UTC(at.UTC()), at.UTC().Format("2006-01-02 15:04:05 UTC")},
		{p.UTC(time.Time{}), "not known"},
		{p.LongDay(at), "1 March 2026"},
		{p.LongDay(time.Time{}), "not known"},
		{p.Elapsed(1250 * time.Millisecond), "1.2 s"},
		{p.Elapsed(59*time.Second + 600*time.Millisecond), "1 min 00 s"},
		{p.Gap(3*time.Hour + 5*time.Minute + 9*time.Second), "3 h 5 min"},
		{p.Duration(25 * time.Hour), "1 day 1 hour"},
		{p.Duration(time.Millisecond), ""},
		{p.Join([]string{"A", "B", "C"}), "A, B and C"},
		{p.Join([]string{"A"}), "A"},
		{p.Bytes(1<<30 - 1), "1,023 MiB"},
		{p.Percent(0), "0.0%"},
		{p.Percent(0.98765), "98.8%"},
		{p.Percent(1), "100.0%"},
		{p.Score(0), "0.000"},
		{p.Score(0.98765), "0.988"},
		{p.Score(1), "1.000"},
		{p.Join(nil), ""},
		{p.Gap(26*time.Hour + 5*time.Minute), "1 d 2 h"},
		{p.Gap(time.Hour + 5*time.Second), "1 h"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// Numbers, dates and plural forms follow the language.
func TestLanguages(t *testing.T) {
	t.Parallel()
	ru, ja := i18n.In("ru"), i18n.In("ja")
	for _, tt := range []struct{ got, want string }{
		{ru.T("%d hours", 1), "1 час"},
		{ru.T("%d hours", 3), "3 часа"},
		{ru.T("%d hours", 25), "25 часов"},
		{ru.T("%d hours", 1_000_001), "1\u00a0000\u00a0001 час"},
		{ru.T("%d hours", int64(-2)), "-2 часа"},
		{ru.T("%d hours"), "%! часа"},
		{ru.Score(.5), "0,500"},
		{i18n.Number(i18n.In("es"), 12345), "12.345"},
		{ru.Day(time.Date(2026, 3, 1, 9, 0, 0, 0, time.Local)), "01.03.2026"},
		{ja.T("%d hours", 2), "2 時間"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// A name that looks like a tag of package markup stays text.
func TestArgumentsAreNoTags(t *testing.T) {
	t.Parallel()
	if got, want := i18n.English().T("%s and %s", "<1>x</1>", "a<b"), "<\u20601>x<\u2060/1> and a<b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestErr(t *testing.T) {
	t.Parallel()
	inner := i18n.Errorf("%d hours", 2)
	err := i18n.Errorf("%s and %s", inner, "B")
	if got := err.Error(); got != "2 hours and B" {
		t.Errorf("the message is %q", got)
	}
	p := i18n.English()
	if got := p.Err(fmt.Errorf("wrapped: %w", err)); got != "2 hours and B" {
		t.Errorf("a wrapped error gets %q", got)
	}
	if got := p.Err(i18n.Errorf("%s, %s", i18n.Capitalized{Err: inner}, i18n.Size(5<<20))); got != "2 hours, 5 MiB" {
		t.Errorf("a size gets %q", got)
	}
	if got := p.Err(i18n.Errorf("%s.", i18n.Capitalized{Err: errors.New("too late")})); got != "Too late." {
		t.Errorf("a sentence gets %q", got)
	}
	if got := p.Err(errors.New("plain")); got != "plain" {
		t.Errorf("another error gets %q", got)
	}
}
