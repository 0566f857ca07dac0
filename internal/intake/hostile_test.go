package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/flate"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// honestFiles are two submissions that every hostile archive also contains; honestLines describes them.
var honestFiles = filesOf("A/ann.cpp\nA/bob.cpp")

var honestLines = []string{"A/ann.cpp: ann at A, cpp, attempt 1", "A/bob.cpp: bob at A, cpp, attempt 1"}

// zipItem is an entry of a zip with any possible fault.
type zipItem struct {
	name    string
	content string
	change  func(h *zip.FileHeader) // changes the header before it is written; may be nil
}

func zipItems(t testing.TB, items []zipItem) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range honestFiles {
		items = append(items, zipItem{name: f.name, content: f.content})
	}
	for _, item := range items {
		h := &zip.FileHeader{
			Name: item.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(item.content)),
			CompressedSize64: uint64(len(item.content)), UncompressedSize64: uint64(len(item.content)),
		}
		if item.change != nil {
			item.change(h)
		}
		e, err := w.CreateRaw(h)
		if err == nil {
			_, err = io.WriteString(e, item.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hostileZip is a zip with honest and hostile items.
type hostileZip struct {
	name     string
	items    []zipItem
	limits   Limits
	skipped  []string // the items that are skipped when it is read as folders
	isBroken bool     // broken files are among them
}

func hostileZips(t testing.TB) []hostileZip {
	deflated := func(h *zip.FileHeader) { h.Method = zip.Deflate }
	zeros := string(deflate(t, make([]byte, 10<<20)))
	return []hostileZip{
		{
			name: "paths outside the archive",
			items: []zipItem{
				{name: "/etc/passwd.cpp"}, {name: "../ann.cpp"}, {name: "A/../../ann.cpp"}, {name: `..\ann.cpp`},
				{name: `C:\A\ann.cpp`}, {name: `\\host\share\ann.cpp`},
			},
			skipped: []string{
				`../ann.cpp: a path with ".." that leads out of the archive`,
				`../ann.cpp: a path with ".." that leads out of the archive`,
				"//host/share/ann.cpp: an absolute path: archives should hold relative ones",
				"/etc/passwd.cpp: an absolute path: archives should hold relative ones",
				`A/../../ann.cpp: a path with ".." that leads out of the archive`,
				"C:/A/ann.cpp: an absolute path: archives should hold relative ones",
			},
		},
		{
			name: "links, devices and encrypted entries",
			items: []zipItem{
				{"A/link.cpp", "/etc/passwd", func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }},
				{"A/pipe.cpp", "", func(h *zip.FileHeader) { h.SetMode(fs.ModeNamedPipe | 0o777) }},
				{"A/secret.cpp", "xxxxxxxxxxxxxxx", func(h *zip.FileHeader) { h.Flags |= encryptedFlag }},
				{"A/strange.cpp", "xxxxxxxxxxxxxxx", func(h *zip.FileHeader) { h.Method = 97 }},
			},
			skipped: []string{
				"A/link.cpp: " + reasonLink,
				"A/pipe.cpp: " + reasonDevice,
				"A/secret.cpp: " + reasonEncrypted,
				"A/strange.cpp: it cannot be read: " + methodError(97).Error(),
			},
		},
		{
			name: "names that cannot be shown",
			items: []zipItem{
				{name: "A/nul\x00.cpp", content: "int a;"}, {name: "A/\xff\xfe.cpp", content: "int b;"}, {name: "A/\x1b[31mred.cpp", content: ""},
				{name: "A/abc\u202eppc.exe", content: "x"}, {name: "A/" + strings.Repeat("n", 1100) + ".cpp", content: "x"}, {name: "", content: "x"},
			},
			skipped: []string{
				": it has no name",
				`A/\x1b[31mred.cpp: empty`,
				`A/abc\u202eppc.exe: not a program, by its name: rename it if it is one`,
				"A/" + strings.Repeat("n", 98) + "…: its name is longer than 1,024 bytes",
			},
		},
		{
			name: "wrong sizes",
			items: []zipItem{
				{"A/claims-more.cpp", "int x;", func(h *zip.FileHeader) { h.UncompressedSize64 = 100 }},
				{"A/claims-exabytes.cpp", "int x;", func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 63 }},
				{"A/bomb.cpp", zeros, func(h *zip.FileHeader) { deflated(h); h.UncompressedSize64 = 100 }},
				{"A/honest-bomb.cpp", zeros, func(h *zip.FileHeader) { deflated(h); h.UncompressedSize64 = 10 << 20 }},
				{"A/sum.cpp", "int x;", func(h *zip.FileHeader) { h.CRC32++ }},
				{"A/torn.cpp", zeros[:100], func(h *zip.FileHeader) { deflated(h); h.UncompressedSize64 = 100_000 }},
			},
			skipped: []string{
				"A/bomb.cpp: broken: it is not as long as the archive says",
				"A/claims-exabytes.cpp: larger than 512 KiB, the limit for one file",
				"A/claims-more.cpp: broken: it is cut off in the middle",
				"A/honest-bomb.cpp: larger than 512 KiB, the limit for one file",
				"A/sum.cpp: broken: its checksum differs",
				"A/torn.cpp: broken: it is cut off in the middle",
			},
			isBroken: true,
		},
		{
			name: "contents that are not programs",
			items: []zipItem{
				{name: "A/nested.cpp", content: string(zipOf(t, honestFiles))}, {name: "A/nested.zip", content: "x"}, {name: "nested.tar.gz", content: "x"},
				{name: "A/empty.cpp"}, {name: "A/blank.cpp", content: "\ufeff \n\t\r\n"}, {name: "A/image.cpp", content: "\x89PNG" + strings.Repeat("\x00\x01", 50)},
				{name: "A/wide.cpp", content: "\xff\xfe\x00\xd8" + strings.Repeat("\x00\x01", 50)}, {name: "A/huge.cpp", content: strings.Repeat("int x;\n", 200_000)},
				{name: "A/README"}, {name: "A/notes.txt"},
			},
			skipped: []string{
				"A/README: " + reasonLanguage,
				"A/blank.cpp: empty",
				"A/empty.cpp: empty",
				"A/huge.cpp: larger than 512 KiB, the limit for one file",
				"A/image.cpp: not text",
				"A/nested.cpp: " + reasonNested,
				"A/nested.zip: " + reasonNested,
				"A/notes.txt: " + reasonLanguage,
				"A/wide.cpp: not text",
				"nested.tar.gz: " + reasonNested,
			},
		},
		{
			name:    "two entries of one name",
			items:   []zipItem{{name: "A/ann.cpp", content: honestFiles[0].content}, {name: `A\ann.cpp`}, {name: "./A//ann.cpp"}},
			skipped: []string{duplicateSkip("A/ann.cpp"), duplicateSkip("A/ann.cpp"), duplicateSkip("A/ann.cpp")},
		},
	}
}

// Hostile entries of a zip are skipped with a reason, and the honest ones are read.
func TestHostileZip(t *testing.T) {
	t.Parallel()
	for _, tt := range hostileZips(t) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result := readAll(t, Options{Limits: tt.limits}, save(t, t.TempDir(), "cup.zip", zipItems(t, tt.items)))
			checkResult(t, result)
			var incomplete []i18n.Text
			if tt.isBroken {
				incomplete = []i18n.Text{i18n.Textf("%s: some of its files are broken; fetch it again", "cup.zip")}
			}
			diff(t, "incomplete", incomplete, result.Incomplete)
			if tt.name == "names that cannot be shown" {
				diff(t, "submissions", append([]string{`A/\xff\xfe.cpp: \xff\xfe at A, cpp, attempt 1`}, append(honestLines, `A/nul\x00.cpp: nul\x00 at A, cpp, attempt 1`)...), describe(result.Submissions))
			} else {
				diff(t, "submissions", honestLines, describe(result.Submissions))
			}
			diff(t, "skipped", tt.skipped, skipLines(result))
		})
	}
}

func duplicateSkip(name string) string {
	return name + ": a second file of the same name: only the first was read"
}

func deflate(t testing.TB, content []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Hostile entries of a tar are skipped with a reason, and the honest ones are read.
func TestHostileTar(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(h tar.Header, content string) {
		h.Size = int64(len(content))
		h.Mode = 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, content); err != nil {
			t.Fatal(err)
		}
	}
	add(tar.Header{Name: "/A/abs.cpp"}, "int a;")
	add(tar.Header{Name: "../out.cpp"}, "int a;")
	add(tar.Header{Name: "A/", Typeflag: tar.TypeDir}, "")
	add(tar.Header{Name: "A/sym.cpp", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, "")
	add(tar.Header{Name: "A/hard.cpp", Typeflag: tar.TypeLink, Linkname: "A/ann.cpp"}, "")
	add(tar.Header{Name: "A/dev.cpp", Typeflag: tar.TypeChar}, "")
	add(tar.Header{Name: "A/fifo.cpp", Typeflag: tar.TypeFifo}, "")
	for _, f := range honestFiles {
		add(tar.Header{Name: f.name}, f.content)
	}
	add(tar.Header{Name: `A\ann.cpp`}, "int second;")
	add(tar.Header{Name: "A/huge.cpp"}, strings.Repeat("x", defaultFile+1))
	add(tar.Header{Name: "A/edge.cpp"}, strings.Repeat("x", defaultFile))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`../out.cpp: a path with ".." that leads out of the archive`,
		"/A/abs.cpp: an absolute path: archives should hold relative ones",
		duplicateSkip("A/ann.cpp"),
		"A/dev.cpp: " + reasonDevice,
		"A/fifo.cpp: " + reasonDevice,
		"A/hard.cpp: " + reasonLink,
		"A/huge.cpp: larger than 512 KiB, the limit for one file",
		"A/sym.cpp: " + reasonLink,
	}
	for name, content := range map[string][]byte{"cup.tar": b.Bytes(), "cup.tgz": gzipOf(t, b.Bytes()), "cup.tar.zst": zstdOf(t, b.Bytes())} {
		result := readAll(t, Options{}, save(t, t.TempDir(), name, content))
		checkResult(t, result)
		diff(t, "submissions", append(honestLines[:2:2], "A/edge.cpp: edge at A, cpp, attempt 1"), describe(result.Submissions))
		diff(t, "skipped", want, skipLines(result))
	}
}

// Sparse files in a tar are skipped: with them, a small archive could unpack to many gigabytes.
func TestSparseTar(t *testing.T) {
	t.Parallel()
	// A sparse file of GNU tar 1.0 (PAX) with one hole of 1 GiB.
	content := make([]byte, 512)
	copy(content, "1\n1073741824\n0\n")
	archive := tarOf(t, []testFile{{"A/hole.cpp", string(content)}})
	records := ""
	for _, r := range []string{"GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=A/hole.cpp", "GNU.sparse.realsize=1073741824"} {
		n := len(r) + 4 // with the two digits of the length itself, a blank and the line end
		records += fmt.Sprintf("%d %s\n", n, r)
	}
	pax := tarOf(t, []testFile{{"pax", records}})
	const block, checksum, typeFlag = 512, 148, 156 // size of a header, and offsets in it
	pax[typeFlag] = tar.TypeXHeader
	copy(pax[checksum:typeFlag], "        ") // the checksum counts its own place as blanks
	sum := 0
	for _, c := range pax[:block] {
		sum += int(c)
	}
	copy(pax[checksum:typeFlag], fmt.Sprintf("%06o\x00 ", sum))
	archive = append(pax[:2*block:2*block], archive...)
	withoutEnd := len(archive) - 2*block // two blocks of zeros end a tar
	archive = append(archive[:withoutEnd:withoutEnd], tarOf(t, honestFiles)...)
	result := readAll(t, Options{}, save(t, t.TempDir(), "cup.tar", archive))
	diff(t, "submissions", honestLines, describe(result.Submissions))
	diff(t, "skipped", []string{"A/hole.cpp: " + reasonSparse}, skipLines(result))
}

// If an archive is cut anywhere, the files before the cut are read, and the cut is reported.
func TestTruncated(t *testing.T) {
	t.Parallel()
	files := filesOf("A/ann.cpp\nA/bob.cpp\nA/cy.cpp\nA/dan.cpp")
	stored := zipItems(t, nil)
	for name, whole := range map[string][]byte{
		"cup.tar": tarOf(t, files), "cup.zip": zipOf(t, files), "stored.zip": stored, "cup.tgz": gzipOf(t, tarOf(t, files)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			complete := readAll(t, Options{}, save(t, t.TempDir(), name, whole))
			cuts := 150
			if testing.Short() {
				cuts = 30
			}
			most, step := 0, max(1, len(whole)/cuts)
			for cut := 1; cut < len(whole)-1; cut += step {
				result, err := Read(context.Background(), []string{save(t, t.TempDir(), name, whole[:cut])}, Options{})
				if result == nil {
					t.Fatalf("cut at %d: no Result, %v", cut, err)
				}
				if err == nil && len(result.Submissions) < len(complete.Submissions) && (len(result.Incomplete) != 1 || !strings.HasPrefix(result.Incomplete[0].String(), name+": ")) {
					t.Errorf("cut at %d: %d submissions are missing, but the input counts as complete: %q", cut, len(complete.Submissions)-len(result.Submissions), result.Incomplete)
				}
				if err == nil && len(result.Skipped) == 0 && len(result.Submissions) < len(complete.Submissions) {
					t.Errorf("cut at %d: %d submissions are missing, and no error says so", cut, len(complete.Submissions)-len(result.Submissions))
				}
				for _, s := range result.Submissions {
					i := strings.Index(strings.Join(describe(complete.Submissions), "\n"), s.Path)
					if i < 0 || !strings.Contains(string(s.Files[0].Content), "}") {
						t.Errorf("cut at %d: the archive has no submission %q with this content", cut, s.Path)
					}
				}
				if len(result.Submissions) < most {
					t.Errorf("cut at %d: %d submissions, but an earlier cut has %d", cut, len(result.Submissions), most)
				}
				most = max(most, len(result.Submissions))
			}
			if most < 2 && name != "cup.tgz" {
				t.Errorf("at most %d submissions were read, want 2 or more", most)
			}
		})
	}
}

// An input that cannot be read gives an error that says why and what to do.
func TestBroken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		path string
		want string
	}{
		{"no such path", filepath.Join(dir, "absent"), "there is no file or folder"},
		{"an empty folder", filepath.Join(dir, "empty"), "empty holds no files; name the folder or archive that holds the submissions"},
		{"an empty zip", save(t, dir, "empty.zip", zipOf(t, nil)), "empty.zip holds no files"},
		{"an empty file called zip", save(t, dir, "none.zip", nil), "the file is empty: save or download it again"},
		{"five bytes called zip", save(t, dir, "fake.zip", []byte("hello")), "it is text and not an archive: choose the archive with the submissions"},
		{"a zip cut off in its first header", save(t, dir, "half.zip", []byte("PK\x03\x04abc")), "the archive is cut off"},
		{"bytes called tar", save(t, dir, "fake.tar", bytes.Repeat([]byte("hello\x00"), 200)), "it contains no tar archive"},
		{"text called tar", save(t, dir, "text.tar", bytes.Repeat([]byte("hello "), 200)), "it is text and not an archive"},
		{"an empty file called tgz", save(t, dir, "none.tgz", nil), "the file is empty: save or download it again"},
		{"a web page called tar.gz", save(t, dir, "page.tar.gz", []byte("<html>Sign in")), "it is a web page and not an archive: sign in where it comes from"},
		{"bytes called tar.zst", save(t, dir, "bytes.tar.zst", []byte("\x00\x01\x02\xff\xfe")), "it is not an archive: choose the archive"},
		{"a single file in gzip", save(t, dir, "ann.cpp.gz", gzipOf(t, bytes.Repeat([]byte("int x; "), 100))), "it contains no tar archive; unpack a single compressed file first"},
		{"a broken gzip", save(t, dir, "broken.tgz", []byte("\x1f\x8bxxxxxxxxxxxxxxxxx")), "the gzip data is broken"},
		{"a broken zstd", save(t, dir, "broken.tar.zst", []byte("\x28\xb5\x2f\xfdxxxxxxxxxxxxxxxxx")), "is broken"},
		{"7z", save(t, dir, "a.7z", []byte("7z\xbc\xaf\x27\x1cxxxx")), "ojcheck cannot read 7z archives: unpack it, or pack it again as .zip or .tar.gz"},
		{"rar called zip", save(t, dir, "a.zip", []byte("Rar!\x1a\x07\x01\x00")), "ojcheck cannot read rar archives"},
		{"a web page called zip", save(t, dir, "page.zip", []byte("\n<!DOCTYPE HTML><html>Sign in")), "it is a web page and not an archive: sign in where it comes from"},
		{"bytes called zip", save(t, dir, "bytes.zip", []byte("\x00\x01\x02\xff\xfe")), "it is not an archive: choose the archive"},
		{"text called zip", save(t, dir, "random.zip", []byte("this is no zip archive, whatever it is called")), "it is text and not an archive"},
		{"an unknown language", save(t, dir, "notes.txt", []byte("hello")), "holds no program: 1 file was skipped"},
		{"only nested archives", save(t, dir, "nested.zip", zipOf(t, filesOf("A/ann.zip\nA/bob.zip"))), "if each is the zip of one participant, the format compare50 reads them"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(context.Background(), []string{tt.path}, Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
	if _, err := Read(context.Background(), nil, Options{}); err == nil {
		t.Error("Read without a path gives no error")
	}
}

// Read does not follow links out of a folder, but the given path may be a link.
func TestFolderLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := inputWriters["folder"](t, dir, "outside", filesOf("cy.cpp"))
	inside := inputWriters["folder"](t, dir, "cup", append(honestFiles[:2:2], testFile{`A/back\slash.cpp`, "int x;"}))
	for name, target := range map[string]string{
		"A/link.cpp": filepath.Join(outside, "cy.cpp"), "B": outside, "A/loop": ".", "A/dangling.cpp": "nowhere",
	} {
		if err := os.Symlink(target, filepath.Join(inside, name)); err != nil {
			t.Skip("this system has no links:", err)
		}
	}
	listener, err := net.Listen("unix", filepath.Join(inside, "s.cpp"))
	if err != nil {
		t.Skip("this system has no sockets:", err)
	}
	defer listener.Close()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(inside, link); err != nil {
		t.Fatal(err)
	}
	result := readAll(t, Options{}, link)
	diff(t, "name", "link", result.Name)
	diff(t, "submissions", []string{honestLines[0], `A/back\x5cslash.cpp: back\x5cslash at A, cpp, attempt 1`, honestLines[1]}, describe(result.Submissions))
	diff(t, "skipped", []string{
		"A/dangling.cpp: " + reasonLink, "A/link.cpp: " + reasonLink, "A/loop: " + reasonLink, "B: " + reasonLink,
		"s.cpp: " + reasonDevice,
	}, skipLines(result))
}

// Read returns the error of its context.
func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for format, build := range inputWriters {
		if _, err := Read(ctx, []string{build(t, t.TempDir(), "cup", honestFiles)}, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want the error of the context", format, err)
		}
	}
}

// Files and folders with names that are not UTF-8, or have control characters, are read.
func TestFolderNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"A/ann.cpp", "A/\xff.cpp", "\xfe\x01/ann.cpp", "\xfe\x01/b\nb.cpp"} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, []byte("int x;"), 0o666)); err != nil {
			t.Skipf("this file system has no such names: %v", err)
		}
	}
	result := readAll(t, Options{Layout: ProblemParticipant}, dir)
	diff(t, "submissions", []string{
		`A/\xff.cpp: \xff at A, cpp, attempt 1`, "A/ann.cpp: ann at A, cpp, attempt 1",
		`\xfe\x01/ann.cpp: ann at \xfe\x01, cpp, attempt 1`, `\xfe\x01/b\x0ab.cpp: b\x0ab at \xfe\x01, cpp, attempt 1`,
	}, describe(result.Submissions))
	diff(t, "skipped", []string(nil), skipLines(result))
}

// Reading takes time in proportion to the number of tables, of their lines, of separators, of packages and of solutions.
func TestManyOfAKind(t *testing.T) { // not parallel, because CPU is the time of the whole process
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	listOf := func(n int, format string) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf(format, i))
		}
		return list
	}
	c, _ := lexer.ByName("c")
	filesAt := func(paths []string, content string) (files []file) {
		for _, p := range paths {
			files = append(files, file{path: p, inputPath: p, elements: strings.Split(p, "/"), content: []byte(content), language: c})
		}
		sortFiles(files)
		return files
	}
	tests := []struct {
		name           string
		format         *format
		files, records []file
	}{
		{"tables", manifestFormat, filesAt(listOf(20_000, "d%d/a.c"), "int a;"), filesAt(listOf(20_000, "d%d/submissions.csv"), "path,participant\na.c,ann\n")},
		{"exercises", dolosFormat, filesAt([]string{"a.c"}, "int a;"),
			filesAt([]string{"info.csv"}, "filename,full_name,name_en\n"+strings.Join(listOf(100_000, "a.c,ann,e%d\n"), ""))},
		{"lines for one folder", manifestFormat, filesAt(listOf(4000, "d/%d.c"), "int a;"),
			filesAt([]string{"submissions.csv"}, "path,participant\n"+strings.Join(listOf(4000, "d,p%d\n"), ""))},
		{"separators before blanks", hustojFormat, nil, filesAt([]string{"logs-1.txt"},
			"ann:Problem1:Accepted\nint a;\n"+strings.Repeat(hustojSeparator+"\n", 30_000)+strings.Repeat(" ", 4<<20))},
		{"packages", packageFormat, nil, filesAt(listOf(100_000, "d%d/submissions.json"), "[]")},
		{"solutions", packageFormat, filesAt(listOf(50_000, "problems/p49999/submissions/%d.c"), "int a;"),
			append(filesAt([]string{"problems.json"}, "["+strings.Join(listOf(50_000, `{"id":"p%d"}`), ",")+"]"), filesAt([]string{"submissions.json"}, "[]")...)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := hostiletest.CPU()
			_, _ = test.format.read(&tree{name: "cup", files: test.files, records: test.records})
			took := hostiletest.CPU() - start
			t.Logf("%.1f s of CPU", took.Seconds())
			if took > 6*time.Second*hostiletest.Slowdown {
				t.Errorf("%.1f s of CPU, want at most %d s", took.Seconds(), 6*hostiletest.Slowdown)
			}
		})
	}
}
