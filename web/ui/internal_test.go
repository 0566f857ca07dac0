package ui

// These names are for the tests in package ui_test.
const (
	AlertsSize     = alertsPageSize
	NewContestPath = newContestPath
	PlotHeight     = plotHeight
	UnlistedSize   = unlistedPageSize
)

type Plot = plot

var (
	AlertPath       = alertPath
	ClusterPath     = clusterPath
	LivePath        = livePath
	LocalPath       = pathAfterSignIn
	NewHistogram    = newHistogram
	SetListed       = (*histogram).setListed
	PairPath        = pairPath
	ParseGlossary   = parseGlossary
	ParticipantOf   = submitterPath
	ParticipantPath = participantPath
	RowID           = rowID
	SubmissionPath  = submissionPath
)

// Subscribers returns how many pages wait for changes of a contest.
func (s *Site) Subscribers(contestID int64) int {
	s.notifier.mu.Lock()
	defer s.notifier.mu.Unlock()
	if w := s.notifier.watched[contestID]; w != nil {
		return w.subscribers
	}
	return 0
}
