package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// A setting is a flag with the tag "setting". The environment and the settings file can set it too, for every
// command that has the flag. The command line wins over the environment, the environment over the file, and
// the file over the default. The tag's value "secret" hides a password in the output of "ojcheck config".
//
// Other flags say what one command line does, such as --output and --force. The credentials of a judge system
// are no settings either; they have environment variables of their own.

// configFlag names the settings file.
type configFlag struct {
	Config string `name:"config" env:"OJCHECK_CONFIG" placeholder:"FILE" help:"Settings file, with a line flag=value for each setting; none reads no file. By default ojcheck/ojcheck.conf below the user's directory for settings, or else /etc/ojcheck/ojcheck.conf."`
}

// noFile is the value of --config that reads no file.
const noFile = "none"

// systemFile is the settings file of the whole machine.
const systemFile = "/etc/ojcheck/ojcheck.conf"

// path returns the settings file; "" for none.
func (c configFlag) path() (string, error) {
	switch c.Config {
	case noFile:
		return "", nil
	case "":
	default:
		return c.Config, nil
	}
	candidates := []string{systemFile}
	if dir, err := os.UserConfigDir(); err == nil {
		candidates = []string{filepath.Join(dir, "ojcheck", "ojcheck.conf"), systemFile}
	}
	for _, path := range candidates {
		_, err := os.Stat(path)
		if err == nil {
			return path, nil
		}
		// Without the intended settings, a command could use the wrong database.
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
			return "", fmt.Errorf("the settings file cannot be read: %w; "+
				"read it as another user, or leave it out with --config %s", err, noFile)
		}
	}
	return "", nil
}

// fileLine is a line of a settings file.
type fileLine struct {
	number     int
	key, value string
}

// maxSettings bounds a settings file, in bytes.
const maxSettings = 1 << 20

// parseSettings reads the lines of a settings file, which are key=value. It ignores blanks around key and
// value, empty lines, and lines that begin with #.
func parseSettings(content []byte) (lines []fileLine, err error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff")) // some editors write a byte order mark
	n := 0
	for line := range bytes.Lines(content) {
		n++
		text := string(bytes.TrimSpace(line))
		if text == "" || text[0] == '#' {
			continue
		}
		key, value, isPair := strings.Cut(text, "=")
		switch key, value = strings.TrimSpace(key), strings.TrimSpace(value); {
		case !utf8.ValidString(text):
			return nil, fmt.Errorf("line %d is not UTF-8", n)
		case !isPair || key == "":
			return nil, fmt.Errorf("line %d: write it as flag=value, such as addr=127.0.0.1:8080", n)
		}
		lines = append(lines, fileLine{n, strings.TrimPrefix(key, "--"), value})
	}
	return lines, nil
}

func readSettings(path string) ([]fileLine, error) {
	content, err := readSmallFile(path, maxSettings)
	if err != nil {
		return nil, fmt.Errorf("settings file: %w", err)
	}
	lines, err := parseSettings(content)
	if err != nil {
		return nil, fmt.Errorf("settings file %s: %w", path, err)
	}
	return lines, nil
}

// readSmallFile reads a file of at most limit bytes.
func readSmallFile(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = fmt.Errorf("%s: it is larger than %d bytes", path, limit)
	}
	return content, err
}

// resolver gives kong the settings of the environment and of the settings file.
type resolver struct {
	path  string                // of the settings file; "" for none
	lines map[string][]fileLine // of the settings file, by key
}

func (*resolver) Validate(*kong.Application) error { return nil }

// Resolve returns the value of a setting, or nil if neither the environment nor the file has it.
func (r *resolver) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !isSetting(flag) {
		return nil, nil
	}
	value, _, err := r.find(flag)
	return value, err
}

// load reads the settings file. It checks each line, even if the command does not have the setting.
func (r *resolver) load(ctx *kong.Context) (err error) {
	i := slices.IndexFunc(ctx.Model.Flags, func(f *kong.Flag) bool { return f.Name == "config" })
	r.path, err = configFlag{ctx.FlagValue(ctx.Model.Flags[i]).(string)}.path()
	if err != nil || r.path == "" {
		return err
	}
	lines, err := readSettings(r.path)
	if err != nil {
		return err
	}
	r.lines = make(map[string][]fileLine)
	known := settingsOf(ctx.Model)
	for _, line := range lines {
		r.lines[line.key] = append(r.lines[line.key], line)
		flag, err := known[line.key], error(nil)
		switch {
		case flag == nil:
			names := slices.Collect(maps.Keys(known))
			err = fmt.Errorf("there is no setting %q%s", line.key, didYouMean("", line.key, names))
		case len(r.lines[line.key]) > 1 && !flag.IsSlice():
			err = fmt.Errorf("%s is there twice", line.key)
		default:
			if err = checkValue(flag, line.value); err != nil {
				err = fmt.Errorf("%s: %w", line.key, err)
			}
		}
		if err != nil {
			return fmt.Errorf("settings file %s, line %d: %w", r.path, line.number, err)
		}
	}
	return nil
}

// find returns the value of a setting in the environment or in the settings file, and its origin. The value
// is nil if neither has the setting. The value of a repeatable setting is a list. The file has one line for
// each item, and the environment has commas between the items.
func (r *resolver) find(flag *kong.Flag) (value any, origin string, err error) {
	for _, name := range slices.Concat([]string{variable(flag.Name)}, flag.Envs) {
		text := os.Getenv(name)
		if text == "" {
			continue
		}
		if !flag.IsSlice() {
			if err = checkValue(flag, text); err != nil {
				err = fmt.Errorf("environment variable %s: %w", name, err)
			}
			return text, name, err
		}
		var list []any
		for word := range strings.SplitSeq(text, ",") {
			list = append(list, strings.TrimSpace(word))
		}
		return list, name, nil
	}
	lines := r.lines[flag.Name]
	if len(lines) == 0 {
		return nil, "default", nil
	}
	origin = fmt.Sprintf("%s, line %d", r.path, lines[0].number)
	if !flag.IsSlice() {
		return lines[0].value, origin, nil
	}
	var list []any
	for _, line := range lines {
		list = append(list, line.value)
	}
	return list, origin, nil
}

// checkValue returns an error if a value is not valid for a flag. It does not change the flag.
func checkValue(flag *kong.Flag, value string) error {
	if flag.IsSlice() {
		return nil // a list takes any texts
	}
	scan := kong.Scan().PushTyped(value, kong.FlagValueToken)
	target := reflect.New(flag.Target.Type()).Elem()
	isSet := flag.Set
	err := flag.Parse(scan, target)
	flag.Set = isSet
	if err == nil && flag.Enum != "" && !flag.EnumMap()[value] {
		err = fmt.Errorf("%q is none of %s", value, strings.Join(flag.EnumSlice(), ", "))
	}
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), flag.ShortSummary()+": "))
	}
	return err
}

func isSetting(flag *kong.Flag) bool { return flag.Tag.Has("setting") }

// variablePrefix begins the names of all environment variables of ojcheck.
const variablePrefix = "OJCHECK_"

func variable(name string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

func settingsOf(model *kong.Application) map[string]*kong.Flag {
	found := make(map[string]*kong.Flag)
	for _, node := range append(model.Leaves(false), model.Node) {
		for _, flag := range node.Flags {
			if isSetting(flag) && found[flag.Name] == nil {
				found[flag.Name] = flag
			}
		}
	}
	return found
}

// didYouMean asks whether the nearest of the names was meant. It returns "" if they all differ from the given name in more
// than half of its characters. Of equally near names, it takes the first by alphabet. The prefix, such as --,
// stands before all names; name and names come without it, so that it does not count as likeness.
func didYouMean(prefix, name string, names []string) string {
	slices.Sort(names)
	diff := diffmatchpatch.New()
	distance := func(other string) int { return diff.DiffLevenshtein(diff.DiffMain(name, other, false)) }
	nearest := slices.MinFunc(names, func(a, b string) int { return distance(a) - distance(b) })
	if 2*distance(nearest) > len(name) {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", prefix+nearest)
}
