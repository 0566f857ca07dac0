package webhook

import (
	"strings"
	"testing"
	"time"
)

// Sign gives the signature of the example in the tests of the Standard Webhooks libraries.
func TestSign(t *testing.T) {
	t.Parallel()
	secret, err := ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
	if err != nil {
		t.Fatal(err)
	}
	got := secret.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
}

// ParseSecret refuses invalid secrets. Its errors say how to make a secret, and do not quote the
// invalid one.
func TestParseSecretRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":      "",
		"no prefix":  "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"not base64": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!",
		"short":      "whsec_MfKQ9r8GKYo=",
		"long":       "whsec_" + strings.Repeat("AAAA", 22),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ParseSecret(text)
			if err == nil {
				t.Fatal("the secret is accepted")
			}
			if !strings.Contains(err.Error(), "openssl rand") {
				t.Errorf("%v: the error does not say how to make a secret", err)
			}
			if key := strings.TrimPrefix(text, "whsec_"); key != "" && strings.Contains(err.Error(), key) {
				t.Errorf("%v: the error quotes the secret", err)
			}
		})
	}
}

// ParseURL accepts https addresses and addresses of this machine.
func TestParseURL(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"https://chat.example/hooks/1?x=2": true,
		"http://127.0.0.1:8080/":           true,
		"http://[::1]:8080/":               true,
		"http://localhost/":                true,
		"http://chat.example/":             false,
		"http://127.0.0.1.example/":        false,
		"https://user:secret@chat.example": false,
		"ftp://chat.example/":              false,
		"chat.example":                     false,
		"https://":                         false,
		"https://a b/":                     false,
		"":                                 false,
	} {
		if _, err := ParseURL(text); (err == nil) != ok {
			t.Errorf("%q: error %v, want accepted: %v", text, err, ok)
		}
	}
}
