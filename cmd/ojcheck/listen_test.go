package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certify makes a certificate for names, which vouches for itself, and
// returns its flags and what trusts it.
func certify(t *testing.T, names ...string) (flags []string, trust *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, file := range []struct {
		flag, kind string
		der        []byte
	}{{"--tls-cert", "CERTIFICATE", der}, {"--tls-key", "PRIVATE KEY", private}} {
		path := filepath.Join(dir, file.flag)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: file.kind, Bytes: file.der}), 0o600); err != nil {
			t.Fatal(err)
		}
		flags = append(flags, file.flag, path)
	}
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return flags, trust
}

// Pages leave this machine by TLS or not at all.
func TestServeRefuses(t *testing.T) {
	t.Parallel()
	certificate, _ := certify(t, "judge.example")
	wildcard, _ := certify(t, "*.judge.example")
	tests := []struct {
		name  string
		flags []string
		want  string
	}{
		{"no port", []string{"--addr", "127.0.0.1"}, "host:port"},
		{"all addresses", []string{"--addr", "0.0.0.0:0"}, "--tls-cert and --tls-key, or --behind-proxy and --public-url"},
		{"all addresses, in short", []string{"--addr", ":0"}, "ssh -L"},
		{"all addresses of IPv6", []string{"--addr", "[::]:0"}, "ssh -L"},
		{"a name", []string{"--addr", "judge.example:0"}, "ssh -L"},
		{"certificate without key", certificate[:2], "go together"},
		{"key without certificate", certificate[2:], "go together"},
		{"proxy without URL", []string{"--behind-proxy"}, "--behind-proxy needs --public-url"},
		{"URL without proxy", []string{"--public-url", "https://judge.example"}, "--public-url is for"},
		{"URL without TLS", []string{"--behind-proxy", "--public-url", "http://judge.example"}, "give https://"},
		{"URL with a path", []string{"--behind-proxy", "--public-url", "https://judge.example/ojcheck"}, "below a path"},
		{"URL without host", []string{"--behind-proxy", "--public-url", "https://"}, "give https://"},
		{"certificate for no one name", append([]string{"--addr", "0.0.0.0:0"}, wildcard...), "give --public-url"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			args := append([]string{"serve", "--addr", "127.0.0.1:0", "--database-url", "postgres://127.0.0.1:1/none"}, test.flags...)
			if status := run(t.Context(), args, nil, &stderr, &stderr); status != exitUsage {
				t.Errorf("status %d, want %d", status, exitUsage)
			}
			if !strings.Contains(stderr.String(), test.want) {
				t.Errorf("%q does not say %q", stderr.String(), test.want)
			}
		})
	}
}

func TestServeWithoutCertificate(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	args := []string{"serve", "--addr", "127.0.0.1:0", "--tls-cert", "none.pem", "--tls-key", "none.key", "--database-url", "postgres://127.0.0.1:1/none"}
	if status := run(t.Context(), args, nil, &stderr, &stderr); status != exitFailed || !strings.Contains(stderr.String(), "none.pem") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}

// TestServeByTLS reaches the pages by TLS, under the names of the certificate
// alone.
func TestServeByTLS(t *testing.T) {
	t.Parallel()
	flags, trust := certify(t, "judge.example", "*.rooms.example", "127.0.0.1")
	link := serveFor(t, flags...)
	at, err := url.Parse(link)
	if err != nil || at.Scheme != "https" || at.Hostname() != "127.0.0.1" {
		t.Fatalf("the link is %q (%v)", link, err)
	}
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig:   &tls.Config{RootCAs: trust},
			ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) { // whatever the name
				return new(net.Dialer).DialContext(ctx, network, at.Host)
			},
		},
	}
	t.Cleanup(client.CloseIdleConnections)
	get := func(address, host string) *http.Response {
		t.Helper()
		r, err := http.NewRequest("GET", address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response
	}
	for _, test := range []struct {
		host   string
		status int
		hsts   bool
	}{
		{"judge.example", http.StatusUnauthorized, true},
		{"JUDGE.example.", http.StatusUnauthorized, true},
		{"red.rooms.example", http.StatusUnauthorized, true},
		{"127.0.0.1", http.StatusUnauthorized, false},
		{"rooms.example", http.StatusMisdirectedRequest, true},
		{"evil.example", http.StatusMisdirectedRequest, true},
	} {
		response := get("https://judge.example/", test.host)
		if response.StatusCode != test.status || response.ProtoMajor != 2 {
			t.Errorf("%s: status %d by %s, want %d by HTTP/2", test.host, response.StatusCode, response.Proto, test.status)
		}
		if got := response.Header.Get("Strict-Transport-Security") != ""; got != test.hsts {
			t.Errorf("%s: HSTS %v, want %v", test.host, got, test.hsts)
		}
	}
	response := get("https://judge.example"+at.RequestURI(), "")
	if cookie := response.Header.Get("Set-Cookie"); response.StatusCode != http.StatusSeeOther || !strings.Contains(cookie, "; Secure") {
		t.Errorf("sign-in: status %d, cookie %q", response.StatusCode, cookie)
	}
	if plain, err := http.Get("http://" + at.Host + "/"); err == nil {
		plain.Body.Close()
		if plain.StatusCode != http.StatusBadRequest {
			t.Errorf("without TLS: status %d", plain.StatusCode)
		}
	}
}

func TestServeBehindProxy(t *testing.T) {
	t.Parallel()
	link := serveFor(t, "--behind-proxy", "--public-url", "https://Judge.example:443/")
	if !strings.HasPrefix(link, "https://judge.example/signin?token=") {
		t.Errorf("the link is %q", link)
	}
}
