package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// follower follows contests of judge systems, for "ojcheck watch" and "ojcheck serve". It is safe for
// concurrent use.
type follower struct {
	db         *archive
	checker    *check.Checker
	request    check.Request // the parameters, the base code and the actor of the checks
	noAgainst  bool
	delivery   *delivery
	closeNow   bool   // see watch.Watcher.CloseNow
	afterAlert *int64 // see watch.Watcher.AfterAlert
	log        *slog.Logger
	advice     string                                    // end of the note that ojcheck follows a contest
	note       func(format string, args ...any)          // prints a note for the user
	onAlert    func(contestName string, a contest.Alert) // nil for none
}

// takeoverTimeout is how long a follower waits until another ojcheck lets go of the contest.
const takeoverTimeout = 5 * time.Second

// openContest opens a contest. Until the judge system has loaded it, openContest asks again every 1 to 15
// seconds.
func openContest(ctx context.Context, client *ccsclient.Client, id string, onWait func(err error)) (
	*ccsclient.Contest, error) {
	waits := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 15 * time.Second}
	return backoff.Retry(ctx, func() (*ccsclient.Contest, error) {
		system, err := client.Open(ctx, id)
		if err != nil && !errors.Is(err, ccsclient.ErrLoading) {
			err = backoff.Permanent(err)
		}
		return system, err
	}, backoff.WithBackOff(waits), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, _ time.Duration) { onWait(err) }))
}

// follow follows a contest until the judge system announces the last update. It stores the contest under the
// given name. Afterwards the delivery may still have alerts to send.
func (f *follower) follow(ctx context.Context, client *ccsclient.Client, system *ccsclient.Contest, name string) error {
	followCtx, release, err := f.db.Follow(ctx, name, takeoverTimeout)
	isInUse := errors.Is(err, contest.ErrInUse)
	if err != nil && !isInUse {
		return err
	}
	if !isInUse {
		defer release()
	}
	if err := f.checker.CheckName(ctx, name, contest.Metadata{SystemID: system.ID}); err != nil {
		return err
	}
	if isInUse {
		return i18n.Errorf("contest %q is followed by another ojcheck already", name)
	}
	parameters := f.request.Parameters
	if parameters.Against, err = f.earlierContests(ctx, name); err != nil { // before anything is stored
		return err
	}
	w := watch.Watcher{
		Contest: name, URL: client.URL(), SystemID: system.ID, By: f.request.By, Source: system, Store: f.db, Checker: f.checker,
		NewScorer: func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			f.delivery.send(contestID, name, time.Time{})
			return f.checker.Scorer(ctx, contestID, f.request.Base, parameters)
		},
		Parameters: parameters, Base: f.request.Base, CloseNow: f.closeNow, AfterAlert: f.afterAlert, Log: f.log,
		OnAlerts: func(alerts []contest.Alert) {
			f.delivery.send(alerts[0].ContestID, name, time.Time{}) // before printing, which may block
			for _, a := range alerts {
				if f.onAlert != nil {
					f.onAlert(name, a)
				}
			}
		},
		DeliveryFailure: f.delivery.lastError,
	}
	f.note("following %q of %s as contest %q%s", system.ID, client.URL(), name, f.advice)
	result, err := w.Run(followCtx)
	if errors.Is(err, contest.ErrInUse) {
		err = i18n.Errorf("the database could not be reached, and meanwhile another ojcheck began to follow contest %q; "+
			"this one has stopped: %s", name, err)
	}
	f.delivery.send(result.ContestID, name, time.Now().Add(deliveryTimeout)) // an earlier run may not have sent all alerts
	if err != nil {
		return err
	}
	f.note("%s", summaryOf(result))
	return nil
}

func summaryOf(result watch.Result) string {
	if result.CheckID == 0 {
		return "the contest has ended, and there was no submission to check"
	}
	// Each case with a listed pair has an alert: the closing check added the missing ones.
	summary := fmt.Sprintf("the contest has ended: check %d lists %s", result.CheckID, text.Count(result.Alerts.Upheld, "pair"))
	if result.AddedAlerts > 0 {
		summary += fmt.Sprintf(", of which %d were found at the close", result.AddedAlerts)
	}
	if result.Alerts.NotUpheld > 0 {
		summary += fmt.Sprintf("; it does not list the pairs of %s, now marked as not upheld",
			text.Count(result.Alerts.NotUpheld, "alert"))
	}
	return summary
}

// earlierContests returns the earlier contests with which a contest is compared. These are the contests in
// the parameters, or else all. It prints a note about contests in which this version of ojcheck can find
// nothing.
func (f *follower) earlierContests(ctx context.Context, name string) ([]string, error) {
	stored, err := f.db.Contests(ctx)
	if err != nil {
		return nil, err
	}
	p := f.request.Parameters
	var ownID int64 // 0 for a new contest
	compareAll := len(p.Against) == 0 && !f.noAgainst
	for _, k := range stored {
		if k.Name == name {
			ownID = k.ID
		} else if compareAll && k.Submissions > 0 {
			p.Against = []string{contest.AgainstArchive}
		}
	}
	scorer, err := f.checker.Scorer(ctx, ownID, nil, p)
	if unknown, ok := errors.AsType[*check.UnknownContestError](err); ok {
		return nil, usageError{"--against: " + unknown.Error()}
	}
	if err != nil {
		return nil, err
	}
	names, err := scorer.ContestsNotIndexed(ctx)
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		for i, name := range names {
			names[i] = strconv.Quote(name)
		}
		f.note("not all programs can be found in %s: this version of ojcheck has not read all their submissions; "+
			"\"ojcheck check --contest NAME\" reads them", text.Visible(strings.Join(names, ", ")))
	}
	return p.Against, nil
}

// nameOf returns the name under which a contest is stored: the given one, or else the title. A stored contest that was followed
// at this address before keeps its name when the title changes, and nameOf notes that. A judge system that is installed anew
// may give the ID to a contest that begins after the end of the stored one: that is another contest.
func nameOf(ctx context.Context, db *archive, given string, client *ccsclient.Client, system *ccsclient.Contest, note func(string, ...any)) (string, error) {
	if given != "" {
		return given, nil
	}
	about := system.Metadata()
	title := cmp.Or(about.Title, system.ID)
	watches, err := db.Watches(ctx)
	if err != nil {
		return "", err
	}
	stored, err := db.Contests(ctx) // the newest first
	if err != nil {
		return "", err
	}
	earlier := ""
	for _, c := range stored {
		w, isFollowed := watches[c.ID]
		beginsLater := !c.StartsAt.IsZero() && about.StartsAt.After(c.StartsAt.Add(c.Duration))
		if !isFollowed || w.URL != client.URL() || w.SystemID != system.ID || beginsLater {
			continue
		}
		if c.Name == title {
			return title, nil
		}
		earlier = cmp.Or(earlier, c.Name)
	}
	if earlier == "" {
		return title, nil
	}
	note("the judge system calls the contest %q now; it is still stored as %q", title, earlier)
	return earlier, nil
}
