package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/doctor"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// diagnose runs "ojcheck doctor" and returns its findings by the name of the check.
func diagnose(t *testing.T, status int, flags ...string) map[string]doctor.Finding {
	t.Helper()
	got, out, log := runOjcheck(t, append([]string{"doctor", "--format", "json", "--data-dir", filepath.Join(t.TempDir(), "data")}, flags...)...)
	if got != status {
		t.Errorf("%v: exit status %d, want %d: %s%s", flags, got, status, log, out)
	}
	var result struct{ Findings []doctor.Finding }
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	found := make(map[string]doctor.Finding)
	for _, f := range result.Findings {
		found[f.Check] = f
	}
	return found
}

// The doctor distinguishes a running server from another program at its address.
func TestDoctorFindsServer(t *testing.T) {
	t.Parallel()
	var log logBuffer
	base, _, _ := strings.Cut(serveWithLog(t, &log, "--metrics-addr", ":0"), "/signin")
	addr := strings.TrimPrefix(base, "http://")
	metrics := log.find(t, `http://(127\.0\.0\.1:\d+)/metrics`)
	url := pgtest.New(t)
	// The server for tests runs without fsync, so every run finds a problem.
	found := diagnose(t, exitFailed, "--database-url", url, "--addr", addr, "--metrics-addr", metrics)
	if f := found["metrics"]; f.State != doctor.OK || !strings.Contains(f.Found, "ojcheck answers") {
		t.Errorf("metrics of a running server: %+v", f)
	}
	if f := found["address"]; f.State != doctor.OK || !strings.Contains(f.Found, "ojcheck serve answers") {
		t.Errorf("a running server: %+v", f)
	}
	if f := found["durability"]; f.State != doctor.Problem {
		t.Errorf("a database without fsync: %+v", f)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	f := diagnose(t, exitFailed, "--database-url", url, "--addr", strings.TrimPrefix(other.URL, "http://"))["address"]
	if f.State != doctor.Problem || !strings.Contains(f.Found, "another program") {
		t.Errorf("another program at the address: %+v", f)
	}
	f = diagnose(t, exitFailed, "--database-url", url, "--addr", "0.0.0.0:0")["address"]
	if f.State != doctor.Problem || !strings.Contains(f.Found, "--tls-cert") {
		t.Errorf("an address without TLS: %+v", f)
	}
}

// Commands and the doctor say what to do about a database that is not in UTF-8.
func TestEncoding(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	address := pgtest.NewEmpty(t)
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	for _, encoding := range []string{"SQL_ASCII", "LATIN1"} {
		name := conn.Config().Database + "_" + strings.ToLower(encoding)
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+" ENCODING '"+encoding+"' LOCALE 'C' TEMPLATE template0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)") })
		database := strings.Replace(address, conn.Config().Database, name, 1)
		_, _, stderr := runOjcheck(t, "contest", "list", "--database-url", database)
		if want := "ojcheck: open database: the database has the encoding " + encoding; !strings.HasPrefix(stderr, want) {
			t.Errorf("contest list: %q, want it to begin with %q", stderr, want)
		}
		found := diagnose(t, exitFailed, "--database-url", database, "--addr", "127.0.0.1:0")
		if f := found["PostgreSQL"]; f.State != doctor.Problem || !strings.HasSuffix(f.Do, "TEMPLATE template0") {
			t.Errorf("%s: %+v", encoding, f)
		}
		if f, ok := found["pooler"]; ok {
			t.Errorf("%s, without a pooler: %+v", encoding, f)
		}
	}
}

// Without a database, the doctor creates none and finds no problem.
func TestDoctorSetsNothingUp(t *testing.T) {
	t.Parallel()
	found := diagnose(t, exitDone, "--addr", "127.0.0.1:0")
	if f := found["database"]; f.State == doctor.Problem || !strings.Contains(f.Found, "first command") {
		t.Errorf("no database: %+v", f)
	}
	if f := found["backups"]; f.State != doctor.Advice {
		t.Errorf("no backups: %+v", f)
	}
	found = diagnose(t, exitDone, "--addr", "127.0.0.1:0", "--dump-dir", filepath.Join(t.TempDir(), "dumps"))
	if f := found["daily dumps"]; f.State != doctor.Advice {
		t.Errorf("no daily dump yet: %+v", f)
	}
}

// The doctor checks the daily dumps of the server instead of backups, with the settings of "serve".
func TestDoctorChecksDumps(t *testing.T) {
	t.Parallel()
	found := diagnose(t, exitFailed, "--addr", "127.0.0.1:0", "--dump-dir", t.TempDir())
	if f := found["daily dumps"]; f.State != doctor.Problem || !strings.Contains(f.Found, "no file *.dump") {
		t.Errorf("no dump: %+v", f)
	}
	if f, ok := found["backups"]; ok {
		t.Errorf("with --dump-dir, backups: %+v", f)
	}
}

// The doctor checks settings with the rules of "serve".
func TestDoctorChecksSettings(t *testing.T) {
	t.Parallel()
	secret := newFile(t, "secret", "x")
	if err := os.Chmod(secret, 0o644); err != nil {
		t.Fatal(err)
	}
	found := diagnose(t, exitFailed, "--addr", "127.0.0.1:0", "--trusted-header", "X-Remote-User", "--oidc-client-secret-file", secret,
		"--follow-key", secret, "--webhook", "http://chat.example", "--webhook-secret-file", secret, "--metrics-addr", "9464", "--recipient", "age1nobody")
	for check, want := range map[string]string{
		"signing in":               "--oidc-issuer",
		"following contests":       "--webhook: ",
		"metrics":                  "host:port",
		"encryption of dumps":      "--recipient",
		"secret of the client":     "all users",
		"key of followed contests": "all users",
		"secret of the webhook":    "all users",
	} {
		if f := found[check]; f.State != doctor.Problem || !strings.Contains(f.Found, want) {
			t.Errorf("%s: %+v, want a problem with %q", check, f, want)
		}
	}
}

// The doctor says that a settings file has a secret in it only if the address of the database has a password.
func TestDoctorChecksSettingsFile(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]doctor.State{
		"postgres://ojcheck:geheim@127.0.0.1:1/d": doctor.Problem,
		"postgres://ojcheck@127.0.0.1:1/d":        "",
	} {
		file := newFile(t, "ojcheck.conf", "database-url="+address)
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		if f := diagnose(t, exitFailed, "--addr", "127.0.0.1:0", "--config", file)["settings file"]; f.State != want {
			t.Errorf("%s: %+v, want the state %q", address, f, want)
		}
	}
}

func TestCheckCertificate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for days, want := range map[int]doctor.State{-1: doctor.Problem, 10: doctor.Advice, 60: doctor.OK} {
		leaf := &x509.Certificate{NotBefore: now.AddDate(0, -1, 0), NotAfter: now.AddDate(0, 0, days), DNSNames: []string{"judge.example"}}
		if f := checkCertificate("certificate", "renew it", leaf, now); f.State != want {
			t.Errorf("valid for %d days: %+v, want %s", days, f, want)
		}
	}
	if f := checkCertificate("certificate", "renew it", &x509.Certificate{NotBefore: now.AddDate(0, 0, 1), NotAfter: now.AddDate(1, 0, 0)}, now); f.State != doctor.Problem {
		t.Errorf("not valid yet: %+v", f)
	}
}

// The finding says what is wrong with the proxy.
func TestCheckProxy(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		http.StatusOK:                 "leads to ojcheck",
		http.StatusMisdirectedRequest: "Host header",
		http.StatusTemporaryRedirect:  "without TLS",
		http.StatusBadGateway:         "status 502",
	} {
		proxy := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/v1/openapi.json" {
				t.Errorf("the doctor asks for %s, want a page that needs no sign-in", r.URL.Path)
			}
			w.Header().Set("Strict-Transport-Security", "max-age=1")
			w.WriteHeader(status)
		}))
		defer proxy.Close()
		found := checkProxy(t.Context(), proxy.URL)
		f := found[0]
		if !strings.Contains(f.Found, want) || (f.State == doctor.OK) != (status == http.StatusOK) {
			t.Errorf("status %d: %+v, want %q", status, f, want)
		}
		if len(found) != 2 || found[1].State != doctor.OK {
			t.Errorf("status %d: %+v, want a good certificate", status, found)
		}
	}
	silent := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer silent.Close()
	if f := checkProxy(t.Context(), silent.URL)[0]; f.State != doctor.Advice || !strings.Contains(f.Do, "X-Forwarded-Proto") {
		t.Errorf("a proxy without X-Forwarded-Proto: %+v", f)
	}
	if f := checkProxy(t.Context(), "https://127.0.0.1:1")[0]; f.State != doctor.Problem {
		t.Errorf("no proxy: %+v", f)
	}
}

// The doctor finds that the proxy's certificate ends soon, or that it is for another name.
func TestCheckCertificateOfProxy(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]doctor.State{"127.0.0.1": doctor.Advice, "judge.example": doctor.Problem} {
		flags, _ := certify(t, name)
		certificate, err := tls.LoadX509KeyPair(flags[1], flags[3])
		if err != nil {
			t.Fatal(err)
		}
		proxy := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		proxy.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
		proxy.StartTLS()
		defer proxy.Close()
		found := checkProxy(t.Context(), proxy.URL)
		if f := found[len(found)-1]; f.Check != "certificate of the proxy" || f.State != want {
			t.Errorf("a certificate for %s that ends in an hour: %+v, want the state %q", name, f, want)
		}
	}
}

// A clock is wrong if it shows a time before the commit that ojcheck was built from.
func TestCommitTime(t *testing.T) {
	t.Parallel()
	of := func(value string) *debug.BuildInfo {
		return &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.time", Value: value}}}
	}
	if got, want := commitTime(of("2026-11-22T07:00:00Z")), time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("the commit's time is %v, want %v", got, want)
	}
	for _, info := range []*debug.BuildInfo{nil, of("yesterday")} {
		if got := commitTime(info); got.IsZero() || got.After(time.Now()) {
			t.Errorf("without the commit's time: %v", got)
		}
	}
}
