package ui

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/graph"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// The largest numbers of rows in the tables of a cluster. The ranking lists all pairs of the cluster.
const (
	maxClusterMembersShown = 200
	maxClusterEdgesShown   = 50
)

// clusterView is the view model of a cluster's page.
type clusterView struct {
	Check           contest.Check
	Cluster         contest.Cluster
	Drawing         graph.Drawing
	Heat            graph.HeatMap           // of Members, in their order
	Members         []contest.ClusterMember // the earliest first, unknown times last
	HasTimes        bool                    // whether the time of any submission is known
	States          review.StateCounts      // of the cases of the cluster's pairs
	Previous        int                     // number of the cluster before it in the list; 0 for none
	Next            int                     // number of the cluster after it in the list; 0 for none
	Viewer          access.Viewer
	DecidedByViewer int             // number of pairs that the viewer has decided
	Reasons         []review.Reason // for a decision, the fitting reason first
	Notice          string          // says how many pairs were decided or undone just now; "" for none
	Undo            int             // how many pairs Undo resets: those of the last decision
	names           map[int64]contest.Participant
	cases           map[int64]review.Case // by pair ID; nobody has decided on a pair without a case
}

func (s *Site) Cluster(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	number := request.PathNumber(r)
	if number == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	c, err := reader.Cluster(r.Context(), check.ID, number)
	if err != nil {
		return err
	}
	states, _, err := reader.ClusterStates(r.Context(), check, number)
	if err != nil {
		return err
	}
	p := i18n.From(r.Context())
	view := newClusterView(p, check, c)
	if view.cases, err = reader.EdgeCases(r.Context(), check, view.edges()); err != nil {
		return err
	}
	view.States, view.Viewer = states[number], reader.Viewer()
	// The list has clusters of two participants only with a filter.
	if view.Previous, view.Next, err = reader.ClusterNeighbours(r.Context(), check, number, min(c.Size, 3)); err != nil {
		return err
	}
	if view.Viewer.May(account.Reviewer) && view.States[review.Open] < c.Pairs {
		own := contest.PairFilter{Cluster: number, Reviewer: view.Viewer.ID, Limit: 1}
		if _, view.DecidedByViewer, err = reader.PairIDs(r.Context(), check.ID, own); err != nil {
			return err
		}
	}
	var mostSuspicious access.CheckedPair
	if c.Explained > 0 && len(c.Edges) > 0 {
		if mostSuspicious, err = reader.Pair(r.Context(), c.Edges[0].PairID); err != nil {
			return err
		}
	}
	view.Reasons = offeredReasons(mostSuspicious.Pair)
	view.Notice, view.Undo = s.clusterNotice(r, check, number)
	return s.show(w, r, http.StatusOK, clusterPage(p, view))
}

func newClusterView(p *i18n.Printer, check contest.Check, c contest.Cluster) clusterView {
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
	v.HasTimes = slices.ContainsFunc(c.Members, func(m contest.ClusterMember) bool { return !m.Earliest.Time.IsZero() || !m.Similar.Time.IsZero() })
	v.Drawing = graph.Draw(v.graph(p, c.Members))
	v.Heat = graph.DrawHeatMap(v.graph(p, v.Members))
	v.describe(p, v.Drawing.Edges)
	v.describe(p, v.Heat.Cells)
	v.Heat.Title = p.T("Heat map of cluster %s", strconv.Itoa(c.Number))
	return v
}

// edgeCase returns the case of an edge; an open case if nobody has decided on its pair.
func (v clusterView) edgeCase(e contest.ClusterEdge) review.Case {
	if c, ok := v.cases[e.PairID]; ok {
		return c
	}
	return review.Case{State: review.Open}
}

// scopeText says for which pairs a decision on the cluster counts, and what happens to those that are decided.
func (v clusterView) scopeText(p *i18n.Printer) string {
	undecided := v.Cluster.Pairs - v.DecidedByViewer
	byOthers := undecided - v.States[review.Open]
	words := p.T("Your decision counts for each of its %d pairs.", v.Cluster.Pairs)
	switch {
	case undecided <= 0:
		words = p.T("You have decided all its pairs. To decide them again, overwrite your earlier decisions.")
	case v.DecidedByViewer > 0:
		words = p.Sentences(p.T("Your decision counts for the %d pairs that you have not decided.", undecided),
			p.T("You have decided %d pairs: these decisions stay unless you overwrite them.", v.DecidedByViewer))
	}
	if undecided > 0 && byOthers > 0 {
		words = p.Sentences(words, p.T("Other reviewers have decided %d of these pairs: your decision is added to theirs.", byOthers))
	}
	return words
}

// graph returns the graph of members. Its nodes have the numbers of participants, and the names that are not hidden.
func (v clusterView) graph(p *i18n.Printer, members []contest.ClusterMember) graph.Graph {
	c := v.Cluster
	g := graph.Graph{
		Title: p.T("Cluster %s", strconv.Itoa(c.Number)),
		About: p.T("%s linked by %s. The tables below show the same.", p.T("%d participants", c.Size), p.T("%d pairs", c.Pairs)),
	}
	places := make(map[int64]int)
	for i, m := range members {
		places[m.Participant.ID] = i
		who := m.Participant
		node := graph.Node{
			Label: strconv.Itoa(who.Number), SubmittedFirst: m.First, Path: "#" + participantAnchor(who),
			Title: p.T("%s, first submitted in these pairs %s", text.Visible(who.Name), p.Second(m.Earliest.Time)),
		}
		if !who.Hidden {
			node.Name = text.Visible(who.Name)
		}
		g.Nodes = append(g.Nodes, node)
	}
	for i, e := range c.Edges {
		g.Edges = append(g.Edges, graph.Edge{
			ID: i, Left: places[e.Left], Right: places[e.Right], Strength: e.Suspicion,
			Bridge: c.Size > 2 && v.isBridge(e),
		})
	}
	return g
}

// describe sets the texts and links of drawn edges. A large cluster has many more edges than the page draws.
func (v clusterView) describe(p *i18n.Printer, drawn []graph.Edge) {
	for i := range drawn {
		e := v.Cluster.Edges[drawn[i].ID]
		drawn[i].Path = v.edgePath(e)
		drawn[i].Title = p.T("%s and %s: %s", text.Visible(v.names[e.Left].Name), text.Visible(v.names[e.Right].Name), p.Score(e.Suspicion))
	}
}

func participantAnchor(p contest.Participant) string { return "participant-" + strconv.Itoa(p.Number) }

// edgePath returns the address of the pair of an edge, in the ranking of the cluster's pairs.
func (v clusterView) edgePath(e contest.ClusterEdge) string {
	r := request.ParsePairQuery(nil, v.Check.Parameters)
	r.Cluster = v.Cluster.Number
	at, _ := slices.BinarySearchFunc(v.Cluster.Edges, e.Rank, func(other contest.ClusterEdge, rank int) int { return cmp.Compare(other.Rank, rank) })
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
	_, isBridge := slices.BinarySearch(v.Cluster.Bridges, e.Rank)
	return isBridge
}

// lacksPairs reports whether some pairs of the members were dropped, so that nobody knows whether they would be listed.
func (v clusterView) lacksPairs() bool {
	c := v.Cluster
	kept := math.Round(float64(c.Pairs) / c.Cohesion) // infinite without a cohesion
	return kept < float64(c.Size*(c.Size-1)/2)
}

// linkText says how many members are linked, and how closely.
func (v clusterView) linkText(p *i18n.Printer) string {
	c := v.Cluster
	participants, pairs := p.T("%d participants", c.Size), p.T("%d pairs", c.Pairs)
	switch {
	case c.Size == 2:
		return p.T("%s linked by a pair", participants)
	case v.lacksPairs():
		return p.T("%s linked by %s", participants, pairs)
	case c.Cohesion == 1:
		return p.T("%s all linked to each other by %s", participants, pairs)
	}
	return p.T("%s linked by %s, %s of all possible pairs", participants, pairs, p.Percent(c.Cohesion))
}

// edges returns the pairs that the page lists: the most suspicious pairs, and the weakest pair that holds the cluster together.
func (v clusterView) edges() []contest.ClusterEdge {
	list := v.Cluster.Edges
	if len(list) <= maxClusterEdgesShown {
		return list
	}
	shown := slices.Clone(list[:maxClusterEdgesShown])
	for _, e := range list[maxClusterEdgesShown:] {
		if e.Rank == v.Cluster.WeakestPair {
			shown = append(shown, e)
		}
	}
	return shown
}

// linkTo returns the name of a participant, with a path if the number is known.
func linkTo(p contest.Participant) link {
	if p.Number == 0 {
		return link{text.Visible(p.Name), ""}
	}
	return link{text.Visible(p.Name), participantPath(p)}
}

// participantPath returns the address of a participant, by number.
func participantPath(p contest.Participant) string {
	return contestPath(p.ContestID) + "/participants/" + strconv.Itoa(p.Number)
}
