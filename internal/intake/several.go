package intake

import (
	"fmt"
	"path/filepath"
	"strings"
)

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

// numbered keeps equal names of several paths apart: "x.cpp", "x-2.cpp".
func numbered(name string, seen map[string]int) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return fmt.Sprintf("%s-%d%s", stem(name), n, strings.TrimPrefix(name, stem(name)))
	}
	return name
}

// renamed gives the one entry of a single file another name.
func renamed(items entries, name string) entries {
	return func(yield func(entry, error) bool) {
		for e, err := range items {
			e.name = name
			if !yield(e, err) {
				return
			}
		}
	}
}

// dropRepeated takes the folder off the place of each file that repeats the
// name of its archive, as A does in A.zip when that holds A/alice.cpp.
func dropRepeated(files []file, prefix string) {
	repeated := prefix + "/" + prefix + "/"
	for _, f := range files {
		if prefix == "" || !strings.HasPrefix(f.place, repeated) {
			return
		}
	}
	for i := range files {
		files[i].place = files[i].place[len(prefix)+1:]
	}
}
