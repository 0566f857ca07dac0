package ccsclient

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// parseAddress splits what people paste into the base address, with a slash at
// its end so that relative references resolve below it (RFC 3986), and the ID of
// a contest, where it names one: https://host/api/v4/contests/nwerc/teams is
// https://host/api/v4/ and nwerc.
func parseAddress(text string) (base *url.URL, contest string, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, "", errors.New("no address is given: give that of the contest system's API, such as https://host/api/v4")
	}
	base, err = url.Parse(text)
	if err != nil { // which would repeat a password
		return nil, "", errors.New("the address of the contest system cannot be read: give one such as https://host/api/v4")
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" {
		base.User = nil
		return nil, "", fmt.Errorf("%q is no address of a contest system: give one that begins with https://", base.String())
	}
	base.RawQuery, base.Fragment, base.RawFragment = "", "", ""
	path := base.EscapedPath()
	if before, after, ok := strings.Cut(path+"/", "/contests/"); ok {
		path = before
		id, _, _ := strings.Cut(after, "/")
		if contest, err = url.PathUnescape(id); err != nil {
			return nil, "", fmt.Errorf("%q is no ID of a contest", id)
		}
	}
	path = strings.TrimRight(path, "/") + "/"
	if base.Path, err = url.PathUnescape(path); err != nil {
		return nil, "", fmt.Errorf("%q is no path of an address", path)
	}
	base.RawPath = path
	return base, contest, nil
}

// resolvePath is the address of a path below the base, whose elements are IDs or names
// of endpoints.
func (c *Client) resolvePath(elements ...string) *url.URL {
	u := *c.base
	for i, e := range elements {
		if i > 0 {
			u.Path, u.RawPath = u.Path+"/", u.RawPath+"/"
		}
		u.Path, u.RawPath = u.Path+e, u.RawPath+url.PathEscape(e)
	}
	return &u
}

// sameOrigin reports whether two addresses are of one server (RFC 6454).
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
