package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/graph"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

const (
	clustersPageSize = 50  // clusters of the table on one page
	overviewSize     = 200 // clusters in the overview on the first page
)

// clustersView is the view model of one page of a check's clusters.
type clustersView struct {
	checkHead
	Choice        clusterChoice
	Pages         pagination
	Clusters      []contest.Cluster          // of this page
	Overview      []clusterTile              // on the first page
	States        map[int]review.StateCounts // of the cases of a cluster's pairs, by cluster number
	Problems      []string
	Languages     []string
	LacksClusters bool // the check was made by a version of ojcheck without clusters
}

// clusterChoice selects the clusters of a page. The address contains the choice.
type clusterChoice struct {
	Problem, Language string
	IncludesTwos      bool // clusters of two participants too; each is a pair of the ranking
	Sources           contest.Explanation
}

func parseClusterChoice(q url.Values) clusterChoice {
	return clusterChoice{q.Get("problem"), q.Get("language"), q.Get("size") == "2", request.ParseExplanation(q)}
}

// path returns the address of the first page.
func (c clusterChoice) path(checkID int64) string {
	parameters := map[string]string{"problem": c.Problem, "language": c.Language, "size": c.size(), "sources": string(c.Sources)}
	return withParameters(clustersPath(checkID), parameters)
}

// size returns the smallest size of a cluster, as in the address.
func (c clusterChoice) size() string {
	if c.IncludesTwos {
		return "2"
	}
	return ""
}

func (c clusterChoice) withProblem(problem string) clusterChoice { c.Problem = problem; return c }

func (c clusterChoice) filter() contest.ClusterFilter {
	f := contest.ClusterFilter{Problem: c.Problem, Language: c.Language, MinSize: 3, Explanation: c.Sources}
	if c.IncludesTwos {
		f.MinSize = 2
	}
	return f
}

func clustersPath(checkID int64) string { return CheckPath(checkID) + "/clusters" }

func clusterPath(checkID int64, number int) string {
	return clustersPath(checkID) + "/" + strconv.Itoa(number)
}

func (s *Site) Clusters(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	histograms, err := reader.Histograms(r.Context(), check)
	if err != nil {
		return err
	}
	view := clustersView{
		Choice: parseClusterChoice(r.URL.Query()), Pages: parsePagination(r.URL, clustersPageSize),
		LacksClusters: len(histograms) > 0 && !slices.ContainsFunc(histograms, func(h contest.Histogram) bool { return h.ParticipantBins != nil }),
	}
	view.Problems, view.Languages = filterValues(histograms)
	if view.checkHead, err = reader.checkHead(r.Context(), check); err != nil {
		return err
	}
	limit := clustersPageSize
	if view.Pages.Page == 1 {
		limit = overviewSize
	}
	view.Clusters, view.Pages.Total, err = reader.Clusters(r.Context(), check.ID, view.Choice.filter(), view.Pages.offset(), limit)
	if err != nil {
		return err
	}
	var numbers []int
	for _, c := range view.Clusters {
		numbers = append(numbers, c.Number)
	}
	var toReview map[int]int
	if view.States, toReview, err = reader.ClusterStates(r.Context(), check, numbers...); err != nil {
		return err
	}
	if view.Pages.Page == 1 && len(numbers) > 0 {
		edges, err := reader.ClusterEdges(r.Context(), check, numbers)
		if err != nil {
			return err
		}
		for _, c := range view.Clusters {
			tile := newClusterTile(c, edges[c.Number], view.States[c.Number])
			tile.ToReview = toReview[c.Number]
			view.Overview = append(view.Overview, tile)
		}
		view.Clusters = view.Clusters[:min(len(view.Clusters), clustersPageSize)]
	}
	return s.show(w, r, http.StatusOK, clustersPage(i18n.From(r.Context()), view))
}

// hasFirst reports whether at least one cluster of the page has a member who is known to have submitted first.
func (v clustersView) hasFirst() bool {
	return slices.ContainsFunc(v.Clusters, func(c contest.Cluster) bool {
		return slices.ContainsFunc(c.Members, func(m contest.ClusterMember) bool { return m.First })
	})
}

// emptyText says why the list is empty.
func (v clustersView) emptyText(p *i18n.Printer) string {
	switch {
	case v.LacksClusters:
		return p.T("This check was made by a version of ojcheck without clusters. Run a new check to see them.")
	case v.Choice != clusterChoice{IncludesTwos: v.Choice.IncludesTwos}:
		return p.T("No clusters with these filters.")
	case !v.Choice.IncludesTwos:
		return p.T("No three participants are linked by pairs %s.", v.Check.Parameters.ListedText(p))
	}
	return p.T("No pairs %s, so no clusters.", v.Check.Parameters.ListedText(p))
}

// clusterTile is a cluster in the overview.
type clusterTile struct {
	contest.Cluster
	Miniature graph.Miniature
	ToReview  int  // pairs that wait for the viewer
	Settled   bool // no case needs a review or a ruling
}

func newClusterTile(c contest.Cluster, edges []contest.ClusterEdge, states review.StateCounts) clusterTile {
	nodes := make(map[int64]int)
	node := func(id int64) int {
		if _, ok := nodes[id]; !ok {
			nodes[id] = len(nodes)
		}
		return nodes[id]
	}
	var drawn []graph.Edge
	for _, e := range edges {
		drawn = append(drawn, graph.Edge{Left: node(e.Left), Right: node(e.Right), Strength: e.Suspicion})
	}
	t := clusterTile{Cluster: c, Miniature: graph.DrawMiniature(drawn), Settled: true}
	for state := range states {
		t.Settled = t.Settled && !state.NeedsReview()
	}
	return t
}

// shape says in the caption of the tile whether the cluster is a chain, a part, or both; "" for neither.
func (t clusterTile) shape(p *i18n.Printer) string {
	switch isPart := len(t.Parts) > 1; {
	case t.Chain && isPart:
		return p.T("chain, part")
	case t.Chain:
		return p.T("chain")
	case isPart:
		return p.T("part")
	}
	return ""
}

// reviewText says how many pairs wait for the viewer.
func (t clusterTile) reviewText(p *i18n.Printer) string {
	switch {
	case t.Settled:
		return p.T("settled")
	case t.ToReview == 0:
		return p.T("none for you to review")
	}
	return p.T("%d to review", t.ToReview)
}
