package blind

import "github.com/ojcheck/ojcheck/internal/contest"

// Cluster hides those members of a group who are to be hidden.
func Cluster(c contest.Cluster) contest.Cluster {
	members := make([]contest.ClusterMember, len(c.Members))
	for i, m := range c.Members {
		m.Participant = Participant(m.Participant)
		m.Earliest, m.Similar = Side(m.Earliest), Side(m.Similar)
		members[i] = m
	}
	c.Members = members
	return c
}
