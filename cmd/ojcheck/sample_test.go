package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// sampleCommand implements "sample NAME TO": it writes a sample of package intake to a folder, or to an
// archive if TO ends in .zip.
func sampleCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sample NAME TO")
	}
	files, err := sampleFiles(args[0])
	ts.Check(err)
	target := ts.MkAbs(args[1])
	if strings.HasSuffix(target, ".zip") {
		packed, err := zipOf(files)
		ts.Check(err)
		ts.Check(os.WriteFile(target, packed, 0o666))
		return
	}
	ts.Check(writeFiles(target, files))
}

// sampleFiles returns the files of a sample of package intake by their paths. A folder of the sample whose name ends in .zip is
// a zip.
func sampleFiles(name string) (map[string][]byte, error) {
	source := filepath.Join("../../internal/intake/testdata", name)
	files := map[string][]byte{}
	if archive, err := txtar.ParseFile(source + ".txtar"); err == nil {
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
	} else {
		entries, err := os.ReadDir(source)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if files[e.Name()], err = os.ReadFile(filepath.Join(source, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	zips := map[string]map[string][]byte{}
	for name, content := range files {
		if base, member, ok := strings.Cut(name, ".zip/"); ok {
			if zips[base] == nil {
				zips[base] = map[string][]byte{}
			}
			zips[base][member] = content
			delete(files, name)
		}
	}
	for base, members := range zips {
		var err error
		if files[base+".zip"], err = zipOf(members); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// writeFiles writes files below a folder.
func writeFiles(folder string, files map[string][]byte) error {
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, content, 0o666)); err != nil {
			return err
		}
	}
	return nil
}

func zipOf(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		e, err := w.Create(name)
		if err == nil {
			_, err = e.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
