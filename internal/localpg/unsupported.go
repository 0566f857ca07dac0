//go:build !unix

package localpg

import (
	"context"
	"fmt"
	"runtime"
)

// errUnsupported is the error of systems without flock and without Unix sockets that
// file permissions protect.
var errUnsupported = fmt.Errorf("ojcheck cannot run its own PostgreSQL on %s: give a server with --database-url", runtime.GOOS)

// Cluster does not exist on this system.
type Cluster struct{}

// Start returns an error on this system.
func Start(context.Context, Options) (*Cluster, error) { return nil, errUnsupported }

// URL is "" on this system.
func (c *Cluster) URL() string { return "" }

// Close does nothing on this system.
func (c *Cluster) Close() error { return nil }

// Inspect returns an error on this system.
func Inspect(context.Context, Options) (Status, error) { return Status{}, errUnsupported }

// Stop returns an error on this system.
func Stop(context.Context, Options, bool) (bool, error) { return false, errUnsupported }
