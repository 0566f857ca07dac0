package contest

// Figures are counts of the whole archive, for those who run ojcheck. They name nobody.
type Figures struct {
	Bytes       int64 // of the database on the disk
	Contests    int64
	Submissions int64
	// These count by state, with 0 for states that nothing is in.
	Checks  map[CheckState]int64
	Alerts  map[AlertState]int64
	Watches map[WatchState]int64
	// Undelivered counts the alerts that a webhook still has to take, of the contests that have a webhook.
	Undelivered int64
}
