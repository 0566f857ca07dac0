package contest

import "encoding/json"

// Job is the stored form of work that the server has accepted.
type Job struct {
	ID      string
	Content json.RawMessage // package jobs writes and reads it
	CheckID int64           // the complete check of the job; 0 for none; not stored with the job
}
