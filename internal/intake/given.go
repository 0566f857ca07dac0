package intake

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// readManifest reads a manifest that is not looked for in the input.
func readManifest(name string, paths []string, limits Limits) (*inventory, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("manifest: there is no file %s", name)
	}
	if err != nil {
		return nil, fmt.Errorf("manifest %s: %s", name, reason(err))
	}
	defer f.Close()
	limit := limits.withDefaults().Record
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("manifest %s: %s", name, reason(err))
	}
	if tooLarge := oversize(int64(len(content)), limit); tooLarge != "" {
		return nil, fmt.Errorf("manifest %s: it is %s", name, tooLarge)
	}
	l := &inventory{path: printable(filepath.Base(name)), outside: true, folder: ".", content: content}
	if len(paths) != 1 {
		return l, nil
	}
	if inside, ok := pathInside(paths[0], name); ok {
		l.outside = false
		l.path = printable(filepath.ToSlash(inside))
		l.folder = printable(filepath.ToSlash(filepath.Dir(inside)))
	}
	return l, nil
}

// pathInside gives the path of a file relative to a folder, where it is in it.
func pathInside(folder, name string) (string, bool) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", false
	}
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", false
	}
	to, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	inside, err := filepath.Rel(from, to)
	return inside, err == nil && filepath.IsLocal(inside)
}
