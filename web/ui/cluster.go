package ui

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/graph"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// The tables of a cluster have at most so many rows. The ranking lists all of its pairs.
const (
	clusterMembersShown = 200
	clusterEdgesShown   = 50
)

// clusterView is the view model of a cluster's page.
type clusterView struct {
	Check   contest.Check
	Cluster contest.Cluster
	Drawing graph.Drawing
	Members []contest.ClusterMember // the earliest first, unknown times last
	States  review.StateCounts      // of the cases of its pairs
	Viewer  access.Viewer
	Notice  string // says how many cases were decided or undone just now; "" for none
	Undo    int    // cases that the viewer decided at once and can undo
	names   map[int64]contest.Participant
	cases   map[int64]review.Case // by the IDs of its pairs; nobody has decided a missing case
}

// Cluster shows a cluster.
func (s *Site) Cluster(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	number := request.PathNumber(r)
	if number == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	c, err := reader.Cluster(r.Context(), check.ID, number)
	if err != nil {
		return err
	}
	states, err := reader.ClusterStates(r.Context(), check, number)
	if err != nil {
		return err
	}
	view := newClusterView(check, c)
	if view.cases, err = reader.EdgeCases(r.Context(), check, view.edges()); err != nil {
		return err
	}
	view.States, view.Viewer = states[number], reader.Viewer()
	view.Notice, view.Undo = s.clusterNotice(r, check, number)
	return s.show(w, r, http.StatusOK, clusterPage(view))
}

func newClusterView(check contest.Check, c contest.Cluster) clusterView {
	v := clusterView{Check: check, Cluster: c, Members: slices.Clone(c.Members), names: make(map[int64]contest.Participant)}
	for _, m := range c.Members {
		v.names[m.Participant.ID] = m.Participant
	}
	slices.SortStableFunc(v.Members, func(a, b contest.ClusterMember) int {
		if a.Earliest.Time.IsZero() != b.Earliest.Time.IsZero() {
			return cmp.Compare(b.Earliest.Time.Unix(), a.Earliest.Time.Unix()) // unknown times last
		}
		return a.Earliest.Time.Compare(b.Earliest.Time)
	})
	v.Drawing = graph.Draw(v.graph())
	return v
}

// edgeCase returns the case of an edge; an open case if nobody has decided on its pair.
func (v clusterView) edgeCase(e contest.ClusterEdge) review.Case {
	if c, ok := v.cases[e.PairID]; ok {
		return c
	}
	return review.Case{State: review.Open}
}

// graph returns the graph of the cluster: participants by number, and by name unless hidden.
func (v clusterView) graph() graph.Graph {
	c := v.Cluster
	g := graph.Graph{
		Title: fmt.Sprintf("Cluster %d", c.Number),
		About: text.Count(c.Size, "participant") + " linked by " + text.Count(c.Pairs, "pair") +
			". The tables below show the same.",
	}
	places := make(map[int64]int)
	for i, m := range c.Members {
		places[m.Participant.ID] = i
		p := m.Participant
		node := graph.Node{
			Label: strconv.Itoa(p.Number), SubmittedFirst: m.First, Path: "#" + memberAnchor(p),
			Title: text.Visible(p.Name) + ", first submitted " + text.Second(m.Earliest.Time),
		}
		if !p.Hidden {
			node.Name = text.Visible(p.Name)
		}
		g.Nodes = append(g.Nodes, node)
	}
	for _, e := range c.Edges {
		g.Edges = append(g.Edges, graph.Edge{
			Left: places[e.Left], Right: places[e.Right], Strength: e.Suspicion, Value: text.Score(e.Suspicion),
			Path: v.edgePath(e), Bridge: v.isBridge(e) && c.Size > 2,
			Title: text.Visible(v.names[e.Left].Name+" and "+v.names[e.Right].Name) + ": " + text.Score(e.Suspicion),
		})
	}
	return g
}

func memberAnchor(p contest.Participant) string { return "participant-" + strconv.Itoa(p.Number) }

// edgePath returns the address of a pair in the ranking of the cluster's pairs.
func (v clusterView) edgePath(e contest.ClusterEdge) string {
	r := request.ParsePairQuery(nil, v.Check.Parameters)
	r.Cluster = v.Cluster.Number
	at := slices.IndexFunc(v.Cluster.Edges, func(other contest.ClusterEdge) bool { return other.PairID == e.PairID })
	return pairPathIn(e.PairID, r, at+1)
}

// linkedMember returns the member on this cluster's side of a pair with another part.
func (v clusterView) linkedMember(l contest.ClusterLink) contest.Participant {
	if l.Other.ID == l.Left {
		return v.names[l.Right]
	}
	return v.names[l.Left]
}

// isBridge reports whether the cluster would split without an edge.
func (v clusterView) isBridge(e contest.ClusterEdge) bool {
	return slices.Contains(v.Cluster.Bridges, e.Rank)
}

// linkText says how closely the members are linked.
func (v clusterView) linkText() string {
	c := v.Cluster
	switch {
	case c.Size == 2:
		return "linked by a pair"
	case c.Cohesion == 1 && c.Pairs < c.Size*(c.Size-1)/2:
		return "linked by " + text.Count(c.Pairs, "pair") +
			"; participants with many pairs have only their most suspicious ones stored"
	case c.Cohesion == 1:
		return "all linked to each other by " + text.Count(c.Pairs, "pair")
	}
	return "linked by " + text.Count(c.Pairs, "pair") + ", " + text.Percent(c.Cohesion) + " of all possible pairs"
}

// edges returns the pairs that the page lists: the most suspicious, and the weakest.
func (v clusterView) edges() []contest.ClusterEdge {
	list := v.Cluster.Edges
	if len(list) <= clusterEdgesShown {
		return list
	}
	shown := slices.Clone(list[:clusterEdgesShown])
	for _, e := range list[clusterEdgesShown:] {
		if e.Rank == v.Cluster.WeakestPair {
			shown = append(shown, e)
		}
	}
	return shown
}

// participantPath returns the address of a participant, by number.
func participantPath(p contest.Participant) string {
	return contestPath(contest.Contest{ID: p.ContestID}) + "/participants/" + strconv.Itoa(p.Number)
}

// clustersPageSize is the number of clusters on one page.
const clustersPageSize = 50

// clustersView is the view model of one page of a check's clusters.
type clustersView struct {
	Check     contest.Check
	Choice    clusterChoice
	Clusters  []contest.Cluster          // of this page
	Total     int                        // on all pages
	States    map[int]review.StateCounts // of the cases of their pairs, by cluster number
	Problems  []string
	Languages []string
	Unknown   bool // the check was made by a version of ojcheck without clusters
}

// clusterChoice selects the clusters of a page. The address contains it.
type clusterChoice struct {
	Problem, Language string
	Twos              bool // clusters of two participants too; each is a pair of the ranking
	Page              int  // from 1
}

func parseClusterChoice(q url.Values) clusterChoice {
	return clusterChoice{q.Get("problem"), q.Get("language"), q.Get("size") == "2", request.PageNumber(q)}
}

// path returns the address of the page.
func (c clusterChoice) path(checkID int64) string {
	q := url.Values{}
	if c.Problem != "" {
		q.Set("problem", c.Problem)
	}
	if c.Language != "" {
		q.Set("language", c.Language)
	}
	if c.Twos {
		q.Set("size", "2")
	}
	if c.Page > 1 {
		q.Set("page", strconv.Itoa(c.Page))
	}
	return withQuery(clustersPath(checkID), q)
}

func (c clusterChoice) withProblem(problem string) clusterChoice {
	c.Problem, c.Page = problem, 1
	return c
}

func (c clusterChoice) filter() contest.ClusterFilter {
	f := contest.ClusterFilter{Problem: c.Problem, Language: c.Language, MinSize: 3}
	if c.Twos {
		f.MinSize = 2
	}
	return f
}

func (c clusterChoice) isFiltered() bool { return c.Problem != "" || c.Language != "" }

func clustersPath(checkID int64) string { return CheckPath(checkID) + "/clusters" }

func clusterPath(checkID int64, number int) string {
	return clustersPath(checkID) + "/" + strconv.Itoa(number)
}

// Clusters lists the clusters of a check.
func (s *Site) Clusters(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	histograms, err := reader.Histograms(r.Context(), check)
	if err != nil {
		return err
	}
	view := clustersView{Check: check, Choice: parseClusterChoice(r.URL.Query()), Unknown: len(histograms) > 0}
	for _, h := range histograms {
		view.Unknown = view.Unknown && h.Highest == nil
	}
	view.Problems, view.Languages = facets(histograms)
	offset := (view.Choice.Page - 1) * clustersPageSize
	view.Clusters, view.Total, err = reader.Clusters(r.Context(), check.ID, view.Choice.filter(), offset, clustersPageSize)
	if err != nil {
		return err
	}
	var numbers []int
	for _, c := range view.Clusters {
		numbers = append(numbers, c.Number)
	}
	if view.States, err = reader.ClusterStates(r.Context(), check, numbers...); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, clustersPage(view))
}

func (v clustersView) pages() pagination {
	return pagination{v.Choice.Page, clustersPageSize, v.Total, func(page int) string {
		v.Choice.Page = page
		return v.Choice.path(v.Check.ID)
	}}
}

// emptyText says why the list is empty.
func (v clustersView) emptyText() string {
	switch {
	case v.Unknown:
		return "This check was made by a version of ojcheck without clusters. Run a new check to see them."
	case v.Choice.Page > 1:
		return "This page of the list is empty."
	case v.Choice.isFiltered():
		return "No clusters with these filters."
	case !v.Choice.Twos:
		return "No three participants are linked by pairs " + v.Check.Parameters.ListedText() + "."
	}
	return "No pairs " + v.Check.Parameters.ListedText() + ", so no clusters."
}
