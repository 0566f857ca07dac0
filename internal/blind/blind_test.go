package blind

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestSide(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		side, want contest.Side
	}{
		{"shown", contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7}, contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7}},
		{"hidden", contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7, Attempt: 2, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-2.cpp", Number: 7, Attempt: 2, Hidden: true}},
		{"a folder with a dot", contest.Side{Participant: "a", Path: "A/j.lovelace", Number: 7, Attempt: 1, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-1", Number: 7, Attempt: 1, Hidden: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, Side(tt.side)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	text := NewText([]contest.Participant{
		{ID: 1, Number: 17, Name: "Ada Lovelace", Affiliation: "Analytical Society", Hidden: true},
		{ID: 2, Number: 3, Name: "Łukasz", Hidden: true},
		{ID: 3, Number: 4, Name: "Charles Babbage", Hidden: true},
		{ID: 4, Number: 5, Name: "Grace", Hidden: false},
		{ID: 5, Number: 6, Name: "ab", Hidden: true},
		{ID: 7, Number: 9, Name: "José García", Hidden: true},
		{ID: 6, Number: 8, Name: "4711", Hidden: true},
	}, 1, 2)
	tests := []struct{ text, want string }{
		{"// by Ada Lovelace", "// by Participant 17"},
		{"ada_lovelace.cpp", "Participant 17.cpp"},
		{"ADA  LOVELACE", "Participant 17"},
		{"Ada\nLovelace", "Participant 17\nParticipant 17"},
		{"lovelace@example.org", "Participant 17@example.org"},
		{"ŁUKASZ!", "Participant 3!"},
		{"of the analytical society", "of the affiliation of Participant 17"},
		{"Babbage and Charles Babbage", "Babbage and Participant 4"},
		{"jose\u0301 GARCI\u0301A", "Participant 9"},
		{"jos\u00e9 garcia", "Participant 9"},
		{"class AdaLovelace {", "class Participant 17 {"},
		{"Grace, ab, adapt, 4711", "Grace, ab, adapt, 4711"},
		{"class AdaLovelace2 {}", "class Participant 172 {}"},
		{`"\nLovelace"`, `"\nParticipant 17"`},
		{"x_lovelace, łukasz_3", "x_Participant 17, Participant 3_3"},
		{"A da love lace", "A da love lace"},
		{"adamant", "adamant"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := text.Replace(tt.text); got != tt.want {
			t.Errorf("Replace(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := (*Text)(nil).Replace("Ada"); got != "Ada" {
		t.Errorf("knows nobody, but hides %q", got)
	}
}

func TestSkipped(t *testing.T) {
	t.Parallel()
	text := NewText([]contest.Participant{{ID: 1, Number: 2, Name: "ada", Hidden: true}})
	got := Skipped([]contest.Skipped{{Path: "A/eve/x.bin", Reason: "A/eve/x.bin is binary"}, {Path: "A/ada/1.cpp", Reason: "ada has two"}}, 501, text)
	want := []contest.Skipped{{Path: "file-501.bin", Reason: "it is binary"}, {Path: "file-502.cpp", Reason: "Participant 2 has two"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzText(f *testing.F) {
	f.Add("Ada Lovelace", "by ada-lovelace, Ada")
	f.Add("\xff\xfeab", "x\xff\xfeab\r\ny")
	f.Fuzz(func(t *testing.T, name, text string) {
		known := NewText([]contest.Participant{{ID: 1, Number: 1, Name: name, Hidden: true}}, 1)
		at := 0
		for _, found := range known.Find(text) {
			if found.Start < at || found.End <= found.Start || found.End > len(text) {
				t.Fatalf("found %+v after %d in %d bytes", found, at, len(text))
			}
			at = found.End
		}
		if strings.Count(known.Replace(text), Name(1)) < len(known.Find(text)) {
			t.Errorf("not all are replaced")
		}
	})
}
