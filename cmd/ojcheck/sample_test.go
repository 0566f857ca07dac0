package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// sampleCommand implements "sample NAME TO": it writes a sample of package intake to a folder, or to an
// archive if TO ends in .zip. A folder of the sample whose name ends in .zip is written as a zip.
func sampleCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sample NAME TO")
	}
	source := filepath.Join("../../internal/intake/testdata", args[0])
	files := map[string][]byte{}
	if archive, err := txtar.ParseFile(source + ".txtar"); err == nil {
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
	} else {
		entries, err := os.ReadDir(source)
		ts.Check(err)
		for _, e := range entries {
			files[e.Name()], err = os.ReadFile(filepath.Join(source, e.Name()))
			ts.Check(err)
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
		files[base+".zip"] = zipOf(ts, members)
	}
	target := ts.MkAbs(args[1])
	if strings.HasSuffix(target, ".zip") {
		ts.Check(os.WriteFile(target, zipOf(ts, files), 0o666))
		return
	}
	for name, content := range files {
		path := filepath.Join(target, filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
		ts.Check(os.WriteFile(path, content, 0o666))
	}
}

func zipOf(ts *testscript.TestScript, files map[string][]byte) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		e, err := w.Create(name)
		ts.Check(err)
		_, err = e.Write(content)
		ts.Check(err)
	}
	ts.Check(w.Close())
	return b.Bytes()
}
