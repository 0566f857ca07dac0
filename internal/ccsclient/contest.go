package ccsclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// ContestSummary is an entry in the list of contests.
type ContestSummary struct {
	ID, Name   string
	FormalName string `json:"formal_name"`
	StartTime  string `json:"start_time"` // as the system writes it; "" if unknown
}

// Contests lists the contests that the account may see.
func (c *Client) Contests(ctx context.Context) ([]ContestSummary, error) {
	body, err := c.getJSON(ctx, c.resolvePath("contests"), collectionBytes, 0)
	if err != nil {
		return nil, err
	}
	var list []ContestSummary
	if json.Unmarshal(body, &list) != nil {
		return nil, i18n.Errorf("%s: %s", c.resolvePath("contests").String(), errNotJSON)
	}
	for i := range list {
		for _, text := range []*string{&list[i].ID, &list[i].Name, &list[i].FormalName, &list[i].StartTime} {
			*text = singleLine(*text)
		}
		list[i].Name = cmp.Or(list[i].FormalName, list[i].Name)
	}
	return list, nil
}

// Contest is one contest of a server. It is safe for concurrent use.
type Contest struct {
	ID string
	// OnFeedState receives the state of the connection of Feed. Set OnFeedState before calling Feed.
	OnFeedState func(FeedState)

	client        *Client
	information   []byte // the answer at the base address; nil for none
	object        []byte // the contest object
	access        access
	useSourceCode atomic.Bool  // the server refuses archives, but answers at source-code
	loaded        atomic.Int64 // submissions that Load read
}

// access maps each endpoint to the properties that the account may read; nil if the system has no endpoint "access".
type access map[string][]string

// SourcesError means that an account may not read the sources of submissions.
type SourcesError struct{ err error }

func newSourcesError(reason error) *SourcesError {
	err := i18n.Errorf("the account may not read the sources of the submissions: in DOMjudge, give it the role \"Source code reader\" " +
		"(api_source_reader), or use one of the jury; elsewhere, ask for an account that may read the files of submissions")
	if reason != nil {
		err = i18n.Errorf("%s: %s", err, reason)
	}
	return &SourcesError{err}
}

func (e *SourcesError) Error() string { return e.err.Error() }
func (e *SourcesError) Unwrap() error { return e.err }

// ErrLoading means that the system has not loaded its contests yet. A loading Contest Data Server lists a contest without ID.
var ErrLoading = i18n.Errorf("the judge system has not loaded the contest yet; try again later")

// Open reads a contest, and checks that the account may read sources: by the endpoint "access", or if the system has none,
// by fetching the files of a submission, once there is a submission. A *SourcesError means that the account may not read
// sources, ErrLoading that the system may still be loading the contest, and ErrHidden that the system lists other contests.
func (c *Client) Open(ctx context.Context, contestID string) (*Contest, error) {
	if contestID == "" {
		return nil, i18n.Errorf("no contest is named")
	}
	contest := &Contest{ID: contestID, client: c, OnFeedState: func(FeedState) {}}
	var err error
	contest.information, err = c.getJSON(ctx, c.resolvePath(), objectBytes, 0)
	// Versions before 2022-07 have no API information.
	if err != nil && status(err) != http.StatusNotFound && !errors.Is(err, errNotJSON) {
		return nil, err
	}
	contest.object, err = c.getJSON(ctx, contest.resolvePath(), objectBytes, 0)
	if status(err) == http.StatusNotFound {
		err = c.missingContestError(ctx, contestID, err)
	}
	if err != nil {
		return nil, err
	}
	var object ContestSummary
	if json.Unmarshal(contest.object, &object) == nil && object.ID == "" {
		return nil, i18n.Errorf("%s: %s", contest.URL(), ErrLoading)
	}
	if contest.access, err = contest.readAccess(ctx); err != nil {
		return nil, err
	}
	return contest, contest.checkSources(ctx)
}

// ErrHidden means that the system lists contests, but not the contest to open. The ID may be wrong, or the system may show
// the contest later: DOMjudge hides contests until their activation time.
var ErrHidden = errors.New("the judge system does not list the contest")

// missingError says that the system does not list a contest, and which contests the system lists. It does not advise to
// check the address: if the system answers with a list of contests, the address is right.
type missingError struct {
	text   error
	err    error // of the request for the contest
	hidden error // the text without the IDs of other contests; nil unless the contest is hidden
}

func (e *missingError) Error() string   { return e.text.Error() }
func (e *missingError) Unwrap() []error { return []error{e.text, e.err} }

func (e *missingError) Is(target error) bool { return target == ErrHidden && e.hidden != nil }

// WithoutOthers removes the IDs of other contests from an error that is ErrHidden, for readers who may not know which
// contests the account sees.
func WithoutOthers(err error) error {
	if e, ok := errors.AsType[*missingError](err); ok && e.hidden != nil {
		return &missingError{e.hidden, e.err, e.hidden}
	}
	return err
}

// missingContestError returns an error that lists up to 20 of the existing contests. The error wraps ErrLoading if the
// system lists a contest without an ID, or lists no contest to an account.
func (c *Client) missingContestError(ctx context.Context, id string, err error) error {
	list, listErr := c.Contests(ctx)
	if listErr != nil {
		return err
	}
	if len(list) == 0 && !c.hasCredentials {
		return &missingError{i18n.Errorf("%s lists no contest to somebody without an account: give a name and password, or a token", c.URL()), err, nil}
	}
	if len(list) == 0 {
		return i18n.Errorf("%s lists no contest to this account: it may lack the right to see the contest, or %s", c.URL(), ErrLoading)
	}
	if slices.ContainsFunc(list, func(l ContestSummary) bool { return l.ID == "" }) {
		return i18n.Errorf("%s: %s", c.resolvePath("contests", id).String(), ErrLoading)
	}
	var ids []string
	for _, l := range list[:min(len(list), 20)] {
		ids = append(ids, l.ID)
	}
	return &missingError{
		text: i18n.Errorf("%s has no contest %q that the account may see now; it has %s. It may show the contest later, as DOMjudge does from the activation time", c.URL(), id, strings.Join(ids, ", ")),
		err:  err, hidden: i18n.Errorf("%s has no contest %q that the account may see now. It may show the contest later, as DOMjudge does from the activation time", c.URL(), id),
	}
}

// URL returns the address of the contest.
func (c *Contest) URL() string { return c.resolvePath().String() }

// resolvePath returns the address of a path below the contest.
func (c *Contest) resolvePath(elements ...string) *url.URL {
	return c.client.resolvePath(append([]string{"contests", c.ID}, elements...)...)
}

// About returns the facts about the system and the contest, without the problems.
func (c *Contest) About() contest.About {
	m := ccs.NewModel()
	_ = m.Load("", c.information) // may be missing
	_ = m.Load("contest", c.object)
	return m.About()
}

// readAccess reads the endpoint "access", which versions 2020-03 and 2021-11 do not have.
func (c *Contest) readAccess(ctx context.Context) (access, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("access"), objectBytes, 0)
	if status(err) == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var raw struct {
		Endpoints []struct {
			Type       string
			Properties []string
		}
	}
	if err := json.Unmarshal(body, &raw); err != nil {
		return nil, i18n.Errorf("%s: the answer does not have the form that the specification gives", c.resolvePath("access").String())
	}
	properties := access{}
	for _, e := range raw.Endpoints {
		properties[e.Type] = append(properties[e.Type], e.Properties...)
	}
	return properties, nil
}

// checkSources sets useSourceCode. It returns a *SourcesError if the account may not read the sources.
func (c *Contest) checkSources(ctx context.Context) error {
	if slices.Contains(c.access["submissions"], "files") {
		return nil
	}
	m, err := c.submissions(ctx)
	if isRefusal(err) || c.access != nil && status(err) == http.StatusNotFound {
		return newSourcesError(i18n.Errorf("the account may not even read the submissions: %s", err))
	}
	if err != nil {
		return err
	}
	ids := m.Submissions()
	if len(ids) == 0 {
		c.client.log.Info("there is no submission yet, and the system does not say whether the account may read sources: the first submission shows it")
		return nil
	}
	if c.access != nil { // the first submission may have come after readAccess
		if c.access, err = c.readAccess(ctx); err != nil || slices.Contains(c.access["submissions"], "files") {
			return err
		}
	}
	var refusal error
	if c.access == nil {
		if refusal = c.tryArchives(ctx, m, ids[:min(len(ids), probeCount)]); refusal == nil {
			return nil
		}
	}
	s, _ := m.Submission(ids[0])
	if _, err := c.sourceCode(ctx, s, 0); err != nil {
		return newSourcesError(refusal)
	}
	c.useSourceCode.Store(true)
	return nil
}

// probeCount is how many archives checkSources tries. Some submissions may have lost their files.
const probeCount = 3

// tryArchives returns an error if the server refuses an archive, or has no archive for any of the given submissions.
func (c *Contest) tryArchives(ctx context.Context, m *ccs.Model, ids []string) (err error) {
	for _, id := range ids {
		s, _ := m.Submission(id)
		_, err = c.archive(ctx, s, 0)
		if isRefusal(err) {
			return err
		}
		if status(err) != http.StatusNotFound {
			return nil
		}
	}
	return err
}

// endpoints lists the collections and objects of a contest in the order in which Load reads them. The contest may grow
// meanwhile, so collections come before the collections that refer to them.
var endpoints = []struct {
	name       string
	isRequired bool // Load returns an error if the endpoint is missing
	isSecret   bool // systems may refuse the endpoint to most accounts
}{
	{name: "judgement-types"}, {name: "languages"}, {name: "problems"},
	{name: "groups", isSecret: true}, {name: "organizations", isSecret: true}, {name: "teams"},
	{name: "accounts", isSecret: true}, {name: "state", isSecret: true},
	{name: "submissions", isRequired: true}, {name: "judgements"},
}

// Load reads the whole contest into m. It records missing endpoints in m, and logs and skips unreadable objects.
func (c *Contest) Load(ctx context.Context, m *ccs.Model) error {
	if c.information != nil {
		c.load(m, "", c.information)
	}
	c.load(m, "contest", c.object)
	for _, e := range endpoints {
		if _, ok := c.access[e.name]; e.isSecret && c.access != nil && !ok {
			continue
		}
		body, err := c.client.getJSON(ctx, c.resolvePath(e.name), collectionBytes, 0)
		switch {
		case err == nil:
			c.load(m, e.name, body)
		case status(err) == http.StatusNotFound && !e.isRequired, isRefusal(err) && e.isSecret:
			if meaning := m.RecordMissing(e.name); !meaning.IsZero() {
				c.client.log.Warn(meaning.String(), "endpoint", e.name)
			}
		default:
			return i18n.Errorf("read the contest's %s: %s", e.name, err)
		}
	}
	c.loaded.Store(int64(len(m.Submissions())))
	return nil
}

// AddedSince returns how many more submissions the system lists now than during Load. The additional
// submissions are new, or the system was still loading them during Load.
func (c *Contest) AddedSince(ctx context.Context) (int, error) {
	m, err := c.submissions(ctx)
	if err != nil {
		return 0, err
	}
	return max(0, len(m.Submissions())-int(c.loaded.Load())), nil
}

func (c *Contest) submissions(ctx context.Context) (*ccs.Model, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions"), collectionBytes, 0)
	if err != nil {
		return nil, err
	}
	m := ccs.NewModel()
	_ = m.Load("submissions", body) // Load reports its errors
	return m, nil
}

// load loads an answer into m, and logs an error.
func (c *Contest) load(m *ccs.Model, endpoint string, body []byte) {
	if err := m.Load(endpoint, body); err != nil {
		c.client.log.Warn("cannot read all of an answer of the judge system", "endpoint", endpoint, "error", err)
	}
}
