package follow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"filippo.io/age"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Account has the credentials with which the server signs in to a judge system: a user's name and password, or a token.
type Account struct{ User, Password, Token string }

// Key encrypts accounts for the database.
type Key struct{ identity *age.X25519Identity }

// maxKeyFile is the maximum size of a key file in bytes.
const maxKeyFile = 64 << 10

// ReadKey reads the first private key of a file that age-keygen wrote.
func ReadKey(path string) (*Key, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	identities, err := age.ParseIdentities(io.LimitReader(f, maxKeyFile))
	if err == nil {
		if identity, ok := identities[0].(*age.X25519Identity); ok {
			return &Key{identity}, nil
		}
	}
	return nil, fmt.Errorf("%s: it is not a private key that age-keygen made", path) // without err, which may quote the key
}

// Encrypt encrypts an account so that only k.Decrypt can read it.
func (k *Key) Encrypt(a Account) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, k.identity.Recipient())
	if err == nil {
		_, err = w.Write(plain)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// errOtherKey means that an account was encrypted with another key.
var errOtherKey = i18n.Errorf("the stored account cannot be read with this --follow-key: " +
	"give the earlier key file, or enter the account again")

// Decrypt returns the account that Encrypt encrypted.
func (k *Key) Decrypt(encrypted []byte) (a Account, err error) {
	r, err := age.Decrypt(bytes.NewReader(encrypted), k.identity)
	if err != nil || json.NewDecoder(r).Decode(&a) != nil {
		return a, errOtherKey
	}
	return a, nil
}
