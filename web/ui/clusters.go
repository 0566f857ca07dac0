package ui

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// clustersPageSize is how many clusters one page lists.
const clustersPageSize = 50

// clustersView is what the list of a check's clusters shows.
type clustersView struct {
	Check     contest.Check
	Choice    clusterChoice
	Clusters  []contest.Cluster          // of this page
	Total     int                        // on all pages
	States    map[int]review.StateCounts // of the cases of their pairs, by the clusters' numbers
	Problems  []string
	Languages []string
	Unknown   bool // the check is of before clusters were made
}

// clusterChoice says which clusters are listed. All of it stands in the address.
type clusterChoice struct {
	Problem, Language string
	Several           bool // three participants or more
	Page              int  // from 1
}

func parseClusterChoice(q url.Values) clusterChoice {
	return clusterChoice{Problem: q.Get("problem"), Language: q.Get("language"), Several: q.Get("size") == "3", Page: request.PageNumber(q)}
}

// path is the address of the list.
func (c clusterChoice) path(checkID int64) string {
	q := make(url.Values)
	for key, value := range map[string]string{"problem": c.Problem, "language": c.Language} {
		if value != "" {
			q.Set(key, value)
		}
	}
	if c.Several {
		q.Set("size", "3")
	}
	if c.Page > 1 {
		q.Set("page", strconv.Itoa(c.Page))
	}
	return withQuery(clustersPath(checkID), q)
}

func (c clusterChoice) onPage(page int) clusterChoice { c.Page = page; return c }
func (c clusterChoice) ofProblem(problem string) clusterChoice {
	c.Problem = problem
	return c.onPage(1)
}

func (c clusterChoice) filter() contest.ClusterFilter {
	f := contest.ClusterFilter{Problem: c.Problem, Language: c.Language}
	if c.Several {
		f.MinSize = 3
	}
	return f
}

func clustersPath(checkID int64) string { return CheckPath(checkID) + "/clusters" }

func clusterPath(checkID int64, number int) string {
	return clustersPath(checkID) + "/" + strconv.Itoa(number)
}

// Clusters lists the clusters of a check.
func (s *Site) Clusters(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	histograms, err := rd.Histograms(r.Context(), check)
	if err != nil {
		return err
	}
	view := clustersView{Check: check, Choice: parseClusterChoice(r.URL.Query()), Unknown: len(histograms) > 0}
	for _, h := range histograms {
		view.Unknown = view.Unknown && h.Highest == nil
	}
	view.Problems, view.Languages = facets(histograms)
	view.Clusters, view.Total, err = rd.Clusters(r.Context(), check.ID, view.Choice.filter(), (view.Choice.Page-1)*clustersPageSize, clustersPageSize)
	if err != nil {
		return err
	}
	var numbers []int
	for _, c := range view.Clusters {
		numbers = append(numbers, c.Number)
	}
	if view.States, err = rd.ClusterStates(r.Context(), check, numbers...); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, clustersPage(view))
}

func (v clustersView) pageCount() int { return pageCount(v.Total, clustersPageSize) }

// emptyText says why the list is empty.
func (v clustersView) emptyText() string {
	switch {
	case v.Unknown:
		return "This check was made before ojcheck looked for clusters. Check the contest again to see them."
	case v.Choice.Page > 1:
		return "This page of the list is empty."
	case v.Choice.filter() != contest.ClusterFilter{}:
		return "No cluster is like that."
	}
	return "No pair of this contest reaches the threshold " + text.Share(v.Check.Parameters.Threshold) + ", so nobody is in a cluster."
}
