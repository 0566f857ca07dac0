package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ojcheck/ojcheck/internal/doctor"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/request"
)

type doctorCommand struct {
	Listen  listenFlags  `embed:""`
	Metrics metricsFlags `embed:""`
	SignIn  signInFlags  `embed:""`
	Follow  followFlags  `embed:""`
	Dumps   dumpFlags    `embed:""`
	Backups string       `setting:"" placeholder:"DIR" help:"Directory of the dumps that \"ojcheck db dump\" writes. The newest must not be older than two days."`
	Format  string       `enum:"table,json" default:"table" placeholder:"FORMAT" help:"Format of the output: table or json (default table)."`
}

// correctSetting is what to do if "ojcheck serve" would refuse a setting.
const correctSetting = "correct the setting that it names"

func (c doctorCommand) Run(ctx context.Context, term terminal, flags *databaseFlags, settings *resolver) error {
	versions := doctor.NewOK("ojcheck", "%s, %s, %s/%s", toolVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	found, database, isNew := checkDatabase(ctx, term, flags)
	found = append([]doctor.Finding{versions}, found...)
	found = append(found, checkFiles(flags, database)...)
	found = append(found, c.checkAddress(ctx)...)
	found = append(found, c.checkMetrics(ctx)...)
	found = append(found, c.checkSignIn()...)
	found = append(found, c.checkFollow(term.log)...)
	hasPassword := func(line fileLine) bool { return hidePassword(line.value) != line.value }
	if slices.ContainsFunc(settings.lines["database-url"], hasPassword) {
		found = append(found, doctor.SecretFile("settings file", settings.path))
	}
	buildInfo, _ := debug.ReadBuildInfo()
	found = append(found, c.checkDumps(database, isNew, time.Now())...)
	found = append(found, doctor.Clock(commitTime(buildInfo), time.Now(), doctor.ClockState))
	problems := 0
	for i, f := range found {
		found[i].Found = text.OneLine(f.Found)
		if f.State == doctor.Problem {
			problems++
		}
	}
	if err := printFindings(term, found, c.Format); err != nil {
		return err
	}
	if problems > 0 {
		return fmt.Errorf("%s must be corrected", text.Count(problems, "problem"))
	}
	return nil
}

// commitTime returns the time of the commit that ojcheck was built from, or an earlier time if the build does not say it.
func commitTime(info *debug.BuildInfo) time.Time {
	if info != nil {
		for _, s := range info.Settings {
			if s.Key != "vcs.time" {
				continue
			}
			if committed, err := time.Parse(time.RFC3339, s.Value); err == nil {
				return committed
			}
		}
	}
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
}

func printFindings(term terminal, found []doctor.Finding, format string) error {
	if format == "json" {
		encoder := json.NewEncoder(term.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string][]doctor.Finding{"findings": found})
	}
	var table []string
	for _, f := range found {
		line := f.Found
		if f.Do != "" {
			line += ": " + f.Do
		}
		table = append(table, fmt.Sprintf("%s\t%s\t%s", f.State, f.Check, text.Visible(line)))
	}
	return term.table(table...)
}

// checkDatabase checks the database, and returns its name, and whether it is yet to be made; see [doctor.Database]. It starts
// ojcheck's own server if it is set up, but does not set it up.
func checkDatabase(ctx context.Context, term terminal, flags *databaseFlags) (found []doctor.Finding, name string, isNew bool) {
	const check = "database"
	one := func(f doctor.Finding) ([]doctor.Finding, string, bool) {
		return []doctor.Finding{f}, "", f.State != doctor.Problem
	}
	problem := func(found, do string) ([]doctor.Finding, string, bool) {
		return one(doctor.NewProblem(check, found, do))
	}
	if flags.URL == "" {
		status, err := localpg.Inspect(ctx, flags.DataDir)
		if err != nil {
			return problem(err.Error(), "correct this, or give a server with --database-url")
		}
		if status.Version == "" {
			dir, version, err := localpg.Installed(ctx, flags.DataDir)
			switch {
			case errors.Is(err, localpg.ErrNotInstalled):
				return one(doctor.NewAdvice(check, "PostgreSQL is not installed; the first command downloads it",
					"install it, or give a server with --database-url"))
			case err != nil:
				return problem(err.Error(), "correct this, or give a server with --database-url")
			}
			return one(doctor.NewOK(check, "none yet; the first command makes one with PostgreSQL %s of %s", version, dir))
		}
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return problem("ojcheck's own server does not start: "+explain(err), "read its log, which \"ojcheck db status\" names")
	}
	defer server.close()
	connections, err := postgres.MaxConnections(server.url)
	if err != nil {
		return problem("the address of the database cannot be read", "give it as postgres://user@host/database")
	}
	found, name, isNew = doctor.Database(ctx, server.url, connections)
	if name == "" {
		return found, name, isNew // it does not answer
	}
	if err := postgres.CheckPooler(ctx, server.url); err != nil {
		found = append(found, doctor.NewProblem("pooler", "commands cannot open the database: "+explain(err), "correct the pooler, or go around it"))
	}
	return found, name, isNew
}

func checkFiles(flags *databaseFlags, database string) []doctor.Finding {
	dir, err := flags.dataDir()
	if err != nil {
		return []doctor.Finding{doctor.NewProblem("data directory", err.Error(), "give one with --data-dir")}
	}
	return doctor.DataDir(dir, database, request.DefaultMinFree)
}

func (c doctorCommand) checkAddress(ctx context.Context) (found []doctor.Finding) {
	const check = "address"
	listener, err := c.Listen.listen()
	switch {
	case err == nil:
		listener.Close()
		found = append(found, doctor.NewOK(check, "%s is free; ojcheck serve does not run there", c.Listen.Addr))
	case errors.Is(err, syscall.EADDRINUSE):
		if answer, err := ask(ctx, c.Listen.localURL()+"/healthz"); err != nil || answer.StatusCode != http.StatusOK {
			return append(found, doctor.NewProblem(check, c.Listen.Addr+" is used by another program",
				"end it, or choose another address with --addr"))
		}
		found = append(found, doctor.NewOK(check, "ojcheck serve answers at %s", c.Listen.Addr))
		if c.Listen.BehindProxy {
			found = append(found, checkProxy(ctx, strings.TrimSuffix(c.Listen.PublicURL, "/"))...)
		}
	default:
		return append(found, doctor.NewProblem(check, explain(err), correctSetting))
	}
	if c.Listen.TLSCert == "" {
		return found
	}
	found = append(found, doctor.SecretFile("key of the certificate", c.Listen.TLSKey))
	certificate, err := tls.LoadX509KeyPair(c.Listen.TLSCert, c.Listen.TLSKey)
	if err != nil {
		return append(found, doctor.NewProblem("certificate", err.Error(), "correct --tls-cert and --tls-key"))
	}
	return append(found, checkCertificate("certificate", "renew it, and start ojcheck serve again", certificate.Leaf, time.Now()))
}

func (c doctorCommand) checkMetrics(ctx context.Context) []doctor.Finding {
	const check = "metrics"
	listener, err := c.Metrics.listen()
	switch {
	case err == nil && listener == nil:
		return nil
	case err == nil:
		listener.Close()
		return []doctor.Finding{doctor.NewOK(check, "%s is free; ojcheck serve does not run there", c.Metrics.Addr)}
	case errors.Is(err, syscall.EADDRINUSE):
		if answer, err := ask(ctx, "http://"+c.Metrics.address()+"/metrics"); err == nil && answer.StatusCode == http.StatusOK {
			return []doctor.Finding{doctor.NewOK(check, "ojcheck answers at %s", c.Metrics.Addr)}
		}
		return []doctor.Finding{doctor.NewProblem(check, c.Metrics.Addr+" is used by another program", "end it, or choose another address with --metrics-addr")}
	}
	return []doctor.Finding{doctor.NewProblem(check, explain(err), correctSetting)}
}

func (c doctorCommand) checkFollow(log *slog.Logger) (found []doctor.Finding) {
	if c.Follow.Key != "" {
		found = append(found, doctor.SecretFile("key of followed contests", c.Follow.Key))
	}
	if c.Follow.WebhookSecretFile != "" {
		found = append(found, doctor.SecretFile("secret of the webhook", c.Follow.WebhookSecretFile))
	}
	if _, err := c.Follow.prepare(log); err != nil {
		found = append(found, doctor.NewProblem("following contests", explain(err), correctSetting))
	}
	return found
}

func (c doctorCommand) checkSignIn() (found []doctor.Finding) {
	if c.SignIn.SecretFile != "" {
		found = append(found, doctor.SecretFile("secret of the client", c.SignIn.SecretFile))
	}
	if _, err := c.SignIn.methods(); err != nil {
		found = append(found, doctor.NewProblem("signing in", explain(err), correctSetting))
	}
	return found
}

func (c doctorCommand) checkDumps(database string, isNew bool, now time.Time) (found []doctor.Finding) {
	if c.Dumps.Dir != "" {
		found = append(found, doctor.DailyDumps(c.Dumps.Dir, database, isNew, now))
	}
	if err := c.Dumps.Recipients.check(); err != nil {
		found = append(found, doctor.NewProblem("encryption of dumps", explain(err), correctSetting))
	}
	if c.Dumps.Dir == "" || c.Backups != "" {
		found = append(found, doctor.Backups(c.Backups, database, now))
	}
	return found
}

// localURL returns the address at which this machine reaches the pages.
func (f listenFlags) localURL() string {
	host, port, _ := net.SplitHostPort(f.Addr) // listen has checked the address
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	scheme := "http://"
	if f.TLSCert != "" {
		scheme = "https://"
	}
	return scheme + net.JoinHostPort(host, port)
}

// renewBefore is how long a certificate should still be valid.
const renewBefore = 21 * 24 * time.Hour

// checkCertificate checks how long a certificate is valid. advice says what to do if it is not valid, or not for long.
func checkCertificate(check, advice string, leaf *x509.Certificate, now time.Time) doctor.Finding {
	end := leaf.NotAfter.Format(time.DateOnly)
	names := cmp.Or(strings.Join(leaf.DNSNames, ", "), "no name")
	switch {
	case now.After(leaf.NotAfter):
		return doctor.NewProblem(check, "it was valid until "+end, advice)
	case now.Before(leaf.NotBefore):
		return doctor.NewProblem(check, "it is valid only from "+leaf.NotBefore.Format(time.DateOnly),
			"see that the clock is right, or take another certificate")
	case now.Add(renewBefore).After(leaf.NotAfter):
		return doctor.NewAdvice(check, "it is valid only until "+end, advice)
	}
	return doctor.NewOK(check, "for %s, valid until %s", names, end)
}

// checkProxy asks the proxy for a page, and checks its answer and its certificate. Who issued the certificate is not checked:
// browsers may trust others than this machine does.
func checkProxy(ctx context.Context, publicURL string) []doctor.Finding {
	answer, err := ask(ctx, publicURL+api.Root+"v1/openapi.json")
	if err != nil {
		return []doctor.Finding{doctor.NewProblem("proxy", fmt.Sprintf("%s does not answer: %v", publicURL, err),
			"see that the proxy runs, and that --public-url is right")}
	}
	found := []doctor.Finding{checkProxyAnswer(publicURL, answer)}
	if answer.TLS != nil {
		const check = "certificate of the proxy"
		leaf := answer.TLS.PeerCertificates[0]
		if err := leaf.VerifyHostname(answer.Request.URL.Hostname()); err != nil {
			return append(found, doctor.NewProblem(check, err.Error(), "give the proxy one for the name in --public-url"))
		}
		found = append(found, checkCertificate(check, "renew it at the proxy", leaf, time.Now()))
	}
	return found
}

func checkProxyAnswer(publicURL string, answer *http.Response) doctor.Finding {
	const check = "proxy"
	switch status := answer.StatusCode; {
	case status == http.StatusMisdirectedRequest:
		return doctor.NewProblem(check, "it replaces the Host header", "make it pass the Host header unchanged")
	case status >= 300 && status < 400:
		return doctor.NewProblem(check, "it says that browsers come without TLS", "make it send X-Forwarded-Proto: https")
	case status != http.StatusOK:
		return doctor.NewProblem(check, fmt.Sprintf("%s answers with status %d", publicURL, status),
			"see that the proxy leads to --addr")
	case answer.Header.Get("Strict-Transport-Security") == "": // ojcheck sends it to browsers that come with TLS
		return doctor.NewAdvice(check, "it does not say that browsers come with TLS", "make it pass the Host header, and send X-Forwarded-Proto: https")
	}
	return doctor.NewOK(check, "%s leads to ojcheck", publicURL)
}

// ask requests an address and returns the answer without its body. It accepts every certificate, because checkCertificate
// checks them.
func ask(ctx context.Context, address string) (answer *http.Response, err error) {
	client := &http.Client{
		Timeout:       5 * time.Second,
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err = client.Do(r)
	if err == nil {
		answer.Body.Close()
	}
	return answer, err
}
