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

// sampleCommand is "sample NAME TO": it writes a recorded sample of package
// intake as a folder, or as an archive where TO is a .zip. What stands below a
// folder that is called as a zip is packed into a zip of that name.
func sampleCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sample NAME TO")
	}
	from := filepath.Join(samples, args[0])
	files := map[string][]byte{}
	if archive, err := txtar.ParseFile(from + ".txtar"); err == nil {
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
	} else {
		entries, err := os.ReadDir(from)
		ts.Check(err)
		for _, e := range entries {
			files[e.Name()], err = os.ReadFile(filepath.Join(from, e.Name()))
			ts.Check(err)
		}
	}
	packed := map[string]map[string][]byte{}
	for name, content := range files {
		if archive, inside, ok := strings.Cut(name, ".zip/"); ok {
			if packed[archive+".zip"] == nil {
				packed[archive+".zip"] = map[string][]byte{}
			}
			packed[archive+".zip"][inside] = content
			delete(files, name)
		}
	}
	for name, inside := range packed {
		files[name] = zipOf(ts, inside)
	}
	to := ts.MkAbs(args[1])
	if strings.HasSuffix(to, ".zip") {
		ts.Check(os.WriteFile(to, zipOf(ts, files), 0o666))
		return
	}
	for name, content := range files {
		at := filepath.Join(to, filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(at), 0o777))
		ts.Check(os.WriteFile(at, content, 0o666))
	}
}

// samples is where they are.
const samples = "../../internal/intake/testdata"

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
