package ui

import (
	"cmp"
	"fmt"
	"net/http"
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

// How many rows the tables of a cluster show; a page of the ranking lists all of
// its pairs.
const (
	clusterMembersShown = 200
	clusterEdgesShown   = 50
)

// clusterView is what the page of a cluster shows.
type clusterView struct {
	Check   contest.Check
	Cluster contest.Cluster
	Drawing graph.Drawing
	Members []contest.ClusterMember // the earliest first, where that is known
	States  review.StateCounts      // of the cases of its pairs
	Viewer  access.Viewer
	Notice  string // how many were decided just now, as the address says it; "" otherwise
	names   map[int64]contest.Participant
	cases   map[int64]review.Case // of its pairs, by their IDs; without those that nobody has touched
}

// Cluster shows a cluster.
func (s *Site) Cluster(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	number := request.PathNumber(r)
	if number == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	c, err := rd.Cluster(r.Context(), check.ID, number)
	if err != nil {
		return err
	}
	states, err := rd.ClusterStates(r.Context(), check, number)
	if err != nil {
		return err
	}
	view := newClusterView(check, c)
	if view.cases, err = rd.EdgeCases(r.Context(), check, view.edges()); err != nil {
		return err
	}
	view.States, view.Viewer = states[number], rd.Viewer()
	if n, err := strconv.Atoi(r.URL.Query().Get("decided")); err == nil && n >= 0 {
		view.Notice = countOf(n, "case was", "cases were") + " decided."
	}
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

// edgeCase returns the case of an edge: an open one where there is none.
func (v clusterView) edgeCase(e contest.ClusterEdge) review.Case {
	if c, ok := v.cases[e.PairID]; ok {
		return c
	}
	return review.Case{State: review.Open}
}

// graph is the cluster to draw: participants by number, and by name unless hidden.
func (v clusterView) graph() graph.Graph {
	c := v.Cluster
	g := graph.Graph{
		Title: fmt.Sprintf("Cluster %d", c.Number),
		About: text.Count(c.Size, "participant") + " tied by " + text.Count(c.Pairs, "pair") + ". The tables below tell the same.",
	}
	places := make(map[int64]int)
	for i, m := range c.Members {
		places[m.Participant.ID] = i
		p := m.Participant
		node := graph.Node{Label: strconv.Itoa(p.Number), SubmittedFirst: m.First, Path: "#" + memberAnchor(p), Title: text.Visible(p.Name) + ", first handed in " + text.Second(m.Earliest.Time)}
		if !p.Hidden {
			node.Name = text.Visible(p.Name)
		}
		g.Nodes = append(g.Nodes, node)
	}
	for _, e := range c.Edges {
		g.Edges = append(g.Edges, graph.Edge{
			Left: places[e.Left], Right: places[e.Right], Strength: e.Suspicion, Value: text.Score(e.Suspicion), Path: v.edgePath(e), Bridge: v.isBridge(e) && c.Size > 2,
			Title: text.Visible(v.names[e.Left].Name+" and "+v.names[e.Right].Name) + ": " + text.Score(e.Suspicion),
		})
	}
	return g
}

func memberAnchor(p contest.Participant) string { return "participant-" + strconv.Itoa(p.Number) }

// edgePath is the address of a pair at its position among those of the cluster.
func (v clusterView) edgePath(e contest.ClusterEdge) string {
	r := request.ParsePairQuery(nil, v.Check.Parameters.Threshold)
	r.Cluster = v.Cluster.Number
	at := slices.IndexFunc(v.Cluster.Edges, func(other contest.ClusterEdge) bool { return other.PairID == e.PairID })
	return pairPathIn(e.PairID, r, at+1)
}

// isBridge reports whether the cluster falls apart without an edge.
func (v clusterView) isBridge(e contest.ClusterEdge) bool {
	return slices.Contains(v.Cluster.Bridges, e.Rank)
}

// tieText says how closely the members are tied.
func (v clusterView) tieText() string {
	c := v.Cluster
	switch {
	case c.Size == 2:
		return "tied by a pair"
	case c.Cohesion == 1 && c.Pairs < c.Size*(c.Size-1)/2:
		return "tied by " + text.Count(c.Pairs, "pair") + "; of participants with many, the most suspicious ones alone are kept"
	case c.Cohesion == 1:
		return "each tied to each, by " + text.Count(c.Pairs, "pair")
	}
	return "tied by " + text.Count(c.Pairs, "pair") + ", " + text.Percent(c.Cohesion) + " of the possible ones"
}

// shapeTexts says in words what holds the cluster together.
func (v clusterView) shapeTexts() []string {
	c := v.Cluster
	if c.Size == 2 {
		return nil
	}
	var list []string
	switch bridges := len(c.Bridges); {
	case c.Chain && bridges == c.Size-1:
		list = append(list, "A chain: each of its pairs alone ties some of the cluster to the others, so that two of them may have nothing in common but those between them.")
	case c.Chain && bridges > 0:
		list = append(list, "A chain: "+countOf(bridges, "pair alone ties", "pairs alone tie")+" some of the cluster to the others, so that two of them may have nothing in common but those between them.")
	case c.Chain:
		list = append(list, "A chain: fewer than half of the pairs of its members reach the threshold, so that two of them may have nothing in common but those between them.")
	}
	if c.BreakThreshold > v.Check.Parameters.Threshold {
		list = append(list, "It stays one cluster up to a threshold of "+text.Score(c.BreakThreshold)+", the suspicion of its weakest link.")
	} else {
		list = append(list, "Its weakest link is as suspicious as the threshold, "+text.Score(c.BreakThreshold)+": above it, this is more than one cluster.")
	}
	return list
}

// edges are the pairs that the page lists: the most suspicious, and the weakest.
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

// participantPath is the address of a participant, by number and not by name.
func participantPath(p contest.Participant) string {
	return contestPath(contest.Contest{ID: p.ContestID}) + "/participants/" + strconv.Itoa(p.Number)
}

// DecideCluster reviews all pairs of a cluster. Reviews that the viewer has given stay, unless the form replaces them.
func (s *Site) DecideCluster(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	number := request.PathNumber(r)
	if number == 0 { // which would be no filter
		return httperr.NotFound("There is no such cluster.")
	}
	if err := parseReviewForm(w, r); err != nil {
		return err
	}
	ctx := r.Context()
	newReview, err := parseReview(r, rd.Viewer())
	if err != nil {
		return err
	}
	pairs, _, err := rd.Pairs(ctx, check.ID, contest.PairFilter{Cluster: number})
	if err != nil {
		return err
	}
	if len(pairs) == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	count, err := rd.DecideAll(ctx, check, pairs, newReview, r.PostFormValue("again") != "")
	if err != nil {
		return err
	}
	return seeOther(w, r, clusterPath(check.ID, number)+"?decided="+strconv.Itoa(count))
}
