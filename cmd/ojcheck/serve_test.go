package main

import (
	"archive/zip"
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// serveFor runs "ojcheck serve" until the test ends, and returns its one-time link.
func serveFor(t *testing.T, flags ...string) string { return serveWithLog(t, t.Output(), flags...) }

// serveWithLog is serveFor with a writer for the log.
func serveWithLog(t *testing.T, log io.Writer, flags ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data-dir", t.TempDir()}, flags...)
	if !slices.Contains(flags, "--database-url") && !slices.Contains(flags, "--data-dir") {
		args = append(args, "--database-url", pgtest.New(t))
	}
	go func() {
		done <- run(ctx, args, nil, writer, log)
		writer.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if status := <-done; status != exitDone {
			t.Errorf("serve ends with status %d, want %d", status, exitDone)
		}
	})
	return linkIn(t, reader)
}

// linkIn waits for the one-time link in the output of "ojcheck serve". It discards the rest of the output.
func linkIn(t *testing.T, output io.Reader) string {
	t.Helper()
	link := regexp.MustCompile(`https?://\S+/signin\S+`)
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if found := link.FindString(lines.Text()); found != "" {
			go io.Copy(io.Discard, output)
			return found
		}
	}
	t.Fatal("serve prints no link")
	return ""
}

// freeAddress returns an address of this machine at which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().String()
}

// zipped makes a zip archive of a directory.
func zipped(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "spring-contest.zip")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	if err := archive.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestEndToEnd uses the pages like a judge: it signs in, uploads an archive, waits for the check, downloads
// the CSV, opens the first pair and clicks a match. PostgreSQL, HTTP and the browser are real.
func TestEndToEnd(t *testing.T) {
	t.Parallel()
	j := newJuror(t)
	url := pgtest.New(t)
	j.open(serveFor(t, "--database-url", url), `main a[href="/contests/new"]`)
	j.leave(`form[action="/uploads"]`, click(`main a[href="/contests/new"]`))
	j.leave(`button[value="check"]`, chromedp.SetUploadFiles(chromedp.CSS(`input[type=file][name=file]`), []string{zipped(t, "../../testdata/submissions")}),
		click(`form[action="/uploads"] button.main`))
	j.assertText("body", "153 submissions; for example ")
	capture(t, j.tab, "uploaded")
	j.leave("table.ranking", click(`button[value="check"]`))
	j.assertText("body", "150 submissions")
	capture(t, j.tab, "ranking")

	downloads := t.TempDir()
	j.do(allowDownloads(downloads), click(`a[href*="pairs.csv"]`))
	csv := strings.TrimPrefix(waitForFile(t, downloads, ".csv"), "\ufeff") // the byte order mark for spreadsheets
	_, first, _ := strings.Cut(csv, "\n")
	fields := strings.Split(first, ",")
	if !strings.HasPrefix(csv, "rank,problem,") || !strings.HasPrefix(first, "1,D-vault,") || len(fields) < 7 {
		t.Fatalf("the CSV begins with %.200q, want its header and a pair of D-vault with both participants", csv)
	}

	openFirst := func() { j.leave(`.pane[data-side="r"]`, click(`table.ranking tbody tr a`)) }
	openFirst()
	if got := j.text("h1"); !strings.HasPrefix(got, fields[3]+" and "+fields[5]) {
		t.Errorf("the heading of the first pair is %q, want the participants of the CSV's first row", got)
	}

	// The next steps search for participants by name.
	if err := openDB(t, url).SetSettings(t.Context(), review.CommandLine, 1, contest.Settings{Blind: new(false)}); err != nil {
		t.Fatal(err)
	}

	// Copied code inside a large template: the page opens with both programs at the match.
	ranking := inPage[string](t, j.tab, `(a => a.origin + a.pathname)(document.querySelector("nav.pager a[data-key=u]"))`)
	j.open(ranking+"?participant=palmtree&problem=D-vault", "table.ranking")
	openFirst()
	const places = `["l", "r"].map(side => document.querySelector('.pane[data-side="' + side + '"]').scrollTop)`
	if scroll := inPage[[]float64](t, j.tab, places); scroll[1] == 0 {
		t.Errorf("the panes are scrolled to %v, want the right one at the match", scroll)
	}

	// Functions in another order: the picture of the README.
	j.open(ranking+"?participant=ivo&problem=B-rivers", "table.ranking")
	openFirst()
	capture(t, j.tab, "pair")
}

func inPage[T any](t *testing.T, tab context.Context, script string) T {
	t.Helper()
	value, err := chromedp.Run(tab, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return value
}

// allowDownloads lets the browser save files to a directory.
func allowDownloads(dir string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		})
		return err
	})
}

// waitForFile waits for a complete file with the extension, and returns its content.
func waitForFile(t *testing.T, dir, extension string) string {
	t.Helper()
	for range 300 {
		// An unfinished download has another extension.
		if names, _ := filepath.Glob(filepath.Join(dir, "*"+extension)); len(names) == 1 {
			content, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			return string(content)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("no %s was downloaded", extension)
	return ""
}

// capture writes pictures of the page to $OJCHECK_SCREENSHOTS if that is set, for the README and for people
// to look at.
func capture(t *testing.T, tab context.Context, name string) {
	t.Helper()
	dir := os.Getenv("OJCHECK_SCREENSHOTS")
	if dir == "" {
		return
	}
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}, {Width: 1440, Height: 900, Dark: true}} {
		if err := chromedp.Do(tab, browsertest.Emulate(screen)); err != nil {
			t.Fatal(err)
		}
		png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		file := fmt.Sprintf("%s-%d.png", name, screen.Width)
		if screen.Dark {
			file = fmt.Sprintf("%s-%d-dark.png", name, screen.Width)
		}
		if err := os.WriteFile(filepath.Join(dir, file), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Do(tab, browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900})); err != nil {
		t.Fatal(err)
	}
}

// certify makes a self-signed certificate for names, and returns its flags and a pool that trusts it.
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

// Serve refuses invalid flags, files that are missing or invalid, and flags that would send pages over the network without
// TLS. systemd starts it again unless the status is exitUsage.
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
		{"all addresses by an empty host", []string{"--addr", ":0"}, "ssh -L"},
		{"all addresses of IPv6", []string{"--addr", "[::]:0"}, "ssh -L"},
		{"a host name", []string{"--addr", "judge.example:0"}, "ssh -L"},
		{"certificate without key", certificate[:2], "go together"},
		{"key without certificate", certificate[2:], "go together"},
		{"proxy without URL", []string{"--behind-proxy"}, "--behind-proxy needs --public-url"},
		{"URL without proxy", []string{"--public-url", "https://judge.example"}, "--public-url is for"},
		{"URL without TLS", []string{"--behind-proxy", "--public-url", "http://judge.example"}, "give https://"},
		{"URL with a path", []string{"--behind-proxy", "--public-url", "https://judge.example/ojcheck"}, "below a path"},
		{"URL without host", []string{"--behind-proxy", "--public-url", "https://"}, "give https://"},
		{"certificate for a wildcard only", append([]string{"--addr", "0.0.0.0:0"}, wildcard...), "give --public-url"},
		{"an invalid port", []string{"--addr", "127.0.0.1:99999"}, "invalid port"},
		{"an invalid address of the database", []string{"--database-url", "nonsense"}, "wrong address of the database"},
		{"no certificate", []string{"--tls-cert", "none.pem", "--tls-key", "none.key"}, "none.pem"},
		{"no secret of the webhook", []string{"--webhook", "https://chat.example/", "--webhook-secret-file", "none"}, "--webhook-secret-file: open none"},
		{"a key for accounts that is none", []string{"--follow-key", "serve_test.go"}, "serve_test.go: it is not a private key"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			status, _, stderr := runOjcheck(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--database-url", "postgres://127.0.0.1:1/none"}, test.flags...)...)
			if status != exitUsage || !strings.Contains(stderr, test.want) {
				t.Errorf("status %d and the error %q, want %d and %q in it", status, stderr, exitUsage, test.want)
			}
		})
	}
}

// The pages are served by TLS, and only under the names of the certificate.
func TestServeByTLS(t *testing.T) {
	t.Parallel()
	flags, trust := certify(t, "judge.example", "*.rooms.example", "127.0.0.1")
	link := serveFor(t, flags...)
	address, err := url.Parse(link)
	if err != nil || address.Scheme != "https" || address.Hostname() != "127.0.0.1" {
		t.Fatalf("the link is %q, want https://127.0.0.1: %v", link, err)
	}
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig:   &tls.Config{RootCAs: trust},
			ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) { // every name leads to the server
				return new(net.Dialer).DialContext(ctx, network, address.Host)
			},
		},
	}
	t.Cleanup(client.CloseIdleConnections)
	get := func(target, host string) *http.Response {
		t.Helper()
		r, err := http.NewRequest("GET", target, nil)
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
	response := get("https://judge.example"+address.RequestURI(), "")
	if cookie := response.Header.Get("Set-Cookie"); response.StatusCode != http.StatusSeeOther || !strings.Contains(cookie, "; Secure") {
		t.Errorf("sign-in: status %d, cookie %q; want 303 with a secure cookie", response.StatusCode, cookie)
	}
	if plain, err := http.Get("http://" + address.Host + "/"); err == nil {
		plain.Body.Close()
		if plain.StatusCode != http.StatusBadRequest {
			t.Errorf("without TLS: status %d, want 400", plain.StatusCode)
		}
	}
}

// Behind a proxy, the one-time link has the public URL, in its usual spelling.
func TestServeBehindProxy(t *testing.T) {
	t.Parallel()
	link := serveFor(t, "--behind-proxy", "--public-url", "https://Judge.example:443/")
	if !strings.HasPrefix(link, "https://judge.example/signin?token=") {
		t.Errorf("the link is %q, want one of https://judge.example", link)
	}
}

// The pages of an alert may be those of a server on this machine without TLS, and of no other without it.
func TestPublicURL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		url        string
		mayBeLocal bool
		want       string // "" if it is refused
	}{
		{"https://Judge.example:443/", true, "https://judge.example"},
		{"http://127.0.0.1:8080", true, "http://127.0.0.1:8080"},
		{"http://localhost:8080/", true, "http://localhost:8080"},
		{"http://[::1]:8080", true, "http://[::1]:8080"},
		{"http://127.0.0.1:8080", false, ""},
		{"http://judge.example", true, ""},
		{"http://10.0.0.7:8080", true, ""},
		{"ftp://127.0.0.1", true, ""},
	} {
		if got, _, err := parsePublicURL(test.url, test.mayBeLocal); got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s, on this machine allowed: %t: got %q and error %v, want %q", test.url, test.mayBeLocal, got, err, test.want)
		}
	}
}

// If the address of the metrics is taken, serve fails before it opens the database.
func TestServeWithoutMetricsAddress(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	status, _, stderr := runOjcheck(t, "serve", "--addr", "127.0.0.1:0", "--metrics-addr", taken.Addr().String(), "--database-url", "postgres://127.0.0.1:1/none")
	if status != exitFailed || !strings.Contains(stderr, "with --metrics-addr") {
		t.Errorf("status %d, want %d with --metrics-addr in the error: %s", status, exitFailed, stderr)
	}
}
