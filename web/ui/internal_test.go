package ui

// What tests of package ui_test use.
const (
	AlertsSize     = alertsSize
	NewContestPath = newContestPath
	PlotHeight     = plotHeight
	TopPairs       = topPairs
	TopSkipped     = topSkipped
)

type Plot = plot

var (
	AlertPath       = alertPath
	ClusterPath     = clusterPath
	LivePath        = livePath
	LocalPath       = localPath
	NewHistogram    = newHistogram
	PairPath        = pairPath
	ParticipantOf   = participantOf
	ParticipantPath = participantPath
	RowID           = rowID
	SubmissionPath  = submissionPath
)

// Subscribers returns how many pages wait for changes of a contest.
func (s *Site) Subscribers(contestID int64) int {
	s.notifier.mu.Lock()
	defer s.notifier.mu.Unlock()
	if w := s.notifier.watched[contestID]; w != nil {
		return w.readers
	}
	return 0
}
