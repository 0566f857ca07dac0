package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseSettings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, content string
		want          []fileLine
		err           string
	}{
		{"empty", "", nil, ""},
		{"comments and blanks", "# a\n\n \t\n  # b\n", nil, ""},
		{"blanks around key and value", " addr =  x y \r\n", []fileLine{{1, "addr", "x y"}}, ""},
		{"no line end", "a=b", []fileLine{{1, "a", "b"}}, ""},
		{"as on the command line", "--a=b", []fileLine{{1, "a", "b"}}, ""},
		{"equals signs and number signs in the value", "\n\na=b=c#d", []fileLine{{3, "a", "b=c#d"}}, ""},
		{"empty value", "a=", []fileLine{{1, "a", ""}}, ""},
		{"byte order mark", "\ufeffa=b", []fileLine{{1, "a", "b"}}, ""},
		{"no equals sign", "a=b\na b", nil, "line 2: write it as flag=value, such as addr=127.0.0.1:8080"},
		{"no key", "=b", nil, "line 1: write it as flag=value, such as addr=127.0.0.1:8080"},
		{"not UTF-8", "a=\xff", nil, "line 1 is not UTF-8"},
	}
	for _, test := range tests {
		got, err := parseSettings([]byte(test.content))
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(fileLine{})); diff != "" || message != test.err {
			t.Errorf("%s: error %q, want %q (-want +got):\n%s", test.name, message, test.err, diff)
		}
	}
}

// Lines that are written from a parsed file parse to the same settings.
func FuzzParseSettings(f *testing.F) {
	f.Add([]byte("# x\naddr = 127.0.0.1:8080\n\nallow-host=a"))
	f.Add([]byte("\ufeff--a==\r\n=\xff"))
	f.Fuzz(func(t *testing.T, content []byte) {
		lines, err := parseSettings(content)
		if err != nil {
			return
		}
		var again strings.Builder
		for _, line := range lines {
			again.WriteString("--" + line.key + "=" + line.value + "\n")
		}
		got, err := parseSettings([]byte(again.String()))
		if err != nil || len(got) != len(lines) {
			t.Fatalf("%q has %d lines, but %q has %d, %v", content, len(lines), again.String(), len(got), err)
		}
		for i := range got {
			if got[i].value != lines[i].value || got[i].key != strings.TrimPrefix(lines[i].key, "--") && got[i].key != lines[i].key {
				t.Errorf("line %d is %+v, and read again %+v", i, lines[i], got[i])
			}
		}
	})
}

// A setting means the same for all commands that have its flag.
func TestSettingsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	model := parserFor(t).Model
	known := settingsOf(model)
	for _, name := range []string{"addr", "database-url", "data-dir", "threshold", "keep", "memory", "tls-key", "webhook"} {
		if known[name] == nil {
			t.Errorf("%s is no setting", name)
		}
	}
	for _, node := range append(model.Leaves(false), model.Node) {
		for _, flag := range node.Flags {
			first := known[flag.Name]
			kind, value := flag.Target.Type(), flag.Default
			if first != nil && kind.Kind() == reflect.Pointer { // an optional flag: without it, the command takes what a check was given
				kind = kind.Elem()
				if value == "" {
					value = first.Default
				}
			}
			if first != nil && (first.Default != value || first.Target.Type() != kind || first.Enum != flag.Enum) {
				t.Errorf("%s: --%s has another default, type or choice than that of another command", node.Path(), flag.Name)
			}
			if isSetting(flag) && flag.IsBool() && flag.Default != "" {
				t.Errorf("--%s is on by default, but \"ojcheck config\" prints false", flag.Name)
			}
		}
	}
}

func TestWithoutPassword(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                                    "",
		"postgres://u:geheim@h/d":             "postgres://u:xxxxx@h/d",
		"postgres://u@h/d?password=geheim":    "postgres://u@h/d?password=xxxxx",
		"postgres://u@h/d?sslpassword=geheim": "postgres://u@h/d?sslpassword=xxxxx",
		"host=h password=ge\\ heim user=u":    "host=h password=xxxxx user=u",
		"host=h password=geheim user=u":       "host=h password=xxxxx user=u",
		"host=h password = 'ge\\'heim b' u":   "host=h password = xxxxx u",
		"postgres://u:ge%zzheim@h/d":          "(hidden: it cannot be read as an address)",
		"postgres://u@h/d":                    "postgres://u@h/d",
	} {
		if got := hidePassword(address); got != want {
			t.Errorf("hidePassword(%q) = %q, want %q", address, got, want)
		}
	}
}

// --server does not go with a database on the command line; one in the settings file is for other commands.
func TestServerWithDatabaseSetting(t *testing.T) {
	t.Parallel()
	config := newFile(t, "ojcheck.conf", "database-url = postgres://h/d\n")
	for args, isRefused := range map[string]bool{"--config " + config: false, "--database-url postgres://h/d": true} {
		_, err := parserFor(t).Parse(append([]string{"contest", "list", "--server", "https://judge.example"}, strings.Fields(args)...))
		if isRefused != (err != nil) {
			t.Errorf("%s: got error %v", args, err)
		}
	}
}
