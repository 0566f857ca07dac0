package ui

import (
	"net/url"
	"strconv"
)

// paged is where a list that is shown page by page stands.
type pagination struct {
	Page, Size, Total int // Page is from 1
	path              string
	query             url.Values
}

// newPaged reads the page from an address, of which the pages differ by nothing
// else. What makes no sense is the first page.
func parsePagination(u *url.URL, size int) pagination {
	p := pagination{Page: 1, Size: size, path: u.Path, query: u.Query()}
	if page, err := strconv.Atoi(p.query.Get("page")); err == nil && page > 0 && page < 1e9 {
		p.Page = page
	}
	return p
}

func (p pagination) offset() int { return (p.Page - 1) * p.Size }

// pages is how many pages there are; at least one.
func (p pagination) pages() int { return max(1, (p.Total+p.Size-1)/p.Size) }

// to is the address of a page.
func (p pagination) to(page int) string {
	q := make(url.Values)
	for name, values := range p.query {
		q[name] = values
	}
	q.Del("page")
	if page > 1 {
		q.Set("page", strconv.Itoa(page))
	}
	if len(q) == 0 {
		return p.path
	}
	return p.path + "?" + q.Encode()
}
