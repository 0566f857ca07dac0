package client

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// Contests returns the contests that the user may see.
func (c *Client) Contests(ctx context.Context) ([]apitypes.Contest, error) {
	return list[apitypes.Contest](ctx, c, "/contests")
}

// ContestByID returns a contest. If there is no contest with the ID, the error is a *Problem with status 404.
func (c *Client) ContestByID(ctx context.Context, id int64) (apitypes.Contest, error) {
	return call[apitypes.Contest](ctx, c, http.MethodGet, "/contests/"+strconv.FormatInt(id, 10), nil, nil, "")
}

// CheckByID returns a check. If there is no check with the ID, the error is a *Problem with status 404.
func (c *Client) CheckByID(ctx context.Context, id int64) (apitypes.Check, error) {
	return call[apitypes.Check](ctx, c, http.MethodGet, checkPath(id), nil, nil, "")
}

// Skipped returns the files and submissions that a check did not compare.
func (c *Client) Skipped(ctx context.Context, checkID int64) ([]contest.SkippedItem, error) {
	return list[contest.SkippedItem](ctx, c, checkPath(checkID)+"/skipped")
}

// PageSize is the maximum number of items on one page of the API.
const PageSize = 1000

// CountPairs counts the pairs that a check lists, but at most limit. limit is at most PageSize.
func (c *Client) CountPairs(ctx context.Context, checkID int64, limit int) (int, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	page, err := call[apitypes.List[struct{}]](ctx, c, http.MethodGet, checkPath(checkID)+"/pairs", query, nil, "")
	return len(page.Items), err
}

// Export writes the listed pairs of a check in a format of "ojcheck check --format". language is the language
// of HTML; "" means English. Export writes at most top pairs, and at most width columns of a table; 0 means
// no limit.
func (c *Client) Export(ctx context.Context, w io.Writer, checkID int64, format, language string, top, width int) error {
	query := url.Values{"format": {format}, "top": {strconv.Itoa(top)}}
	if language != "" {
		query.Set("lang", language)
	}
	if width > 0 {
		query.Set("width", strconv.Itoa(width))
	}
	response, err := c.send(ctx, http.MethodGet, checkPath(checkID)+"/export", query, nil, "")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, response.Body)
	return err
}

func checkPath(id int64) string { return "/checks/" + strconv.FormatInt(id, 10) }
