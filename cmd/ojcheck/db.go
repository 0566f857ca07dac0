package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"filippo.io/age"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/text"
)

type dbCommand struct {
	Status     dbStatusCommand     `cmd:"" help:"Show where ojcheck's own PostgreSQL server stores its data, and whether it runs."`
	Stop       dbStopCommand       `cmd:"" help:"Stop ojcheck's own PostgreSQL server. It starts again when it is needed."`
	URL        dbURLCommand        `cmd:"" name:"url" help:"Print the connection URL of ojcheck's own PostgreSQL server while it runs, for psql and others."`
	Dump       dbDumpCommand       `cmd:"" help:"Write the whole database to one file."`
	Restore    dbRestoreCommand    `cmd:"" help:"Restore a file of \"db dump\" into an empty database."`
	Distribute dbDistributeCommand `cmd:"" help:"Distribute the archive to several machines with Citus."`
}

type dbStatusCommand struct{}

func (dbStatusCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	if flags.URL != "" {
		term.say("database: set by --database-url or DATABASE_URL; ojcheck's own server is not used")
	}
	status, err := localpg.Inspect(ctx, flags.DataDir)
	if err != nil {
		return err
	}
	term.say("data:     %s", status.DataDir)
	if status.Version == "" {
		term.say("server:   not set up yet; the first check sets it up")
		return nil
	}
	term.say("version:  PostgreSQL %s", status.Version)
	term.say("log:      %s", status.Log)
	switch {
	case status.Busy:
		term.say("server:   it starts or stops at this moment")
		return nil
	case !status.Running:
		term.say("server:   stopped; it starts when it is needed")
		return nil
	case status.Connections < 0:
		term.say("server:   running, process %d, all connections are in use", status.Pid)
	default:
		term.say("server:   running, process %d, %d connections", status.Pid, status.Connections)
	}
	term.say("url:      %s", status.URL)
	return nil
}

type dbStopCommand struct {
	Force bool `help:"Stop the server even if other ojcheck processes use it."`
}

func (c dbStopCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	stopped, err := localpg.Stop(ctx, flags.DataDir, c.Force)
	if errors.Is(err, localpg.ErrInUse) {
		return fmt.Errorf("%w: end them first, or stop the server anyway with --force", err)
	}
	if err != nil {
		return err
	}
	message := "No server was running."
	if stopped {
		message = "The server is stopped. Its data is still there."
	}
	term.say("%s", message)
	return nil
}

type dbURLCommand struct{}

func (dbURLCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	status, err := localpg.Inspect(ctx, flags.DataDir)
	if err != nil {
		return err
	}
	switch {
	case status.Busy:
		return errors.New("ojcheck's own server starts or stops at this moment: try again")
	case !status.Running:
		return errors.New("ojcheck's own server is not running; it runs while \"ojcheck serve\" or a check runs")
	}
	term.say("%s", status.URL)
	return nil
}

type dbDumpCommand struct {
	File       string         `arg:"" name:"file" help:"File to write; \"-\" is standard output."`
	Recipients recipientFlags `embed:""`
	Quiet      bool           `short:"q" help:"Show no progress."`
}

// recipientFlags say for whom dumps are encrypted.
type recipientFlags struct {
	Keys []string `setting:"" name:"recipient" placeholder:"KEY" help:"Encrypt dumps for this public key of age (age1...), so that only the owner of its private key can restore them. Repeat it for more keys."`
}

// check returns an error unless all keys are public keys.
func (f recipientFlags) check() error {
	if len(f.Keys) == 0 {
		return nil
	}
	if _, err := dump.Encrypt(io.Discard, f.Keys); err != nil {
		return usageError{"--recipient: " + err.Error()}
	}
	return nil
}

func (c dbDumpCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	if err := c.Recipients.check(); err != nil {
		return err
	}
	out, err := openOutput(c.File, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	if out.isRegularFile() {
		if err := out.file.Chmod(0o600); err != nil { // a dump holds the hashes of passwords and tokens
			return fmt.Errorf("write dump: %w", err)
		}
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	progress, hide := newDumpProgress(term.err, c.Quiet)
	summary, err := dump.Dump(ctx, server.url, out, c.Recipients.Keys, toolVersion(), progress)
	hide()
	if err != nil {
		return err
	}
	err = out.Flush()
	if err == nil && out.isRegularFile() {
		err = out.file.Sync() // before the new file replaces an older dump
	}
	if err != nil {
		return fmt.Errorf("write dump: %w", err)
	}
	if err := out.finish(); err != nil {
		return err
	}
	advice := "It holds all programs, names and password hashes: protect it like the database itself."
	if len(c.Recipients.Keys) > 0 {
		advice = "It is encrypted. Without a private key of its recipients nobody can restore it: keep one elsewhere."
	}
	term.note("dumped: %s\n%s Sessions are not in it.", describeDump(summary), advice)
	return nil
}

type dbRestoreCommand struct {
	File     string `arg:"" name:"file" help:"File that \"ojcheck db dump\" wrote; \"-\" is standard input."`
	Identity string `placeholder:"FILE" help:"File with the private key of an encrypted dump, as age-keygen writes it."`
	Quiet    bool   `short:"q" help:"Show no progress."`
}

func (c dbRestoreCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	input, size := term.in, int64(0)
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("read dump: %w", err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			err = fmt.Errorf("%s is a directory", c.File)
		}
		if err != nil {
			return fmt.Errorf("read dump: %w", err)
		}
		input, size = file, info.Size()
	}
	input, err := c.decrypt(input)
	if err != nil {
		return err
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	progress, hide := newDumpProgress(term.err, c.Quiet)
	summary, err := dump.Restore(ctx, server.url, input, size, progress)
	hide()
	if err != nil {
		return err
	}
	term.say("restored: %s\nEverybody has to sign in to the pages again.", describeDump(summary))
	return nil
}

func (c dbRestoreCommand) decrypt(file io.Reader) (io.Reader, error) {
	if c.Identity == "" {
		return dump.Decrypt(file, nil)
	}
	keys, err := os.Open(c.Identity)
	if err != nil {
		return nil, fmt.Errorf("read the private key: %w", err)
	}
	defer keys.Close()
	identities, err := age.ParseIdentities(keys)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--identity %s: it is not a private key as age-keygen writes it", c.Identity)}
	}
	return dump.Decrypt(file, identities)
}

type dbDistributeCommand struct {
	Status bool `xor:"what" help:"Show where the archive is, and how far its distribution has come."`
	Undo   bool `xor:"what" help:"Move a distributed archive back to one machine, or give up a distribution that has not ended."`
	Quiet  bool `short:"q" help:"Show no progress."`
}

func (c dbDistributeCommand) Run(ctx context.Context, term terminal, open opener) error {
	archive, err := open(ctx)
	if err != nil {
		return err
	}
	if c.Status {
		d, err := archive.Distribution(ctx)
		if err == nil {
			printDistribution(term, d)
		}
		return err
	}
	show, hide := newProgress(term.err, c.Quiet)
	defer hide()
	if c.Undo {
		err := archive.Undistribute(ctx, func(step string) { show(check.Stage(step), 0, 0) })
		if err == nil {
			hide()
			term.say("The archive is on one machine.")
		}
		return err
	}
	err = archive.Distribute(ctx, postgres.DistributeOptions{Progress: func(table string, done, total int64) {
		show(check.Stage("copy "+table), int(done), int(total))
	}})
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w; nothing is lost: \"ojcheck db distribute\" goes on, \"--undo\" gives it up", err)
	}
	if err == nil {
		hide()
		term.say("The archive is distributed.")
	}
	return err
}

func printDistribution(term terminal, d contest.Distribution) {
	switch d.State {
	case contest.NotDistributed:
		term.say("archive:  on one machine")
	case contest.Distributing:
		term.say("archive:  being distributed; if no process does it any more, \"ojcheck db distribute\" goes on")
	case contest.Distributed:
		term.say("archive:  distributed")
	}
	for _, t := range d.Tables {
		term.say("copied:   %s of %s rows of %s", text.Thousands(t.Done), text.Thousands(t.Total), t.Name)
	}
	for _, w := range d.Workers {
		term.say("worker:   %s, %s, %.1f MB", w.Name, text.Count(w.Shards, "shard"), float64(w.Bytes)/1e6)
	}
}

func describeDump(s dump.Summary) string {
	return fmt.Sprintf("%s, %s rows in %s; schema %d, ojcheck %s",
		text.Count(int(s.Contests), "contest"), text.Thousands(s.Rows), text.Count(s.Tables, "table"), s.Schema, text.Visible(s.Tool))
}

func newDumpProgress(w io.Writer, quiet bool) (dump.Progress, func()) {
	show, hide := newProgress(w, quiet)
	return func(stage string, done, total int64) { show(check.Stage(stage), int(done), int(total)) }, hide
}

// databaseFlags say which database to use. Every command has them.
type databaseFlags struct {
	URL     string `name:"database-url" setting:"secret" env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or newer to use instead of ojcheck's own server."`
	DataDir string `setting:"" placeholder:"DIR" help:"Directory of the data of ojcheck's own PostgreSQL server, and of uploads."`

	usesOwnServer bool // whether the command used ojcheck's own server
}

// databaseServer is a running PostgreSQL server.
type databaseServer struct {
	url     string           // of the database
	cluster *localpg.Cluster // ojcheck's own server, or nil
}

// server returns the server of --database-url, or else starts ojcheck's own server.
func (f *databaseFlags) server(ctx context.Context, log *slog.Logger) (*databaseServer, error) {
	if f.URL != "" {
		return &databaseServer{url: f.URL}, nil
	}
	dir, err := f.dataDir()
	if err != nil {
		return nil, err
	}
	if free, err := disk.Free(dir); err == nil && free < minFree { // an error means that there is no directory yet
		return nil, adviseDisk(errors.New("PostgreSQL was not started: the disk is full"), dir, free)
	}
	f.usesOwnServer = true
	cluster, err := localpg.Start(ctx, localpg.Options{DataDir: f.DataDir, Log: log})
	if err != nil {
		return nil, err
	}
	return &databaseServer{cluster.URL(), cluster}, nil
}

// dataDir returns the data directory.
func (f *databaseFlags) dataDir() (string, error) {
	if f.DataDir != "" {
		return f.DataDir, nil
	}
	return localpg.DefaultDataDir()
}

// uploadDir makes the directory uploads/NAME in the data directory, and returns its path.
func (f *databaseFlags) uploadDir(name string) (dir string, err error) {
	parent, err := f.dataDir()
	if err == nil {
		parent, err = filepath.Abs(parent)
	}
	if err == nil {
		err = localpg.MakeDir(parent)
	}
	dir = filepath.Join(parent, "uploads", name)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("no place for uploads: %w: choose another directory with --data-dir", err)
	}
	return dir, nil
}

// close stops ojcheck's own server unless another process uses it.
func (s *databaseServer) close() {
	if s != nil && s.cluster != nil {
		_ = s.cluster.Close() // if it fails, the next process that uses the server stops it
	}
}

// opener opens the database, for commands that do something before they need it. The function run in
// main.go closes it after the command.
type opener func(context.Context) (*archive, error)

// archive is the database and its server.
type archive struct {
	*postgres.DB
	server *databaseServer
}

// open connects to the database, and marks interrupted checks as failed. If the flags have no URL, it starts
// ojcheck's own server. The caller must call close, even after an error.
func (a *archive) open(ctx context.Context, flags *databaseFlags, log *slog.Logger) (err error) {
	if a.server, err = flags.server(ctx, log); err != nil {
		return err
	}
	notice := time.AfterFunc(2*time.Second, func() {
		log.Info("waiting for the database; another ojcheck may be updating its tables")
	})
	a.DB, err = postgres.Open(ctx, a.server.url)
	notice.Stop()
	if err != nil {
		return err
	}
	a.OnWait = func(other string) { log.Info("waiting for another process to end", "what", other) }
	n, err := a.RecoverInterrupted(ctx)
	if err != nil {
		return fmt.Errorf("mark interrupted checks as failed: %w", err)
	}
	if n > 0 {
		log.Warn("imports or checks were interrupted earlier and are marked failed; \"ojcheck serve\" continues those of uploads, start others again", "count", n)
	}
	return nil
}

// close closes the connections, and stops ojcheck's own server unless another process uses it.
func (a *archive) close() {
	if a.DB != nil {
		a.DB.Close()
	}
	a.server.close()
}

// minFree is the number of free bytes below which PostgreSQL may fail in many ways, or crash again and again: it writes its
// log in files of 16 MB.
const minFree = 16 << 20

// adviseDisk adds to an error of a full disk how much is free on that of the data directory, and what to do. free is in bytes.
func adviseDisk(err error, dir string, free int64) error {
	if free >= minFree && !errors.Is(err, contest.ErrDiskFull) {
		return err
	}
	return fmt.Errorf("%w; the disk of %s has %d MB free: free some space, or choose another directory with --data-dir", err, dir, free>>20)
}

// adviseFullDisk is adviseDisk for an error of a command that used ojcheck's own server. It returns other errors unchanged.
func (f *databaseFlags) adviseFullDisk(err error) error {
	if !f.usesOwnServer {
		return err
	}
	dir, dirErr := f.dataDir()
	free, freeErr := disk.Free(dir)
	if dirErr != nil || freeErr != nil {
		return err
	}
	return adviseDisk(err, dir, free)
}

// noContestError says that no contest has a name.
type noContestError string

func (e noContestError) Error() string {
	return fmt.Sprintf("no contest is called %q; \"ojcheck contest list\" lists them", string(e))
}

// contestNamed returns the counts of the contest with a name, or else of the only contest with that title; a deleted one counts
// by its name only. If there is none, the error is a noContestError.
func (a *archive) contestNamed(ctx context.Context, name string) (contest.StoredCounts, error) {
	contents, err := a.Contents(ctx, name)
	if !errors.Is(err, contest.ErrNotFound) {
		return contents, err
	}
	list, err := a.Contests(ctx)
	if err != nil {
		return contents, err
	}
	list = slices.DeleteFunc(list, func(c contest.Contest) bool { return c.Deleted || c.Metadata.Title != name })
	switch len(list) {
	case 0:
		return contents, noContestError(name)
	case 1:
		return a.Contents(ctx, list[0].Name)
	}
	return contents, fmt.Errorf("%d contests have the title %q: give the name of one; \"ojcheck contest list\" lists them", len(list), name)
}

// newestCheck returns the newest complete check of the contest with a name.
func (a *archive) newestCheck(ctx context.Context, name string) (contest.Check, error) {
	target, err := a.contestNamed(ctx, name)
	if err != nil {
		return contest.Check{}, err
	}
	checks, err := a.Checks(ctx, target.ID)
	if err != nil {
		return contest.Check{}, err
	}
	newest, ok := contest.NewestCheck(checks)
	if !ok {
		return newest, fmt.Errorf("no check of contest %q is complete: run ojcheck check --contest %q", target.Name, target.Name)
	}
	return newest, nil
}
