package contest

// Figures are counts of the whole archive, for those who run ojcheck. They name nobody.
type Figures struct {
	Bytes       int64 // of the database on the disk
	Contests    int64
	Submissions int64
	Checks      map[string]int64 // by state
	Alerts      map[string]int64 // by state
	Watches     map[string]int64 // by state
	// Undelivered counts the alerts that a webhook still has to take, of the contests that have a webhook.
	Undelivered int64
}
