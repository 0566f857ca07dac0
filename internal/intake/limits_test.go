package intake

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

// The limits apply whatever sizes the input claims. Items that were not read are listed.
func TestLimits(t *testing.T) {
	t.Parallel()
	files := append(honestFiles[:2:2], filesOf("A/cy.cpp\nA/dan.cpp")...)
	bomb := append(files[:2:2], testFile{"A/bomb.cpp", strings.Repeat("\x00", 8<<20)}, files[2], files[3])
	unpacked := "the input unpacks to too much: more than 4 MiB; what follows was not read: split the input, and check each part"
	tests := []struct {
		name    string
		files   []testFile
		format  string
		limits  Limits
		want    int // number of submissions; with fewer than 2, Read also returns an error
		skipped []string
	}{
		{"entries of a tar", files, "tar.gz", Limits{Entries: 3}, 3, []string{"cup.tar.gz: more than 3 entries: what follows was not read; split the input, and check each part"}},
		{"entries of a zip", files, "zip", Limits{Entries: 3}, 3, []string{"cup.zip: more than 3 entries: what follows was not read; split the input, and check each part"}},
		{"entries of a folder", files, "folder", Limits{Entries: 3}, 2, []string{"cup: more than 3 entries: what follows was not read; split the input, and check each part"}},
		{"size of a file in a zip", bomb, "zip", Limits{Unpacked: 4 << 20}, 4, []string{"A/bomb.cpp: larger than 512 KiB, the limit for one file"}},
		{"a skipped file of a tar.gz", bomb, "tar.gz", Limits{Unpacked: 4 << 20}, 2, []string{"A/bomb.cpp: larger than 512 KiB, the limit for one file", "cup.tar.gz: " + unpacked}},
		{"a skipped file of a tar.zst", bomb, "tar.zst", Limits{Unpacked: 4 << 20}, 2, []string{"A/bomb.cpp: larger than 512 KiB, the limit for one file", "cup.tar.zst: " + unpacked}},
		{"bytes of a whole zip", files, "zip", Limits{Unpacked: 100}, 2, []string{
			"A/cy.cpp: " + reasonNotRead, "cup.zip: the input unpacks to too much: more than 100 bytes; what follows was not read: split the input, and check each part",
		}},
		{"size of files in a folder", files, "folder", Limits{File: 20}, 0, []string{
			"A/ann.cpp: larger than 20 bytes, the limit for one file", "A/bob.cpp: larger than 20 bytes, the limit for one file",
			"A/cy.cpp: larger than 20 bytes, the limit for one file", "A/dan.cpp: larger than 20 bytes, the limit for one file",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result, err := Read(context.Background(), []string{inputWriters[tt.format](t, t.TempDir(), "cup", tt.files)}, Options{Limits: tt.limits})
			if (err != nil) != (tt.want < 2) {
				t.Fatalf("error %v, want an error: %v", err, tt.want < 2)
			}
			checkResult(t, result)
			if len(result.Submissions) != tt.want {
				t.Errorf("submissions %q, want %d", describe(result.Submissions), tt.want)
			}
			diff(t, "skipped", tt.skipped, skipLines(result))
		})
	}
}

// The limit on unpacked bytes also holds for a zip in which many entries share the same data, so
// that a small archive unpacks to a lot (Fifield 2019).
func TestOverlap(t *testing.T) {
	t.Parallel()
	const n = 1000
	kernel := deflate(t, bytes.Repeat([]byte("int x;\n"), 70_000)) // 490 kB
	archive := zipItems(t, []zipItem{{"A/x.cpp", string(kernel), func(h *zip.FileHeader) {
		h.Method = zip.Deflate
		h.UncompressedSize64 = 490_000
		h.CRC32 = crc32.ChecksumIEEE(bytes.Repeat([]byte("int x;\n"), 70_000))
	}}})
	end := bytes.LastIndex(archive, []byte("PK\x05\x06"))
	start := int(binary.LittleEndian.Uint32(archive[end+16:]))
	const headerSize = 46 // of an entry of the directory, without its name
	first := archive[start : start+headerSize+len("A/x.cpp")]
	out := bytes.Clone(archive[:start])
	for range n {
		out = append(out, first...)
	}
	tail := bytes.Clone(archive[end:]) // it has the number of entries twice, and the size of the directory
	binary.LittleEndian.PutUint16(tail[8:], n)
	binary.LittleEndian.PutUint16(tail[10:], n)
	binary.LittleEndian.PutUint32(tail[12:], uint32(n*len(first)))
	for i := range n { // a different name for each
		at := start + i*len(first) + headerSize
		copy(out[at:at+len("A/x.cpp")], fmt.Sprintf("A/%04d.", i)) // no room for an extension: Options.Language makes it a program
	}
	out = append(out, tail...)
	result, err := Read(context.Background(), []string{save(t, t.TempDir(), "cup.zip", out)}, Options{Limits: Limits{Unpacked: 8 << 20}, Language: "cpp"})
	if result == nil {
		t.Fatal(err)
	}
	read := 0
	for _, s := range result.Submissions {
		read += len(s.Files[0].Content)
	}
	if read > 8<<20 {
		t.Errorf("%d bytes were read, the limit is %d", read, 8<<20)
	}
	if len(result.Skipped) == 0 || !strings.Contains(result.Skipped[len(result.Skipped)-1].Reason.String(), "too much: more than 8 MiB") {
		t.Errorf("skipped %v, want an item that names the limit", skipLines(result))
	}
}

// A zip is refused if its list of files is too long.
func TestLongDirectory(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 30 {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%d.cpp", i), Extra: append([]byte{0xfe, 0xca, 0x00, 0xf0}, make([]byte, 0xf000)...)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Read(context.Background(), []string{save(t, t.TempDir(), "cup.zip", b.Bytes())}, Options{Limits: Limits{Entries: 10}})
	if err == nil || !strings.Contains(err.Error(), "list of files is far too long") {
		t.Errorf("error %v, want one about the list of files", err)
	}
}

// A zip with 100,000 entries is read completely.
func TestManyEntries(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	const n = 50_000 // as in the largest contests
	items := make([]zipItem, n)
	for i := range items {
		items[i] = zipItem{name: fmt.Sprintf("A/team%d.cpp", i), content: "int x;"}
	}
	result := readAll(t, Options{}, save(t, t.TempDir(), "cup.zip", zipItems(t, items)))
	if want := n + len(honestFiles); len(result.Submissions) != want || len(result.Skipped) != 0 {
		t.Errorf("%d submissions and %d skipped, want %d and 0", len(result.Submissions), len(result.Skipped), want)
	}
}
