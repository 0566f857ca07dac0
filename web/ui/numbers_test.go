package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// Invalid numbers, and numbers too large for the database, are not found or ignored: they cause no error of the server.
func TestNumbersTooLarge(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	check, contestPath := fmt.Sprintf("/checks/%d", j.Check.ID), fmt.Sprintf("/contests/%d", j.Check.ContestID)
	for _, number := range []string{"2147483648", "99999999999999", "99999999999999999999", "-1", "0", "x"} {
		t.Run(number, func(t *testing.T) {
			in := *j.Site
			in.T = t
			for path, want := range map[string]int{
				check + "/clusters/" + number:                       http.StatusNotFound,
				check + "/clusters/" + number + "/bundle.html":      http.StatusNotFound,
				contestPath + "/participants/" + number:             http.StatusNotFound,
				check + "?participant=" + number:                    http.StatusOK,
				check + "?cluster=" + number:                        http.StatusOK,
				check + "?reviewer=" + number:                       http.StatusOK,
				check + "?number=1&of=" + number:                    http.StatusOK,
				check + "?page=" + number:                           http.StatusOK,
				check + "/pairs.csv?participant=" + number:          http.StatusOK,
				check + "/pairs.json?participant=" + number:         http.StatusOK,
				check + "/clusters?participant=" + number:           http.StatusOK,
				check + "/clusters?page=" + number:                  http.StatusOK,
				check + "/skipped?page=" + number:                   http.StatusOK,
				contestPath + "?threshold=" + number:                http.StatusOK,
				contestPath + "/log?page=" + number:                 http.StatusOK,
				j.PairPath(1, "?participant="+number+"&at="+number): http.StatusOK,
			} {
				in.Do("GET", path, "").WantStatus(want, "GET %s", path)
			}
			for path, want := range map[string]int{
				check + "/clusters/" + number + "/decide":                http.StatusNotFound,
				contestPath + "/participants/" + number + "/reveal":      http.StatusNotFound,
				contestPath + "/participants/" + number + "/hide":        http.StatusNotFound,
				"/account/tokens?scope=read&days=" + number:              http.StatusBadRequest,
				contestPath + "/settings?blind=true&agreement=" + number: http.StatusBadRequest,
			} {
				path, form, _ := strings.Cut(path, "?")
				in.Do("POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin").WantStatus(want, "POST %s %s", path, form)
			}
		})
	}
}
