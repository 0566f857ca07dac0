package settings

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestParseShare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want Share
		err  string
	}{
		{in: "0.6", want: 0.6},
		{in: "60%", want: 0.6},
		{in: " 12.5% ", want: 0.125},
		{in: "0"},
		{in: "1", want: 1},
		{in: "100%", want: 1},
		{in: "60", err: `"60" is not a number from 0 to 1; for 60% write 0.6 or 60%`},
		{in: "2", err: `"2" is not a number from 0 to 1; for 2% write 0.02 or 2%`},
		{in: "101", err: `"101" is not a number from 0 to 1`},
		{in: "101%", err: `"101%" is not a number from 0 to 1`},
		{in: "-0.1", err: `"-0.1" is not a number from 0 to 1`},
		{in: "NaN", err: `"NaN" is not a number from 0 to 1`},
		{in: "", err: `"" is not a number from 0 to 1`},
		{in: "%", err: `"%" is not a number from 0 to 1`},
		{in: "half", err: `"half" is not a number from 0 to 1`},
	}
	for _, test := range tests {
		got, err := ParseShare(test.in)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got != test.want || message != test.err {
			t.Errorf("ParseShare(%q) = %v, %q, want %v, %q", test.in, got, message, test.want, test.err)
		}
	}
}

func FuzzParseShare(f *testing.F) {
	f.Add("60%")
	f.Add("1e-3")
	f.Fuzz(func(t *testing.T, text string) {
		share, err := ParseShare(text)
		if !(share >= 0 && share <= 1) || err != nil && share != 0 {
			t.Errorf("ParseShare(%q) = %v, %v, want a share from 0 to 1, or 0 with an error", text, share, err)
		}
		if err == nil {
			if again, err := ParseShare(share.String()); err != nil || again != share {
				t.Errorf("ParseShare(%q) = %v, but reading that again gives %v, %v", text, share, again, err)
			}
		}
	})
}

// TestValuesRoundTrip tests that Set reads the values that Values returns.
func TestValuesRoundTrip(t *testing.T) {
	t.Parallel()
	want := Settings{
		Input:      Input{From: "ccs", Layout: "participant/problem", Language: "cpp", Yes: true},
		Comparison: Comparison{Verdicts: All, Participants: Official, AcrossProblems: true, Earlier: true, Against: []string{"3", "4"}, NoTemplates: true, Threshold: 0.6, MaxChance: 0.5},
		Storage:    Storage{Keep: 0.25},
	}
	values := Values(want)
	if diff := cmp.Diff(map[string][]string{
		"from": {"ccs"}, "layout": {"participant/problem"}, "language": {"cpp"}, "yes": {"true"}, "verdicts": {"all"}, "participants": {"official"}, "across_problems": {"true"},
		"earlier": {"true"}, "against": {"3", "4"}, "no_templates": {"true"}, "threshold": {"0.6"}, "max_chance": {"0.5"}, "keep": {"0.25"},
	}, values); diff != "" {
		t.Fatalf("Values (-want +got):\n%s", diff)
	}
	for _, f := range Fields {
		if values[f.Name] == nil {
			t.Errorf("%s is not tested: set it in want", f.Name)
		}
	}
	var got Settings
	for name, list := range values {
		for _, value := range list {
			f, ok := FieldNamed(name)
			if !ok {
				t.Fatalf("there is no field %q", name)
			}
			if err := got.Set(f, value); err != nil {
				t.Errorf("Set(%s, %q): %v", name, value, err)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Set (-want +got):\n%s", diff)
	}
	if values := Values(Input{From: "ccs"}); len(values) != 1 {
		t.Errorf("Values of an Input with one set field: got %v, want one value", values)
	}
}

// Set refuses invalid values and then changes nothing.
func TestSetErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, value string }{
		{"verdicts", "some"}, {"participants", "none"}, {"threshold", "2"}, {"keep", "0"}, {"keep", ""}, {"threshold", "x"},
	} {
		s := Settings{}
		f, _ := FieldNamed(test.name)
		if s.Set(f, test.value) == nil {
			t.Errorf("Set(%s, %q) returned no error", test.name, test.value)
		}
		if diff := cmp.Diff(Settings{}, s); diff != "" {
			t.Errorf("Set(%s, %q) failed, but changed the settings (-want +got):\n%s", test.name, test.value, diff)
		}
	}
}

func TestEveryFieldIsDocumented(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, f := range Fields {
		if f.Doc == "" || f.Name == "" || seen[f.Name] {
			t.Errorf("field %+v has no name or no text, or the name of another field", f)
		}
		seen[f.Name] = true
	}
}

// Apply sets the threshold even to 0, because 0 is a threshold. For other settings, "" or 0 leaves the
// default.
func TestApply(t *testing.T) {
	t.Parallel()
	defaults := contest.Parameters{Verdicts: Judged, Participants: Official, Keep: 0.15, Threshold: 0.5, Templates: true, MinMatch: 9}
	tests := []struct {
		name string
		in   Settings
		want contest.Parameters
	}{
		{"no settings", Settings{}, contest.Parameters{Verdicts: Judged, Participants: Official, Keep: 0.15, Templates: true, MinMatch: 9}},
		{"several settings", Settings{Comparison: Comparison{Earlier: true, NoTemplates: true, Threshold: 0.7, Verdicts: All}, Storage: Storage{0.2}},
			contest.Parameters{Verdicts: All, Participants: Official, Keep: 0.2, Threshold: 0.7, Against: []string{contest.AgainstArchive}, MinMatch: 9}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.in.Apply(defaults)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Of is the inverse of Apply for each setting, except those of Input.
func TestOf(t *testing.T) {
	t.Parallel()
	defaults := contest.Parameters{Keep: 0.15, MinMatch: 9, Verdicts: Judged, Participants: Official, Templates: true}
	input := Values(Input{From: "x", Layout: "x", Language: "x", Yes: true})
	for _, f := range Fields {
		if input[f.Name] != nil {
			continue
		}
		want := Of(defaults)
		value := map[Kind]string{Flag: "true", Number: "0.5", List: "fall, late"}[f.Kind]
		if f.Kind == Text {
			value = f.Choices[len(f.Choices)-1]
		}
		if err := want.Set(f, value); err != nil {
			t.Fatal(err)
		}
		got := Of(want.Apply(defaults))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s is not the same after Apply and Of (-want +got):\n%s", f.Name, diff)
		}
		if cmp.Equal(got, Of(defaults)) {
			t.Errorf("%s=%s changes nothing, so it is not tested: choose another value", f.Name, value)
		}
	}
}
