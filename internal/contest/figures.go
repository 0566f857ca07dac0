package contest

// Figures are counts of the whole archive, for those who run ojcheck. They name nobody.
type Figures struct {
	Bytes       int64 // of the database on the disk
	Contests    int64
	Submissions int64
	// The maps count by state, and have every state.
	Checks  map[CheckState]int64
	Alerts  map[AlertState]int64
	Watches map[WatchState]int64
	// Undelivered counts the alerts that no webhook has taken yet, in contests with a webhook.
	Undelivered int64
}
