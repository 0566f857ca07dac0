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
	ID         string
	Name       string // Contests replaces it by FormalName, if there is one
	FormalName string `json:"formal_name"`
	StartTime  string `json:"start_time"` // as the judge system writes it; "" if unknown
}

// Contests lists the contests that the account may see.
func (c *Client) Contests(ctx context.Context) ([]ContestSummary, error) {
	body, err := c.getJSON(ctx, c.resolvePath("contests"), ccs.MaxCollection, 0)
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

// Contest is one contest of a judge system. It is safe for concurrent use.
type Contest struct {
	ID            string
	client        *Client
	information   []byte // the answer at the base address; nil for none
	object        []byte // the contest object
	access        access
	useSourceCode atomic.Bool  // files come from the endpoint source-code, because the server refuses archives
	loadedCount   atomic.Int64 // number of submissions that Load read
}

// access maps each endpoint to the properties that the account may read; nil if there is no endpoint
// "access".
type access map[string][]string

// SourcesError means that an account may not read the sources of submissions. It is a ccs.ErrRefused.
type SourcesError struct{ error }

func sourcesRefused(reason error) *SourcesError {
	err := i18n.Errorf("the account may not read the sources of the submissions: " +
		"in DOMjudge, give it the role \"Source code reader\" (api_source_reader), or use one of the jury; " +
		"elsewhere, ask for an account that may read the files of submissions")
	if reason != nil {
		err = i18n.Errorf("%s: %s", err, reason)
	}
	return &SourcesError{err}
}

func (e *SourcesError) Unwrap() error        { return e.error }
func (e *SourcesError) Is(target error) bool { return target == ccs.ErrRefused }

// ErrLoading means that the judge system has not loaded its contests yet. Meanwhile a Contest Data Server
// lists a contest without an ID.
var ErrLoading = i18n.Errorf("the judge system has not loaded the contest yet; try again later")

// Open reads a contest, and checks that the account may read sources. The endpoint "access" says so if it lists the files of
// submissions. Otherwise Open fetches the files or the source code of a submission, if there is one. A *SourcesError means that
// the account may not read sources. ErrLoading means that the judge system may still be loading the contest. ErrHidden means that
// it lists only other contests.
func (c *Client) Open(ctx context.Context, contestID string) (*Contest, error) {
	if contestID == "" {
		return nil, i18n.Errorf("no contest is named")
	}
	contest := &Contest{ID: contestID, client: c}
	var err error
	contest.information, err = c.getJSON(ctx, c.resolvePath(), maxObject, 0)
	// Versions before 2022-07 have no API information.
	if err != nil && status(err) != http.StatusNotFound && !errors.Is(err, errNotJSON) {
		return nil, err
	}
	contest.object, err = c.getJSON(ctx, contest.resolvePath(), maxObject, 0)
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

// ErrHidden means that the judge system lists contests, but not this one. The ID may be wrong, or the judge
// system may show the contest later, because DOMjudge hides contests until their activation time.
var ErrHidden = errors.New("the judge system does not list the contest")

// missingError says that the judge system does not list a contest, and which contests it lists. It does not
// advise to check the address, because an address that lists contests is right.
type missingError struct {
	text  error // the message
	err   error // of the request for the contest
	brief error // the message without the IDs of other contests; nil unless the error is ErrHidden
}

func (e *missingError) Error() string   { return e.text.Error() }
func (e *missingError) Unwrap() []error { return []error{e.text, e.err} }

func (e *missingError) Is(target error) bool { return target == ErrHidden && e.brief != nil }

// HideOtherContests removes the IDs of other contests from an ErrHidden, because readers of the
// message must not learn which other contests the account sees. It returns other errors as they are.
func HideOtherContests(err error) error {
	if e, ok := errors.AsType[*missingError](err); ok && e.brief != nil {
		return &missingError{text: e.brief, err: e.err, brief: e.brief}
	}
	return err
}

// missingContestError returns an error that lists up to 20 of the existing contests. It wraps ErrLoading if
// the judge system lists a contest without an ID, or lists no contest to an account.
func (c *Client) missingContestError(ctx context.Context, id string, err error) error {
	list, listErr := c.Contests(ctx)
	if listErr != nil {
		return err
	}
	if len(list) == 0 && !c.hasCredentials {
		text := i18n.Errorf("%s lists no contest to somebody without an account: give a name and password, or a token", c.URL())
		return &missingError{text: text, err: err}
	}
	if len(list) == 0 {
		return i18n.Errorf("%s lists no contest to this account: it may lack the right to see the contest, or %s",
			c.URL(), ErrLoading)
	}
	if slices.ContainsFunc(list, func(l ContestSummary) bool { return l.ID == "" }) {
		return i18n.Errorf("%s: %s", c.resolvePath("contests", id).String(), ErrLoading)
	}
	var ids []string
	for _, l := range list[:min(len(list), 20)] {
		ids = append(ids, l.ID)
	}
	hidden := c.hiddenError(id, err)
	hidden.text = i18n.Errorf("%s has no contest %q that the account may see now; it has %s. "+
		"It may show the contest later, as DOMjudge does from the activation time", c.URL(), id, strings.Join(ids, ", "))
	return hidden
}

// hiddenError returns an ErrHidden that names no other contests.
func (c *Client) hiddenError(id string, err error) *missingError {
	brief := i18n.Errorf("%s has no contest %q that the account may see now. "+
		"It may show the contest later, as DOMjudge does from the activation time", c.URL(), id)
	return &missingError{text: brief, err: err, brief: brief}
}

// explainMissing returns an ErrHidden if an endpoint is missing because the contest has been hidden since Open. It returns other
// errors as they are.
func (c *Contest) explainMissing(ctx context.Context, err error) error {
	if status(err) == http.StatusNotFound {
		if _, contestErr := c.client.getJSON(ctx, c.resolvePath(), maxObject, 0); status(contestErr) == http.StatusNotFound {
			return c.client.hiddenError(c.ID, err)
		}
	}
	return err
}

// URL returns the address of the contest.
func (c *Contest) URL() string { return c.resolvePath().String() }

// resolvePath returns the address of a path below the contest.
func (c *Contest) resolvePath(elements ...string) *url.URL {
	return c.client.resolvePath(append([]string{"contests", c.ID}, elements...)...)
}

// Metadata returns what the judge system says about itself and the contest, without the problems.
func (c *Contest) Metadata() contest.Metadata {
	m := ccs.NewModel()
	_ = m.Load("", c.information) // may be missing
	_ = m.Load("contest", c.object)
	return m.Metadata()
}

// readAccess reads the endpoint "access", which versions 2020-03 and 2021-11 do not have.
func (c *Contest) readAccess(ctx context.Context) (access, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("access"), maxObject, 0)
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
		return nil, i18n.Errorf("%s: the answer does not have the form that the specification gives",
			c.resolvePath("access").String())
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
		return sourcesRefused(i18n.Errorf("the account may not even read the submissions: %s", err))
	}
	if err != nil {
		return err
	}
	ids := m.Submissions()
	if len(ids) == 0 {
		c.client.log.Info("there is no submission yet, and the system does not say whether the account may read sources: " +
			"the first submission shows it")
		return nil
	}
	// A judge system may list "files" only once there is a submission, and the first may have come after readAccess.
	if c.access != nil {
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
		return sourcesError(refusal, err)
	}
	c.useSourceCode.Store(true)
	return nil
}

// probeCount is the number of archives that checkSources tries, because some submissions may have lost their
// files.
const probeCount = 3

// tryArchives returns an error if the server refuses an archive, or has no archive of any of the submissions.
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

// endpoints lists the collections and objects of a contest in the order in which Load reads them. A
// collection comes before those that refer to it, because the contest may grow meanwhile.
var endpoints = []struct {
	name       string
	isRequired bool // Load returns an error if the endpoint is missing
	isSecret   bool // judge systems may refuse the endpoint to most accounts
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
		body, err := c.client.getJSON(ctx, c.resolvePath(e.name), ccs.MaxCollection, 0)
		switch {
		case err == nil:
			c.load(m, e.name, body)
		case status(err) == http.StatusNotFound && !e.isRequired, isRefusal(err) && e.isSecret:
			if meaning := m.RecordMissing(e.name); !meaning.IsZero() {
				c.client.log.Warn(meaning.String(), "endpoint", e.name)
			}
		default:
			return i18n.Errorf("read the contest's %s: %s", e.name, c.explainMissing(ctx, err))
		}
	}
	c.loadedCount.Store(int64(len(m.Submissions())))
	return nil
}

// CountAdded returns how many more submissions the judge system lists now than during Load. They are new, or
// the judge system was still loading them then.
func (c *Contest) CountAdded(ctx context.Context) (int, error) {
	m, err := c.submissions(ctx)
	if err != nil {
		return 0, err
	}
	return max(0, len(m.Submissions())-int(c.loadedCount.Load())), nil
}

// Ended reports whether the judge system has said that no updates follow. It is false if the system has no state.
func (c *Contest) Ended(ctx context.Context) (bool, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("state"), maxObject, 0)
	if err != nil {
		if status(err) == http.StatusNotFound {
			err = nil
		}
		return false, err
	}
	m := ccs.NewModel()
	c.load(m, "state", body)
	return m.Ended(), nil
}

func (c *Contest) submissions(ctx context.Context) (*ccs.Model, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions"), ccs.MaxCollection, 0)
	if err != nil {
		return nil, err
	}
	m := ccs.NewModel()
	_ = m.Load("submissions", body) // Contest.Load logs the errors
	return m, nil
}

// load loads an answer into m, and logs an error.
func (c *Contest) load(m *ccs.Model, endpoint string, body []byte) {
	if err := m.Load(endpoint, body); err != nil {
		c.client.log.Warn("cannot read all of an answer of the judge system", "endpoint", endpoint, "error", err)
	}
}
