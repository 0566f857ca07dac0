package dump

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"filippo.io/age"
	"filippo.io/age/armor"
)

const (
	ageMagic    = "age-encryption.org/v1\n"
	errNoKey    = fileError("the dump is encrypted: name the file of its key with --identity")
	errWrongKey = fileError("the dump is encrypted for another key than those of --identity")
)

// Encrypt returns a writer that encrypts a dump in the format of age (age-encryption.org/v1). The recipients
// are public keys such as age1.... The private key of any recipient decrypts the dump. The dump is
// complete in w when the caller has closed the writer.
func Encrypt(w io.Writer, recipients []string) (io.WriteCloser, error) {
	keys, err := age.ParseRecipients(strings.NewReader(strings.Join(recipients, "\n")))
	if err != nil {
		return nil, errors.New("a recipient is not a public key of age: give one such as age1..., which age-keygen prints")
	}
	return age.Encrypt(w, keys...)
}

// Decrypt returns the dump that in holds, decrypted. If in is not encrypted, Decrypt needs no identities and returns it
// unchanged.
func Decrypt(in io.Reader, identities []age.Identity) (io.Reader, error) {
	file := bufio.NewReaderSize(in, 64<<10)
	start, err := file.Peek(len(armor.Header))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var encrypted io.Reader = file
	switch {
	case bytes.HasPrefix(start, []byte(ageMagic)):
	case bytes.HasPrefix(start, []byte(armor.Header)): // as text, for mail
		encrypted = armor.NewReader(file)
	default:
		return file, nil
	}
	if len(identities) == 0 {
		return nil, errNoKey
	}
	plain, err := age.Decrypt(encrypted, identities...)
	if _, ok := errors.AsType[*age.NoIdentityMatchError](err); ok {
		return nil, errWrongKey
	}
	if err != nil {
		return nil, readError(err)
	}
	return decrypted{plain}, nil
}

// decrypted is a file that is decrypted during reading, with errors written for users.
type decrypted struct{ plain io.Reader }

func (d decrypted) Read(b []byte) (int, error) {
	n, err := d.plain.Read(b)
	switch {
	case err == nil || errors.Is(err, io.EOF):
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errEnd
	default: // if the file ends inside a chunk, age cannot tell damaged from cut off
		err = fileError("the dump is damaged or cut off: " + err.Error())
	}
	return n, err
}
