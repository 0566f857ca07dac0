package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/graph"
)

//go:embed static
var static embed.FS

// assets serves styles, scripts and the icon. Addresses hold a hash of the content, so browsers may store files for
// ever and still see every change.
type assets struct {
	byAddress map[string][]byte
	addresses map[string]string // by file name
}

func newAssets() (*assets, error) {
	a := &assets{byAddress: make(map[string][]byte), addresses: make(map[string]string)}
	names, err := fs.ReadDir(static, "static")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := static.ReadFile("static/" + name.Name())
		if err != nil {
			return nil, err
		}
		a.add(name.Name(), content)
	}
	a.add("theme.css", []byte(evidence.ThemeCSS))
	a.add("evidence.css", []byte(evidence.CSS))
	a.add("graph.css", []byte(graph.CSS))
	a.add("evidence.js", []byte(evidence.JS))
	return a, nil
}

func (a *assets) add(name string, content []byte) {
	hash := sha256.Sum256(content)
	ext := path.Ext(name)
	address := "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(hash[:6]) + ext
	a.byAddress[address] = content
	a.addresses[name] = address
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, ok := a.byAddress[r.URL.Path]
	if !ok {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, path.Base(r.URL.Path), time.Time{}, bytes.NewReader(content))
}
