package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/follow"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/review"
)

// followFlags are the flags of the judge systems that the server may follow.
type followFlags struct {
	Systems      []string `name:"follow" setting:"" sep:"none" placeholder:"URL" help:"Base address of a judge system's Contest API, such as https://host/api/v4, whose contests administrators may follow on the page \"Follow contests\", and chief judges on the page \"Judge system\" of their contest. The address of a contest there follows it at once. Repeatable."`
	Contests     []string `name:"contest" sep:"none" placeholder:"ID" help:"ID of a contest in the system of --follow, to follow it at once. Repeatable."`
	Key          string   `name:"follow-key" setting:"" type:"path" placeholder:"FILE" help:"Private key, as age-keygen writes it, that encrypts the accounts of judge systems that people enter. Without it, they can enter none."`
	accountFlags `embed:""`
	hookFlags    `embed:""`
}

// serverFollower follows contests for "ojcheck serve". The contests are in the flags, or were entered on the
// pages.
type serverFollower struct {
	followFlags
	key        *follow.Key       // nil without a key file
	systems    []string          // base addresses
	addresses  map[string]string // addresses in the flags, by base address
	pagesURL   string            // address of the pages
	delivery   *delivery
	follower   *follower
	supervisor *follow.Supervisor
	log        *slog.Logger

	mu        sync.Mutex
	fromFlags []contest.Following // the contests that flags name, see contest.Following.IsFromFlags
}

func (f followFlags) prepare(log *slog.Logger) (*serverFollower, error) {
	s := &serverFollower{followFlags: f, log: log, addresses: make(map[string]string)}
	if len(f.Systems) != 1 {
		switch {
		case len(f.Contests) > 0:
			return nil, usageError{"--contest needs one --follow: with several, give the addresses of the contests there"}
		case f.Pin != "" || len(f.Systems) > 1 && (f.User != "" || f.Token != ""):
			return nil, usageError{"--user, --token and --pin need one --follow: for several systems, give the accounts in a netrc file"}
		}
	}
	for _, address := range f.Systems {
		client, err := f.accountFlags.client(address, log)
		if err != nil {
			return nil, err
		}
		if s.addresses[client.URL()] == "" {
			s.systems = append(s.systems, client.URL())
			s.addresses[client.URL()] = address
		}
		for _, id := range append([]string{client.ContestID()}, f.Contests...) {
			isSame := func(known contest.Following) bool { return known.URL == client.URL() && known.SystemID == id }
			if id != "" && !slices.ContainsFunc(s.fromFlags, isSame) {
				s.fromFlags = append(s.fromFlags, contest.Following{URL: client.URL(), SystemID: id})
			}
		}
	}
	if err := f.hookFlags.Validate(); err != nil {
		return nil, usageError{err.Error()}
	}
	var err error
	if s.delivery, err = f.hookFlags.delivery(log); err != nil {
		return nil, err
	}
	if f.Key != "" {
		if s.key, err = follow.ReadKey(f.Key); errors.Is(err, os.ErrNotExist) {
			return nil, usageError{fmt.Sprintf("--follow-key: there is no file %s: \"age-keygen -o %s\" writes one", f.Key, f.Key)}
		} else if err != nil {
			return nil, usageError{"--follow-key: " + err.Error()}
		}
	}
	return s, nil
}

// attach connects the follower to the database, after that is opened, and to the checker. pagesURL is the address of the pages.
// The closing check of a contest waits for turn, like every check of the server.
func (s *serverFollower) attach(db *archive, pagesURL string, checker check.Checker, turn check.Turn) {
	checker.Turn = turn
	request := check.Request{Parameters: check.Defaults(), By: review.Server}
	request.Parameters.Layout = intake.FormatAPI
	s.follower = &follower{
		db: db, checker: &checker, request: request, delivery: s.delivery, log: s.log,
		note: func(format string, args ...any) { s.log.Info(fmt.Sprintf(format, args...)) },
	}
	s.pagesURL, s.supervisor = pagesURL, follow.New(db, s.follow, s.log)
}

func (s *serverFollower) sources() access.FollowOptions {
	sources := access.FollowOptions{Systems: s.systems, FromFlags: s.contestsOfFlags, OnChange: s.supervisor.Wake}
	if s.key != nil {
		sources.Encrypt = s.key.Encrypt
	}
	return sources
}

// contestsOfFlags returns the contests of the flags, with their states.
func (s *serverFollower) contestsOfFlags() []contest.Following {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.fromFlags)
}

func (s *serverFollower) changeContestOfFlags(i int, change func(*contest.Following)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.fromFlags[i])
}

// run follows contests until ctx ends or the caller calls stop, which waits for the end.
func (s *serverFollower) run(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.delivery.start(ctx, s.follower.db, s.pagesURL)
	if err := s.sendUndelivered(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("the undelivered alerts of the last server cannot be read; "+
			"follow their contests again to send them", "error", err)
	}
	var running sync.WaitGroup
	running.Go(func() { s.supervisor.Run(ctx) })
	for i, f := range s.contestsOfFlags() {
		running.Go(func() {
			s.supervisor.Follow(ctx, f, func(active bool, err error) {
				s.changeContestOfFlags(i, func(f *contest.Following) {
					f.Active, f.Reason = active, i18n.TextOf(err)
				})
			})
		})
	}
	return func() {
		cancel()
		running.Wait()
		s.delivery.wait()
	}
}

// sendUndelivered sends the alerts that the previous server process did not deliver.
func (s *serverFollower) sendUndelivered(ctx context.Context) error {
	if s.delivery == nil {
		return nil
	}
	list, err := s.follower.db.Followings(ctx)
	if err != nil {
		return err
	}
	for _, f := range list {
		contents, err := s.follower.db.Contents(ctx, f.Name)
		if errors.Is(err, contest.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		w, err := s.follower.db.Watch(ctx, contents.ID)
		if err == nil {
			s.delivery.send(contents.ID, f.Name, w.UpdatedAt.Add(deliveryTimeout))
		} else if !errors.Is(err, contest.ErrNotFound) {
			return err
		}
	}
	return nil
}

// follow follows one contest until it ends. An error is permanent if retries are useless.
func (s *serverFollower) follow(ctx context.Context, f contest.Following, onWait func(error)) error {
	client, err := s.client(f)
	if err != nil {
		return backoff.Permanent(err)
	}
	err = s.followWith(ctx, client, f, onWait)
	if errors.As(err, new(*check.NameConflictError)) {
		err = i18n.Errorf("%s; remove this one from the list, or start the server without it, and enter it on the page “Follow contests” under another name", err)
	}
	if isFinal(err) {
		return backoff.Permanent(err)
	}
	if errors.Is(err, ccsclient.ErrHidden) {
		s.log.Info("the judge system does not show the contest", "contest", f.SystemID, "error", err)
	}
	return ccsclient.HideOtherContests(err) // chief judges see it, but may not see the other contests
}

// followWith follows one contest with a client of its judge system.
func (s *serverFollower) followWith(
	ctx context.Context, client *ccsclient.Client, f contest.Following, onWait func(error),
) error {
	system, err := openContest(ctx, client, f.SystemID, onWait)
	if err != nil {
		return err
	}
	onWait(nil)
	own := *s.follower
	own.log = s.log.With("contest", f.SystemID)
	own.note = func(format string, args ...any) { own.log.Info(fmt.Sprintf(format, args...)) }
	name, err := nameOf(ctx, own.db, f.Name, client, system, own.note)
	if err != nil {
		return err
	}
	for i, other := range s.contestsOfFlags() {
		if f.IsFromFlags() && other.URL == f.URL && other.SystemID == f.SystemID {
			s.changeContestOfFlags(i, func(changed *contest.Following) { changed.Name = name })
		}
	}
	if hasEnded, err := s.hasEnded(ctx, f, system, name); err != nil || hasEnded {
		return err
	}
	return own.follow(ctx, client, system, name)
}

// hasEnded reports whether an earlier server followed a contest of the flags to its end. Then hasEnded sends the
// alerts that are not delivered yet. Following the contest again would replace its newest check.
func (s *serverFollower) hasEnded(ctx context.Context, f contest.Following, system *ccsclient.Contest, name string) (bool, error) {
	if !f.IsFromFlags() {
		return false, nil
	}
	contents, err := s.follower.db.Contents(ctx, name)
	var w contest.Watch
	if err == nil {
		w, err = s.follower.db.Watch(ctx, contents.ID)
	}
	if errors.Is(err, contest.ErrNotFound) {
		return false, nil
	}
	if err != nil || w.State != contest.WatchEnded || w.URL != f.URL || w.SystemID != f.SystemID {
		return false, err
	}
	// After "ojcheck watch --close", the contest may go on.
	ended, err := system.Ended(ctx)
	if ended {
		s.delivery.send(contents.ID, name, w.UpdatedAt.Add(deliveryTimeout))
	}
	return ended, err
}

// client returns a client of the judge system of a following, with its account.
func (s *serverFollower) client(f contest.Following) (*ccsclient.Client, error) {
	address, isAllowed := s.addresses[f.URL]
	if !isAllowed {
		return nil, i18n.Errorf("the server may not follow %s any more: start it with --follow %s", f.URL, f.URL)
	}
	flags := s.accountFlags
	if f.NeedsAccount {
		return nil, contest.ErrAccountDeleted
	}
	if f.Account != nil {
		if s.key == nil {
			return nil, i18n.Errorf("the account for the judge system is encrypted: start the server with its --follow-key")
		}
		a, err := s.key.Decrypt(f.Account)
		if err != nil {
			return nil, err
		}
		flags.User, flags.Password, flags.Token = a.User, a.Password, a.Token
	}
	return flags.client(address, s.log)
}

// isFinal reports whether the error stays until somebody changes something, so that retries are useless. A 404 is
// not final: a proxy may answer it for a judge system that is starting.
func isFinal(err error) bool {
	return errors.Is(err, ccs.ErrRefused) || errors.As(err, new(*check.NameConflictError)) ||
		errors.As(err, new(*contest.PathConflictError)) || errors.As(err, new(usageError))
}
