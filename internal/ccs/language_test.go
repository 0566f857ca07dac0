package ccs

import "testing"

// lexerID finds the language by the ID of the judge system, and else by extension or name.
func TestLanguage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		id   string
		l    language
		want string
	}{
		{"cpp", language{}, "cpp"},
		{"cpp17", language{}, "cpp"},
		{"1-java", language{}, "java"},
		{"java21", language{}, "java"},
		{"python3", language{}, "python"},
		{"pypy3", language{}, "python"},
		{"c", language{Name: "C++"}, "c"},
		{"c11", language{}, "c"},
		{"CPP20-gcc", language{}, "cpp"},
		{"cc.cc17o2", language{}, "cpp"},
		{"objectivec", language{}, "objective-c"},
		{"csharp", language{}, "csharp"},
		{"gpp", language{}, "cpp"},
		{"swipl", language{}, "prolog"},
		{"54", language{Extensions: []lineText{"erl"}}, "erlang"},
		{"54", language{Extensions: []lineText{"unknown", "c++"}}, "cpp"},
		{"54", language{Extensions: []lineText{"cc", "cpp"}}, "cpp"},
		{"54", language{Extensions: []lineText{".PY"}}, "python"},
		{"54", language{Name: "GNU C++20 (64)", Extensions: []lineText{"txt"}}, "cpp"},
		{"54", language{Name: "Free Pascal 3.2.2"}, "pascal"},
		{"plg", language{Name: "Prolog", Extensions: []lineText{"plg"}}, "prolog"},
		{"54", language{Name: "Whitespace"}, ""},
		{"", language{}, ""},
		{"17", language{}, ""},
	} {
		if got := test.l.lexerID(test.id); got != test.want {
			t.Errorf("%s %+v is %q, want %q", test.id, test.l, got, test.want)
		}
	}
}
