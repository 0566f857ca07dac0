package intake

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
)

// forEachInput opens paths one after another, and closes each. What an input holds
// stands below prefix, which is "" where there is no other, and for a file that is no
// archive; base is what the input itself is called.
func forEachInput(paths []string, m *meter, read func(in input, prefix, base string) error) error {
	prefixes := map[string]int{}
	for _, p := range paths {
		base, err := baseName(p)
		if err != nil {
			return err
		}
		in, err := open(p, m)
		if err != nil {
			return err
		}
		prefix := ""
		if in.single {
			in.entries = withName(in.entries, uniqueName(base, prefixes))
		} else if len(paths) > 1 {
			prefix = printable(uniqueName(setName(base), prefixes))
		}
		err = read(in, prefix, printable(base))
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// baseName is what a path that the user gave is called.
func baseName(p string) (string, error) {
	absolute, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	base := filepath.Base(absolute)
	if base == string(filepath.Separator) {
		base = "root"
	}
	return base, nil
}

// uniqueName keeps equal names of several paths apart: "x.cpp", "x-2.cpp".
func uniqueName(name string, seen map[string]int) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return fmt.Sprintf("%s-%d%s", stem(name), n, strings.TrimPrefix(name, stem(name)))
	}
	return name
}

// withName gives the one entry of a single file another name.
func withName(items entries, name string) entries {
	return func(yield func(entry, error) bool) {
		for e, err := range items {
			e.name = name
			if !yield(e, err) {
				return
			}
		}
	}
}

// inputFiles is what one of several paths holds. Each is laid out by itself: they
// may be packed in different ways, as one archive for each problem or each day.
type inputFiles struct {
	name  string // names its problem where its folders name none
	files []file // sorted by path
}

// byInput takes the files of a tree apart again.
func (t *tree) byInput() []inputFiles {
	var list []inputFiles
	at := map[string]int{}
	for _, f := range t.files {
		if _, ok := at[f.input]; !ok {
			at[f.input] = len(list)
			list = append(list, inputFiles{name: cmp.Or(f.input, t.name)})
		}
		in := &list[at[f.input]]
		in.files = append(in.files, f)
	}
	return list
}
