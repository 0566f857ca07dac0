package dump

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// partBytes is the size at which a part ends. The writer buffers a part, because in a tar file the size
// precedes the content.
const partBytes = 4 << 20

// writer writes the entries of a dump.
type writer struct {
	zstd     *zstd.Encoder
	tar      *tar.Writer
	manifest manifest

	table      string
	tableParts int              // number of complete parts of the table
	rows       bytes.Buffer     // rows of the current part
	onPart     func(rows int64) // called after each part
}

func newWriter(w io.Writer, onPart func(rows int64)) (*writer, error) {
	// zstd compresses one block at a time, so that the bytes do not depend on the number of processors.
	compressed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	none := manifest{Parts: []part{}}
	return &writer{zstd: compressed, tar: tar.NewWriter(compressed), manifest: none, onPart: onPart}, nil
}

// writeEntry writes one entry of the tar file, without a time. Only the owner may read the unpacked file.
func (w *writer) writeEntry(name string, content []byte) error {
	err := w.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content)), Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	_, err = w.tar.Write(content)
	return err
}

func (w *writer) json(name string, value any) error {
	content, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return w.writeEntry(name, append(content, '\n'))
}

// begin starts a table. Calls of Write with the rows follow.
func (w *writer) begin(table string) { w.table, w.tableParts = table, 0 }

// Write adds rows in the format of COPY. A call may end within a row.
func (w *writer) Write(rows []byte) (int, error) {
	w.rows.Write(rows)
	if w.rows.Len() >= partBytes && bytes.HasSuffix(rows, []byte("\n")) {
		if err := w.endPart(); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// endPart ends the current part. A table without rows has no parts.
func (w *writer) endPart() error {
	if w.rows.Len() == 0 {
		return nil
	}
	w.tableParts++
	sum := sha256.Sum256(w.rows.Bytes())
	p := part{
		Name: partName(w.table, w.tableParts), Table: w.table,
		Rows:  int64(bytes.Count(w.rows.Bytes(), []byte("\n"))),
		Bytes: int64(w.rows.Len()), SHA256: hex.EncodeToString(sum[:]),
	}
	if err := w.writeEntry(p.Name, w.rows.Bytes()); err != nil {
		return err
	}
	w.rows.Reset()
	w.manifest.Parts = append(w.manifest.Parts, p)
	w.onPart(p.Rows)
	return nil
}

// close writes the manifest, and ends the tar file and the compression.
func (w *writer) close() error {
	if err := w.json(manifestName, w.manifest); err != nil {
		return err
	}
	return errors.Join(w.tar.Close(), w.zstd.Close())
}
