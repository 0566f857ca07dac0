package contest

import "errors"

// DistributionState says whether the archive is on one machine.
type DistributionState string

// The states of the archive.
const (
	NotDistributed DistributionState = "one machine"
	Distributing   DistributionState = "underway"
	Distributed    DistributionState = "distributed"
)

// ErrDistributed means that the archive is distributed already, ErrNotDistributed that it is not.
var (
	ErrDistributed    = errors.New("the archive is distributed already")
	ErrNotDistributed = errors.New("the archive is on one machine")
)

// Distribution says on which machines the archive's search tables and sources are.
type Distribution struct {
	State   DistributionState
	Tables  []MovedTable // while the distribution is underway
	Workers []Worker     // of Citus
}

// MovedTable says how many rows of a table a distribution has copied.
type MovedTable struct {
	Name        string
	Done, Total int64
}

// Worker is a machine of a cluster.
type Worker struct {
	Name   string // host and port
	Shards int64  // parts of tables
	Bytes  int64  // of these shards, with indexes
}
