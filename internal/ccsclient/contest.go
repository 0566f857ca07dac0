package ccsclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// ContestSummary is a contest as the list of contests has it.
type ContestSummary struct {
	ID        string
	Name      string
	StartTime string // as the system writes it; "" where it is not known
}

// Contests lists the contests that the account may know of.
func (c *Client) Contests(ctx context.Context) ([]ContestSummary, error) {
	body, err := c.getJSON(ctx, c.resolvePath("contests"), collectionBytes, c.options.Tries)
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
	list := make([]ContestSummary, 0, len(raw))
	for _, r := range raw {
		l := ContestSummary{ID: singleLine(r.ID), Name: singleLine(r.FormalName), StartTime: singleLine(r.StartTime)}
		if l.Name == "" {
			l.Name = singleLine(r.Name)
		}
		list = append(list, l)
	}
	return list, nil
}

// Contest is one contest of a server. It is safe for concurrent use.
type Contest struct {
	ID string
	// OnFeedState, if it is not nil, is told how Feed fares. It is set before Feed is
	// called.
	OnFeedState func(FeedState)

	client        *Client
	information   []byte // what stands at the base address; nil where nothing does
	object        []byte // the contest's own
	access        access
	useSourceCode atomic.Bool // archives are refused, source-code is not
}

// access is what an account may read of a contest: properties by endpoint; nil
// where the system does not tell.
type access map[string][]string

// SourcesError says that an account may not read the sources of submissions,
// without which there is nothing to compare.
type SourcesError struct{ err error }

func (e *SourcesError) Error() string {
	text := "the account may not read the sources of the submissions: in DOMjudge, give it the role \"Source code reader\" (api_source_reader), or use one of the jury; elsewhere, ask for an account that may read the files of submissions"
	if e.err != nil {
		text += ": " + e.err.Error()
	}
	return text
}

func (e *SourcesError) Unwrap() error { return e.err }

// Open looks at a contest: whether it is there, and whether the account may read
// its sources, which the endpoint "access" tells, or else a look at the files of
// one submission. Where there is none yet, nothing can tell. The error is a
// *SourcesError where the account may not.
func (c *Client) Open(ctx context.Context, contestID string) (*Contest, error) {
	if contestID == "" {
		return nil, errors.New("no contest is named")
	}
	opened := &Contest{ID: contestID, client: c}
	information, err := c.getJSON(ctx, c.resolvePath(), objectBytes, c.options.Tries)
	switch {
	case err == nil:
		opened.information = information
	case status(err) == http.StatusNotFound, errors.Is(err, errNotJSON): // before 2022-07
	default:
		return nil, err
	}
	if opened.object, err = c.getJSON(ctx, opened.resolvePath(), objectBytes, c.options.Tries); err != nil {
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

// missingContestError says which contests there are in place of one.
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

// URL is the address of the contest.
func (c *Contest) URL() string { return c.resolvePath().String() }

// About tells what the system says of itself and of the contest, but for its
// problems.
func (c *Contest) About() contest.About {
	m := ccs.NewModel()
	_ = m.Load("", c.information) // there may be none
	_ = m.Load("contest", c.object)
	return m.About()
}

// readAccess reads the endpoint of that name.
func (c *Contest) readAccess(ctx context.Context) (access, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("access"), objectBytes, c.client.options.Tries)
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
		return nil, fmt.Errorf("%s: it is not what the specification says of access", c.resolvePath("access"))
	}
	granted := access{}
	for _, e := range raw.Endpoints {
		granted[e.Type] = append(granted[e.Type], e.Properties...)
	}
	return granted, nil
}

// checkSources finds out whether the sources can be read, and how.
func (c *Contest) checkSources(ctx context.Context) error {
	if c.access != nil {
		if slices.Contains(c.access["submissions"], "files") {
			return nil
		}
		if _, ok := c.access["submissions"]; !ok {
			return &SourcesError{errors.New("it may not even read the submissions")}
		}
	}
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions"), collectionBytes, c.client.options.Tries)
	if err != nil {
		if s := status(err); s == http.StatusForbidden || s == http.StatusUnauthorized {
			return &SourcesError{err}
		}
		return err
	}
	m := ccs.NewModel()
	_ = m.Load("submissions", body) // what is wrong with it, Load tells
	ids := m.Submissions()
	if len(ids) == 0 {
		if c.access != nil {
			return &SourcesError{}
		}
		return nil
	}
	refused := error(nil)
	if c.access == nil {
		if refused = c.tryArchives(ctx, m, ids[:min(len(ids), probeCount)]); refused == nil {
			return nil
		}
	}
	s, _ := m.Submission(ids[0])
	if _, err := c.sourceCode(ctx, s, c.client.options.Tries); err != nil {
		return &SourcesError{refused}
	}
	c.useSourceCode.Store(true)
	return nil
}

// probeCount is how many submissions are looked at, for one may have lost its files.
const probeCount = 3

// tryArchives tells why none of the submissions' archives is given; nil where one
// is, and where there are other troubles, which are of the submission or will show
// again.
func (c *Contest) tryArchives(ctx context.Context, m *ccs.Model, ids []string) (refused error) {
	for _, id := range ids {
		s, _ := m.Submission(id)
		_, err := c.archive(ctx, s, c.client.options.Tries)
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
