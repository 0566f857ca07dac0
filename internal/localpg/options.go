package localpg

import (
	"errors"
	"log/slog"
)

// ErrInUse is returned, wrapped, by Stop if other processes use the server.
var ErrInUse = errors.New("other ojcheck processes are using the database")

// Options of a cluster. The zero value is ready for use.
type Options struct {
	// DataDir is ojcheck's data directory; "" means DefaultDataDir.
	DataDir string
	// Log is told what takes long: creating a cluster, downloading PostgreSQL,
	// waiting for another process. Nil discards it.
	Log *slog.Logger
	// Settings are further PostgreSQL settings, by name. They hold for the
	// server that this Start starts, not for one that it joins.
	Settings map[string]string
}

func (o Options) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// A Status tells what is known about a cluster.
type Status struct {
	DataDir     string // absolute
	Dir         string // the cluster's own directory in it
	Log         string // path of the server's log
	Version     string // major version, "" if no cluster was created yet
	Running     bool   // a server answers
	InUse       bool   // at least one process holds the cluster
	Pid         int    // of the server, 0 if none runs
	SocketDir   string // "" if none runs
	URL         string // of ojcheck's database, "" if none runs
	Connections int    // of clients to that database
}
