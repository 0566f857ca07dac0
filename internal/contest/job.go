package contest

import "encoding/json"

// Job is work that the server has accepted, as it is stored.
type Job struct {
	ID      string
	Content json.RawMessage // package jobs writes and reads it
	CheckID int64           // the complete check of the job; 0 for none. It is not stored with the job
}
