package ccsclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// ContestSummary is an entry in the list of contests.
type ContestSummary struct {
	ID        string
	Name      string
	StartTime string // as the system writes it; "" if unknown
}

// Contests lists the contests that the account may see.
func (c *Client) Contests(ctx context.Context) ([]ContestSummary, error) {
	body, err := c.getJSON(ctx, c.resolvePath("contests"), collectionBytes, 0)
	if err != nil {
		return nil, err
	}
	var raw []struct {
		ID         string `json:"id"`
		Name       string `json:"name"`
		FormalName string `json:"formal_name"`
		StartTime  string `json:"start_time"`
	}
	if err := json.Unmarshal(body, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", c.resolvePath("contests"), errNotJSON)
	}
	list := make([]ContestSummary, len(raw))
	for i, r := range raw {
		list[i] = ContestSummary{singleLine(r.ID), cmp.Or(singleLine(r.FormalName), singleLine(r.Name)), singleLine(r.StartTime)}
	}
	return list, nil
}

// Contest is one contest of a server. It is safe for concurrent use.
type Contest struct {
	ID string
	// OnFeedState, if it is not nil, receives the state of the connection of Feed.
	// Set it before calling Feed.
	OnFeedState func(FeedState)

	client        *Client
	information   []byte // the answer at the base address; nil if there is none
	object        []byte // the contest object
	access        access
	useSourceCode atomic.Bool // the server refuses archives but gives source-code
}

// access lists the properties that an account may read, by endpoint; nil if
// the system does not say.
type access map[string][]string

// SourcesError means that an account may not read the sources of submissions, so
// that there is nothing to compare.
type SourcesError struct{ err error }

func (e *SourcesError) Error() string {
	text := "the account may not read the sources of the submissions: in DOMjudge, give it the role \"Source code reader\" (api_source_reader), or use one of the jury; elsewhere, ask for an account that may read the files of submissions"
	if e.err != nil {
		text += ": " + e.err.Error()
	}
	return text
}

func (e *SourcesError) Unwrap() error { return e.err }

// Open reads a contest and checks that the account may read its sources: by the
// endpoint "access", or else by fetching the files of a submission. Without a
// submission, it cannot check that. If the account may not, the error is a
// *SourcesError.
func (c *Client) Open(ctx context.Context, contestID string) (*Contest, error) {
	if contestID == "" {
		return nil, errors.New("no contest is named")
	}
	opened := &Contest{ID: contestID, client: c}
	information, err := c.getJSON(ctx, c.resolvePath(), objectBytes, 0)
	switch {
	case err == nil:
		opened.information = information
	case status(err) == http.StatusNotFound, errors.Is(err, errNotJSON): // before 2022-07
	default:
		return nil, err
	}
	if opened.object, err = c.getJSON(ctx, opened.resolvePath(), objectBytes, 0); err != nil {
		if status(err) == http.StatusNotFound {
			return nil, c.missingContestError(ctx, contestID, err)
		}
		return nil, err
	}
	if opened.access, err = opened.readAccess(ctx); err != nil {
		return nil, err
	}
	return opened, opened.checkSources(ctx)
}

// missingContestError returns an error that lists the existing contests.
func (c *Client) missingContestError(ctx context.Context, id string, err error) error {
	list, listError := c.Contests(ctx)
	if listError != nil || len(list) == 0 {
		return err
	}
	var ids []string
	for _, l := range list[:min(len(list), 20)] {
		ids = append(ids, l.ID)
	}
	return fmt.Errorf("%s has no contest %q that the account may see; it has %s: %w", c.URL(), id, strings.Join(ids, ", "), err)
}

// URL returns the address of the contest.
func (c *Contest) URL() string { return c.resolvePath().String() }

// resolvePath returns the address of a path below the contest.
func (c *Contest) resolvePath(elements ...string) *url.URL {
	return c.client.resolvePath(append([]string{"contests", c.ID}, elements...)...)
}

// About returns what the system says about itself and the contest, without the
// problems.
func (c *Contest) About() contest.About {
	m := ccs.NewModel()
	_ = m.Load("", c.information) // may be missing
	_ = m.Load("contest", c.object)
	return m.About()
}

// readAccess reads the endpoint "access".
func (c *Contest) readAccess(ctx context.Context) (access, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("access"), objectBytes, 0)
	if status(err) == http.StatusNotFound {
		return nil, nil // 2020-03 and 2021-11 have none
	}
	if err != nil {
		return nil, err
	}
	var raw struct {
		Endpoints []struct {
			Type       string   `json:"type"`
			Properties []string `json:"properties"`
		} `json:"endpoints"`
	}
	if err := json.Unmarshal(body, &raw); err != nil {
		return nil, fmt.Errorf("%s: the answer does not have the form that the specification gives", c.resolvePath("access"))
	}
	granted := access{}
	for _, e := range raw.Endpoints {
		granted[e.Type] = append(granted[e.Type], e.Properties...)
	}
	return granted, nil
}

// checkSources finds out whether the account may read the sources, and how.
func (c *Contest) checkSources(ctx context.Context) error {
	if c.access != nil {
		if slices.Contains(c.access["submissions"], "files") {
			return nil
		}
		if _, ok := c.access["submissions"]; !ok {
			return &SourcesError{errors.New("it may not even read the submissions")}
		}
	}
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions"), collectionBytes, 0)
	if err != nil {
		if s := status(err); s == http.StatusForbidden || s == http.StatusUnauthorized {
			return &SourcesError{err}
		}
		return err
	}
	m := ccs.NewModel()
	_ = m.Load("submissions", body) // Contest.Load reports its errors
	ids := m.Submissions()
	if len(ids) == 0 {
		if c.access != nil {
			return &SourcesError{}
		}
		return nil
	}
	var refused error
	if c.access == nil {
		if refused = c.tryArchives(ctx, m, ids[:min(len(ids), probeCount)]); refused == nil {
			return nil
		}
	}
	s, _ := m.Submission(ids[0])
	if _, err := c.sourceCode(ctx, s, 0); err != nil {
		return &SourcesError{refused}
	}
	c.useSourceCode.Store(true)
	return nil
}

// probeCount is how many submissions to try, since some may have lost their files.
const probeCount = 3

// tryArchives returns why the server sends none of the submissions' archives; nil
// if it sends one, and for other errors, which concern one submission or will
// occur again.
func (c *Contest) tryArchives(ctx context.Context, m *ccs.Model, ids []string) (refused error) {
	for _, id := range ids {
		s, _ := m.Submission(id)
		_, err := c.archive(ctx, s, 0)
		switch status(err) {
		case http.StatusUnauthorized, http.StatusForbidden:
			return err
		case http.StatusNotFound:
			refused = err
		default:
			return nil
		}
	}
	return refused
}

// endpoints lists the collections and objects of a contest in the order of
// reading: referenced objects first, so that references are complete even if the
// contest grows meanwhile.
var endpoints = []struct {
	name     string
	required bool // a missing one is an error
	secret   bool // systems may refuse it to most accounts
}{
	{name: "judgement-types"},
	{name: "languages"},
	{name: "problems"},
	{name: "groups", secret: true},
	{name: "organizations", secret: true},
	{name: "teams"},
	{name: "accounts", secret: true},
	{name: "state", secret: true},
	{name: "submissions", required: true},
	{name: "judgements"},
}

// Load reads the whole contest into a Model. It leaves out optional endpoints that
// are missing, and records in the Model those that matter. It also logs and leaves
// out objects that it cannot read.
func (c *Contest) Load(ctx context.Context, m *ccs.Model) error {
	if c.information != nil {
		c.load(m, "", c.information)
	}
	c.load(m, "contest", c.object)
	for _, e := range endpoints {
		if _, granted := c.access[e.name]; e.secret && c.access != nil && !granted {
			continue
		}
		body, err := c.client.getJSON(ctx, c.resolvePath(e.name), collectionBytes, 0)
		code := status(err)
		refused := code == http.StatusUnauthorized || code == http.StatusForbidden
		switch {
		case err == nil:
			c.load(m, e.name, body)
		case code == http.StatusNotFound && !e.required, refused && e.secret:
			if meaning := m.RecordMissing(e.name); meaning != "" {
				c.client.log.Warn(meaning, "endpoint", e.name)
			}
		default:
			return fmt.Errorf("read the contest's %s: %w", e.name, err)
		}
	}
	return nil
}

func (c *Contest) load(m *ccs.Model, endpoint string, body []byte) {
	if err := m.Load(endpoint, body); err != nil {
		c.client.log.Warn("left out what could not be read in an answer of the judge system", "endpoint", endpoint, "error", err)
	}
}
