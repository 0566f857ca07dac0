package ccsclient

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// endpoint is a collection or an object of a contest.
type endpoint struct {
	name   string
	needed bool // it must be there; the others may be missing
	secret bool // systems show it to few: it may be refused
}

// endpoints in the order in which they are read: what is referred to first, so
// that a contest that grows meanwhile is whole.
var endpoints = []endpoint{
	{name: "judgement-types"},
	{name: "languages"},
	{name: "problems"},
	{name: "groups", secret: true},
	{name: "organizations", secret: true},
	{name: "teams"},
	{name: "accounts", secret: true},
	{name: "state", secret: true},
	{name: "submissions", needed: true},
	{name: "judgements"},
}

// resolvePath is the address of something of the contest.
func (c *Contest) resolvePath(elements ...string) *url.URL {
	return c.client.resolvePath(append([]string{"contests", c.ID}, elements...)...)
}

// Load reads all that there is of the contest into a Model. Endpoints that are
// optional, and not there, are left out, and the Model says of which that is felt.
// Objects that make no sense are logged and
// left out too; an error is of the whole.
func (c *Contest) Load(ctx context.Context, m *ccs.Model) error {
	if c.information != nil {
		c.load(m, "", c.information)
	}
	c.load(m, "contest", c.object)
	for _, e := range endpoints {
		body, err := c.collection(ctx, e)
		if err != nil {
			return err
		}
		if body != nil {
			c.load(m, e.name, body)
		} else if meaning := m.RecordMissing(e.name); meaning != "" {
			c.client.log.Warn(meaning, "endpoint", e.name)
		}
	}
	return nil
}

func (c *Contest) load(m *ccs.Model, endpoint string, body []byte) {
	if err := m.Load(endpoint, body); err != nil {
		c.client.log.Warn("the contest system says what makes no sense: it was left out", "endpoint", endpoint, "what", err)
	}
}

// collection gets what an endpoint gives; nil where it may be done without.
func (c *Contest) collection(ctx context.Context, e endpoint) ([]byte, error) {
	if _, told := c.access[e.name]; c.access != nil && !told && e.secret {
		return nil, nil
	}
	body, err := c.client.getJSON(ctx, c.resolvePath(e.name), collectionBytes, c.client.options.Tries)
	switch status(err) {
	case http.StatusNotFound:
		if !e.needed {
			return nil, nil
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		if e.secret {
			return nil, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the contest's %s: %w", e.name, err)
	}
	return body, nil
}
