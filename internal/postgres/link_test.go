package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// linkedCase has a confirmed case and a chief judge.
type linkedCase struct {
	*testing.T
	db    *DB
	key   review.Key
	chief review.Person
}

func newLinkedCase(t *testing.T) linkedCase {
	t.Helper()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	c := linkedCase{t, db, keyOf("A", people[0], people[1]), users[0]}
	decide(t, db, c.chief, c.key, review.Review{Decision: review.Confirmed, Ruling: true})
	return c
}

// statementLink and outsiderLink return valid links.
func (c linkedCase) statementLink() review.Link {
	return review.Link{Key: c.key, PairID: 7, ParticipantID: c.key.Second, Hides: review.HidesProgram, EndsAt: time.Now().Add(time.Hour)}
}

func (c linkedCase) outsiderLink() review.Link {
	return review.Link{Key: c.key, PairID: 7, Recipient: "an expert", Hides: review.HidesNothing, EndsAt: time.Now().Add(time.Hour)}
}

func (c linkedCase) add(l review.Link) account.TokenHash {
	c.Helper()
	_, hash := account.NewLinkToken()
	if _, err := c.db.AddLink(c.Context(), c.chief, l, hash); err != nil {
		c.Fatal(err)
	}
	return hash
}

// wantState checks the state of a link.
func (c linkedCase) wantState(what string, hash account.TokenHash, want review.LinkState) {
	c.Helper()
	l, err := c.db.Link(c.Context(), hash)
	if got := l.State(time.Now()); err != nil || got != want {
		c.Errorf("%s: the link is %q, %v; want %q", what, got, err, want)
	}
}

// log returns the actions on links, oldest first.
func (c linkedCase) log() (actions []string) {
	c.Helper()
	entries, _, err := c.db.AuditLog(c.Context(), c.key.ContestID, review.LogFilter{}, 0, 0)
	if err != nil {
		c.Fatal(err)
	}
	for _, e := range slices.Backward(entries) {
		if e.Details.Link != 0 {
			actions = append(actions, e.Actor.Name+": "+string(e.Action))
		}
	}
	return actions
}

// A participant can open their link any number of times, and makes one statement, which is stored with the case.
func TestStatement(t *testing.T) {
	t.Parallel()
	c := newLinkedCase(t)
	ctx := t.Context()
	hash := c.add(c.statementLink())
	for range 3 {
		if l, err := c.db.OpenLink(ctx, hash); err != nil || l.State(time.Now()) != review.LinkOpen || l.ParticipantID != c.key.Second {
			t.Errorf("opened: %+v, %v", l, err)
		}
	}
	for what, statement := range map[string]string{"nothing": "", "NUL": "a\x00", "too much": strings.Repeat("x", review.MaxNote+1)} {
		if _, err := c.db.AddStatement(ctx, hash, statement); !errors.Is(err, review.ErrRefused) {
			t.Errorf("a statement with %s: got error %v, want ErrRefused", what, err)
		}
	}
	c.wantState("before the statement", hash, review.LinkOpen)
	statement := strings.Repeat("ü", review.MaxNote/2)
	// Only one of two at once is stored.
	var group sync.WaitGroup
	states := make([]review.LinkState, 4)
	for i := range states {
		group.Go(func() {
			l, err := c.db.AddStatement(context.Background(), hash, statement)
			if err != nil {
				t.Error(err)
			}
			states[i] = l.State(time.Now())
		})
	}
	group.Wait()
	slices.Sort(states)
	if want := []review.LinkState{review.LinkOpen, review.LinkStated, review.LinkStated, review.LinkStated}; !slices.Equal(states, want) {
		t.Errorf("four statements at once found the link %q, want %q", states, want)
	}
	c.wantState("after the statement", hash, review.LinkStated)
	stored, err := c.db.Case(ctx, c.key)
	if err != nil || len(stored.Statements) != 1 || stored.Statements[0].Text != statement || stored.Statements[0].ParticipantID != c.key.Second ||
		time.Since(stored.Statements[0].At).Abs() > time.Hour {
		t.Errorf("the case has %d statements, %v", len(stored.Statements), err)
	}
	want := []string{c.chief.Name + ": add link", "link: open link", "link: statement"}
	wantEqual(t, "log", want, c.log())
	var inLog int
	if err := c.db.pool.QueryRow(ctx, "SELECT count(*) FROM audit_log WHERE details::text LIKE '%ü%'").Scan(&inLog); err != nil || inLog != 0 {
		t.Errorf("%d entries of the log have the statement, %v", inLog, err)
	}
}

// A link ends after its last day, when it is withdrawn, when a newer link for the same participant is made, or when it is
// opened.
func TestLinksEnd(t *testing.T) {
	t.Parallel()
	c := newLinkedCase(t)
	ctx := t.Context()
	open := func(hash account.TokenHash) review.LinkState {
		t.Helper()
		l, err := c.db.OpenLink(ctx, hash)
		must(t, err)
		return l.State(time.Now())
	}
	once := c.outsiderLink()
	once.OneTime = true
	used := c.add(once)
	if first, second := open(used), open(used); first != review.LinkOpen || second != review.LinkUsed {
		t.Errorf("a link that works once was %q, then %q", first, second)
	}
	ended := c.add(c.outsiderLink())
	execute(t, c.db, "UPDATE links SET ends_at = now() - interval '1 second' WHERE hash = $1", ended[:])
	if got := open(ended); got != review.LinkEnded {
		t.Errorf("a link after its day is %q", got)
	}
	older := c.add(c.statementLink())
	newer := c.add(c.statementLink())
	other := c.statementLink()
	other.ParticipantID = c.key.First
	kept := c.add(other)
	c.wantState("the older link of a participant", older, review.LinkWithdrawn)
	c.wantState("the newer link of a participant", newer, review.LinkOpen)
	c.wantState("the link of the other participant", kept, review.LinkOpen)
	list, err := c.db.Links(ctx, c.key)
	if err != nil || len(list) != 5 || list[0].ParticipantID != c.key.First || list[0].By != c.chief {
		t.Fatalf("the links are %+v, %v", list, err)
	}
	for range 2 {
		must(t, c.db.WithdrawLink(ctx, c.chief, c.key, list[1].ID))
	}
	c.wantState("withdrawn", newer, review.LinkWithdrawn)
	stated, err := c.db.AddStatement(ctx, kept, "I wrote it alone")
	must(t, err)
	if stored, err := c.db.Case(ctx, c.key); err != nil || !stored.HasNewStatement() {
		t.Errorf("the case has no new statement: %v", err)
	}
	for range 2 {
		must(t, c.db.MarkStatementRead(ctx, c.chief, c.key, stated.ID))
	}
	if err := c.db.MarkStatementRead(ctx, c.chief, c.key, list[1].ID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a link without a statement is read: %v", err)
	}
	if l, err := c.db.AddStatement(ctx, newer, "too late"); err != nil || l.State(time.Now()) != review.LinkWithdrawn {
		t.Errorf("a statement by a withdrawn link finds it %q, %v", l.State(time.Now()), err)
	}
	if stored, err := c.db.Case(ctx, c.key); err != nil || len(stored.Statements) != 1 || stored.Statements[0].IsNew() || stored.Statements[0].ReadBy != c.chief {
		t.Errorf("the case has the statements %v, %v", stored.Statements, err)
	}
	chief := c.chief.Name
	want := []string{chief + ": add link", "link: open link", chief + ": add link", chief + ": add link", chief + ": withdraw link",
		chief + ": add link", chief + ": add link", chief + ": withdraw link", "link: statement", chief + ": read"}
	wantEqual(t, "log", want, c.log())
}

// AddLink and the other methods for links refuse invalid values, and find no links of other cases.
func TestLinksRefuse(t *testing.T) {
	t.Parallel()
	c := newLinkedCase(t)
	ctx := t.Context()
	change := func(l review.Link, f func(*review.Link)) review.Link { f(&l); return l }
	statement, outsider := c.statementLink(), c.outsiderLink()
	for what, l := range map[string]review.Link{
		"no recipient":                  change(outsider, func(l *review.Link) { l.Recipient = "" }),
		"two lines":                     change(outsider, func(l *review.Link) { l.Recipient = "a\nb" }),
		"an outsider without a program": change(outsider, func(l *review.Link) { l.Hides = review.HidesProgram }),
		"all names for a participant":   change(statement, func(l *review.Link) { l.Hides = review.HidesNothing }),
		"a statement that works once":   change(statement, func(l *review.Link) { l.OneTime = true }),
		"a stranger":                    change(statement, func(l *review.Link) { l.ParticipantID = 999 }),
		"a day that is over":            change(statement, func(l *review.Link) { l.EndsAt = time.Now() }),
		"a day in two years":            change(outsider, func(l *review.Link) { l.EndsAt = time.Now().AddDate(2, 0, 0) }),
		"an open case":                  change(statement, func(l *review.Link) { l.Problem = "B" }),
	} {
		_, hash := account.NewLinkToken()
		if _, err := c.db.AddLink(ctx, c.chief, l, hash); !errors.Is(err, review.ErrRefused) {
			t.Errorf("%s: got error %v, want ErrRefused", what, err)
		}
	}
	hash := c.add(outsider)
	if _, err := c.db.AddStatement(ctx, hash, "mine"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a statement of an outsider: got error %v, want ErrNotFound", err)
	}
	unknown := account.TokenHash{1}
	_, openErr := c.db.OpenLink(ctx, unknown)
	_, stateErr := c.db.AddStatement(ctx, unknown, "mine")
	another := c.key
	another.Problem = "B"
	list, err := c.db.Links(ctx, c.key)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d links, %v", len(list), err)
	}
	for what, err := range map[string]error{"open": openErr, "state": stateErr, "withdraw": c.db.WithdrawLink(ctx, c.chief, another, list[0].ID)} {
		if !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", what, err)
		}
	}
}

// Erasing a participant removes their statement, and their name from other statements, links and appeals.
func TestErasePersonWithStatement(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	contestID, _, erased := contestToErase(t, db, "spring")
	people, err := db.Participants(ctx, contestID)
	must(t, err)
	c := linkedCase{t, db, keyOf("A", people[0], people[1]), reviewer(t, db, "chief")}
	other := c.key.First + c.key.Second - erased.ID
	decide(t, db, c.chief, c.key, review.Review{Decision: review.Confirmed, Ruling: true})
	state := func(participantID int64, text string) {
		t.Helper()
		l := c.statementLink()
		l.ParticipantID = participantID
		if _, err := db.AddStatement(ctx, c.add(l), text); err != nil {
			t.Fatal(err)
		}
	}
	state(erased.ID, "I was ill on that day.")
	state(other, "I had it from "+erasedName+", by phone.")
	outsider := c.outsiderLink()
	outsider.Recipient = "lawyer of " + erasedName
	c.add(outsider)
	if _, err := db.Appeal(ctx, c.chief, c.key, erasedName+" appeals by post."); err != nil {
		t.Fatal(err)
	}
	remaining := []string{"by phone", "lawyer of", "by post"}
	if got := found(t, db, append([]string{erasedName, "ill on that day"}, remaining...)...); len(got) != 5 {
		t.Errorf("before, the database has only %q", got)
	}
	if _, err := db.ErasePerson(ctx, review.CommandLine, erased); err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "afterwards, the database has", remaining, found(t, db, append([]string{erasedName, "ill on that day"}, remaining...)...))
}
