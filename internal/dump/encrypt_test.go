package dump

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"filippo.io/age"
)

func newKey(t testing.TB) *age.X25519Identity {
	t.Helper()
	key, err := age.GenerateX25519Identity()
	must(t, err)
	return key
}

func encrypt(t testing.TB, plain []byte, recipients ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := Encrypt(&b, recipients)
	must(t, err)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	must(t, w.Close())
	return b.Bytes()
}

func decrypt(file []byte, keys ...age.Identity) (rows int64, err error) {
	in, err := Decrypt(bytes.NewReader(file), keys)
	if err != nil {
		return 0, err
	}
	return readAll(in)
}

func TestEncryptedDump(t *testing.T) {
	t.Parallel()
	one, other, stranger := newKey(t), newKey(t), newKey(t)
	plain := smallDump(t)
	file := encrypt(t, plain, one.Recipient().String(), other.Recipient().String())
	for _, key := range []age.Identity{one, other} {
		if rows, err := decrypt(file, key); err != nil || rows != 4 {
			t.Errorf("a recipient reads %d rows, error %v; want 4 rows", rows, err)
		}
	}
	if rows, err := decrypt(plain, one); err != nil || rows != 4 {
		t.Errorf("with a key, a dump that is not encrypted has %d rows, error %v; want 4 rows", rows, err)
	}
	if _, err := decrypt(file); !errors.Is(err, errNoKey) {
		t.Errorf("without a key: %v, want %v", err, errNoKey)
	}
	if _, err := decrypt(file, stranger); !errors.Is(err, errWrongKey) {
		t.Errorf("with a stranger's key: %v, want %v", err, errWrongKey)
	}
	if bytes.Contains(file, []byte("tables/a")) {
		t.Error("the file shows the name of a table")
	}
}

// An encrypted file that is cut off or changed is refused with a clear error, wherever the damage is.
func TestDamagedEncryptedDump(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	key := newKey(t)
	file := encrypt(t, smallDump(t), key.Recipient().String())
	for n := range file {
		rows, err := decrypt(file[:n], key)
		if err == nil {
			t.Fatalf("the first %d of %d bytes are read as a dump of %d rows", n, len(file), rows)
		}
		if n > len(file)/2 && !strings.Contains(err.Error(), "cut off") {
			t.Fatalf("the first %d of %d bytes: error %v, want one that says that the dump may be cut off", n, len(file), err)
		}
		changed := bytes.Clone(file)
		changed[n] ^= 1
		_, err = decrypt(changed, key)
		var ours fileError
		if err == nil || !errors.As(err, &ours) {
			t.Fatalf("byte %d changed: error %v, want a fileError", n, err)
		}
	}
}

func TestEncryptRefusesBadRecipients(t *testing.T) {
	t.Parallel()
	for _, recipients := range [][]string{{}, {"age1"}, {newKey(t).String()}} {
		if _, err := Encrypt(io.Discard, recipients); err == nil || !strings.Contains(err.Error(), "a public key of age") {
			t.Errorf("recipients %q: error %v", recipients, err)
		}
	}
}
