package ui

import (
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// shownAlerts says which alerts of a contest its live page lists, and in which
// order. It stands in the address.
type alertQuery struct {
	Problem    string // "" for all
	Suspicious bool   // the most suspicious first, and not the newest
	Before     int64  // the alert before which they are; 0 for the newest
	After      int64  // how many more suspicious ones are left out
}

// shownAlertsOf reads an address.
func parseAlertQuery(q url.Values) alertQuery {
	v := alertQuery{Problem: request.OneLine(q.Get("problem")), Suspicious: q.Get("sort") == "suspicion"}
	if v.Suspicious {
		v.After = min(alertID(q.Get("after")), 1<<30)
	} else {
		v.Before = alertID(q.Get("before"))
	}
	return v
}

// first reports whether the list begins with its first alert.
func (v alertQuery) first() bool { return v.Before == 0 && v.After == 0 }

func (v alertQuery) filter(limit int) contest.AlertFilter {
	return contest.AlertFilter{Problem: v.Problem, Suspicious: v.Suspicious, Before: v.Before, Offset: int(v.After), Limit: limit}
}

// of is the address of the first page of a problem's alerts; "" is all.
func (v alertQuery) of(contestID int64, problem string) string {
	return alertQuery{Problem: problem, Suspicious: v.Suspicious}.path(contestID)
}

// sorted is the address of the first page in an order.
func (v alertQuery) sorted(contestID int64, suspicious bool) string {
	return alertQuery{Problem: v.Problem, Suspicious: suspicious}.path(contestID)
}

// older is the address of the next page, which begins where this one ends.
func (v alertQuery) older(contestID, from int64) string {
	if v.Suspicious {
		v.After = from
	} else {
		v.Before = from
	}
	return v.path(contestID)
}

func (v alertQuery) path(contestID int64) string {
	q := url.Values{}
	if v.Problem != "" {
		q.Set("problem", v.Problem)
	}
	if v.Suspicious {
		q.Set("sort", "suspicion")
	}
	if v.Before != 0 {
		q.Set("before", strconv.FormatInt(v.Before, 10))
	}
	if v.After != 0 {
		q.Set("after", strconv.FormatInt(v.After, 10))
	}
	if len(q) == 0 {
		return livePath(contestID)
	}
	return livePath(contestID) + "?" + q.Encode()
}
