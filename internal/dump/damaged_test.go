package dump

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/migrations"
)

// file is an entry of a made-up dump.
type file struct{ name, content string }

// pack returns a dump with the given entries.
func pack(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	compressed, err := zstd.NewWriter(&b)
	must(t, err)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		must(t, archive.WriteHeader(&tar.Header{Name: f.name, Mode: 0o600, Size: int64(len(f.content))}))
		if _, err := archive.Write([]byte(f.content)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, errors.Join(archive.Close(), compressed.Close()))
	return b.Bytes()
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sum(content string) string {
	s := sha256.Sum256([]byte(content))
	return hex.EncodeToString(s[:])
}

const head = `{"format": 1, "schema": 1, "tool_version": "v1", "tables": [{"name": "a", "columns": ["x"]}, {"name": "b", "columns": ["y", "z"]}]}`

// smallDump returns a complete dump of two tables.
func smallDump(t testing.TB) []byte {
	return pack(t, file{headerName, head},
		file{"tables/a/000001", "1\n2\n"}, file{"tables/a/000002", "3\n"}, file{"tables/b/000001", "1\t2\n"},
		file{manifestName, `{"parts": [
			{"name": "tables/a/000001", "table": "a", "rows": 2, "bytes": 4, "sha256": "` + sum("1\n2\n") + `"},
			{"name": "tables/a/000002", "table": "a", "rows": 1, "bytes": 2, "sha256": "` + sum("3\n") + `"},
			{"name": "tables/b/000001", "table": "b", "rows": 1, "bytes": 4, "sha256": "` + sum("1\t2\n") + `"}
		], "sequences": []}`})
}

// readAll reads a dump as Restore does, without a database.
func readAll(in io.Reader) (rows int64, err error) {
	r, err := newReader(&progressReader{in: in, progress: silent})
	if err != nil {
		return 0, err
	}
	defer r.close()
	for {
		_, part, err := r.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return rows, err
		}
		rows += part.part.Rows
	}
}

// A complete dump is read to its end.
func TestReadWhole(t *testing.T) {
	t.Parallel()
	if rows, err := readAll(bytes.NewReader(smallDump(t))); rows != 4 || err != nil {
		t.Errorf("got %d rows, %v, want 4", rows, err)
	}
}

// The reader refuses files that are not complete dumps, and says what is wrong.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	header := file{headerName, head}
	part := file{"tables/a/000001", "1\n"}
	listed := `{"name": "tables/a/000001", "table": "a", "rows": 1, "bytes": 2, "sha256": "` + sum("1\n") + `"}`
	for _, test := range []struct {
		name  string
		bytes []byte
		want  string
	}{
		{"an empty file", nil, "not a dump"},
		{"a text file", []byte("CREATE TABLE contests"), "not a dump"},
		{"another archive", pack(t, file{"main.cpp", "int main;"}), "not a dump"},
		{"an empty archive", pack(t), "not a dump"},
		{"a newer format", pack(t, file{headerName, `{"format": 2, "new": true}`}), "newer ojcheck (format 2"},
		{"a header that is not JSON", pack(t, file{headerName, "{"}), "damaged: ojcheck.json"},
		{"a header with an unknown field", pack(t, file{headerName, `{"format": 1, "new": true}`}), "damaged: ojcheck.json"},
		{"no tables", pack(t, file{headerName, `{"format": 1, "schema": 3}`}), "damaged: ojcheck.json"},
		{"a repeated table", pack(t, file{headerName, strings.Replace(head, `"b"`, `"a"`, 1)}), "twice"},
		{"no manifest", pack(t, header, part), "ends too early"},
		{"an unknown table", pack(t, header, file{"tables/c/000001", "1\n"}), "not the part that should follow"},
		{"a path outside the dump", pack(t, header, file{"../../etc/passwd", "1\n"}), "not the part that should follow"},
		{"tables in the wrong order", pack(t, header, file{"tables/b/000001", "1\t2\n"}, part), "not the part that should follow"},
		{"a missing part", pack(t, header, part, file{"tables/a/000003", "1\n"}), "not the part that should follow"},
		{"a part that the manifest does not list", pack(t, header, part, file{manifestName, `{"parts": []}`}), "1 parts, but its manifest lists 0"},
		{"changed content", pack(t, header, file{"tables/a/000001", "2\n"}, file{manifestName, `{"parts": [` + listed + `]}`}), "differs from its manifest"},
		{"an entry after the manifest", pack(t, header, part, file{manifestName, `{"parts": [` + listed + `]}`}, part), "follows its manifest"},
		{"bytes after the end", append(bytes.Clone(smallDump(t)), smallDump(t)...), "follows its end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := readAll(bytes.NewReader(test.bytes))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}

// endless is a reader of empty lines that never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '\n'
	}
	return len(b), nil
}

// A dump that unpacks to far more than its size is refused before it fills the disk.
func TestReadRefusesABomb(t *testing.T) {
	t.Parallel()
	n, err := io.Copy(io.Discard, &boundedReader{unpacked: endless{}, file: &progressReader{bytesRead: 1 << 10}})
	if err == nil || !strings.Contains(err.Error(), "more than 1000 times") || n > 2*minBound {
		t.Errorf("read %d bytes, error %v; want \"more than 1000 times\" before %d bytes", n, err, int64(2*minBound))
	}
}

// A reader notices if a dump is cut off after any byte, or if any byte is changed.
func TestReadNoticesDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	complete := smallDump(t)
	for i := range complete {
		if _, err := readAll(bytes.NewReader(complete[:i])); err == nil {
			t.Errorf("no error for the first %d of %d bytes", i, len(complete))
		}
		changed := bytes.Clone(complete)
		changed[i] ^= 0x10
		if rows, err := readAll(bytes.NewReader(changed)); err == nil && rows != 4 {
			t.Errorf("byte %d of %d changed: no error, but %d rows instead of 4", i, len(complete), rows)
		}
	}
}

// dumpOf returns a dump of a new database in which the statements were executed.
func dumpOf(t *testing.T, statements string) []byte {
	t.Helper()
	url := pgtest.NewOneMachine(t)
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), statements)
	must(t, err)
	var b bytes.Buffer
	_, err = Dump(t.Context(), url, &b, nil, "v1", silent)
	must(t, err)
	return b.Bytes()
}

// If the server refuses a part of the dump, nothing is restored, and the error quotes no value.
func TestLoadIsAllOrNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	files := unpack(t, dumpOf(t, "INSERT INTO contests (name) VALUES ('spring'); INSERT INTO problems (contest_id, name) VALUES (1, 'A')"))
	if len(files) != 4 {
		t.Fatalf("the dump has %d entries, want the header, two tables and the manifest", len(files))
	}
	contests, problems := files[1].content, files[2].content
	url := pgtest.NewOneMachine(t)
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	for _, test := range []struct {
		name, contests, problems string
		last                     int64 // of all sequences
		want                     string
	}{
		{"an invalid value", strings.Replace(contests, "\t0\t", "\tsecret\t", 1), "", 9, "contests: PostgreSQL refuses a row in line 1 (SQLSTATE 22P02)"},
		{"a row twice", contests + strings.Replace(contests, "spring", "secret", 1), "", 9, "in line 2, constraint contests_pkey (SQLSTATE 23505)"},
		{"missing columns", "1\tspring\n", "", 9, "damaged: contests"},
		{"a reference to a missing row", "", problems, 9, "problems_contest_id_fkey"},
		{"rows after COPY's end marker", contests + "\\.\n" + strings.Replace(contests, "1\tspring", "2\tautumn", 1), "", 9, ""},
		{"a sequence lower than the rows", strings.Replace(contests, "1\tspring", "2\tspring", 1), "", 1, "behind the rows"},
	} {
		damaged := repack(t, files, map[string]string{"contests": test.contests, "problems": test.problems}, test.last)
		_, err := Restore(t.Context(), url, bytes.NewReader(damaged), 0, silent)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want one with %q", test.name, err, test.want)
		}
		if strings.Contains(fmt.Sprint(err), "secret") || strings.Contains(fmt.Sprint(err), "spring") {
			t.Errorf("%s: error %v quotes a row", test.name, err)
		}
		var rows, keys int
		must(t, conn.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM contests), (SELECT count(*) FROM pg_constraint WHERE contype = 'f')").Scan(&rows, &keys))
		if rows != 0 || keys == 0 {
			t.Errorf("%s: the database has %d contests and %d foreign keys, want no contests and all keys", test.name, rows, keys)
		}
	}
}

// If the dump ends within the rows of a table, the error says so, without words of PostgreSQL. CheckEnd finds it in the file.
func TestRestoreOfCutDump(t *testing.T) {
	t.Parallel()
	complete := dumpOf(t, "INSERT INTO contests (name) SELECT sha256(int4send(n))::text FROM generate_series(1, 5000) n")
	_, err := Restore(t.Context(), pgtest.NewOneMachine(t), bytes.NewReader(complete[:len(complete)/2]), 0, silent)
	if want := "restore the database: " + errEnd.Error(); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %q", err, want)
	}
	path := filepath.Join(t.TempDir(), "a.dump")
	for _, test := range []struct {
		content []byte
		want    error
	}{
		{complete, nil}, {complete[:len(complete)-1], errEnd}, {complete[:len(complete)-5], errEnd}, {complete[:len(complete)/2], errEnd},
		{complete[:100], errEnd}, {complete[:8], errEnd}, {nil, nil}, {[]byte(ageMagic), nil},
	} {
		must(t, os.WriteFile(path, test.content, 0o600))
		if err := CheckEnd(path); err != test.want {
			t.Errorf("the end of %d of %d bytes: error %v, want %v", len(test.content), len(complete), err, test.want)
		}
	}
}

// unpack returns the entries of a dump.
func unpack(t *testing.T, dump []byte) (files []file) {
	t.Helper()
	decoder, err := zstd.NewReader(bytes.NewReader(dump))
	must(t, err)
	defer decoder.Close()
	archive := tar.NewReader(decoder)
	for {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		must(t, err)
		content, err := io.ReadAll(archive)
		must(t, err)
		files = append(files, file{entry.Name, string(content)})
	}
}

// repack returns a dump like the one with these entries, but with other rows by table, and with all sequences at last.
func repack(t *testing.T, files []file, rows map[string]string, last int64) []byte {
	t.Helper()
	var m manifest
	must(t, json.Unmarshal([]byte(files[len(files)-1].content), &m))
	m.Parts = nil
	packed := []file{files[0]}
	for _, table := range slices.Sorted(maps.Keys(rows)) {
		if content := rows[table]; content != "" {
			name := partName(table, 1)
			m.Parts = append(m.Parts, part{name, table, int64(strings.Count(content, "\n")), int64(len(content)), sum(content)})
			packed = append(packed, file{name, content})
		}
	}
	for i := range m.Sequences {
		m.Sequences[i].Last = last
	}
	content, err := json.Marshal(m)
	must(t, err)
	return pack(t, append(packed, file{manifestName, string(content)})...)
}

// FuzzRead tests that every error of the reader is a fileError.
func FuzzRead(f *testing.F) {
	f.Add(smallDump(f))
	f.Add(pack(f, file{headerName, head}))
	f.Add([]byte("\x28\xb5\x2f\xfd"))
	f.Fuzz(func(t *testing.T, content []byte) {
		_, err := readAll(bytes.NewReader(content))
		var target fileError
		if err != nil && !errors.As(err, &target) {
			t.Errorf("got error %v, want a fileError", err)
		}
	})
}

// A dump from before the baseline names the commit that can restore it.
func TestDumpBeforeBaseline(t *testing.T) {
	t.Parallel()
	old := header{Format: format, Schema: 20, Tables: []table{{"contests", []string{"id"}}, {"fingerprints", []string{"submission_id"}}}}
	head, err := json.Marshal(old)
	must(t, err)
	_, err = readAll(bytes.NewReader(pack(t, file{headerName, string(head)})))
	if err == nil || !strings.Contains(err.Error(), "(schema 20)") || !strings.Contains(err.Error(), migrations.LastBeforeBaseline) {
		t.Errorf("got error %v, want one that names the schema and the commit", err)
	}
}
