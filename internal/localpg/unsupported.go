//go:build !unix

package localpg

import (
	"context"
	"fmt"
	"runtime"
)

// errUnsupported is the error on systems without flock(2) or without permissions on Unix sockets.
var errUnsupported = fmt.Errorf("ojcheck cannot run its own PostgreSQL on %s: give a server with --database-url", runtime.GOOS)

// Cluster never exists on this system: Start, Inspect and Stop return an error.
type Cluster struct{}

func (c *Cluster) URL() string  { return "" }
func (c *Cluster) Close() error { return nil }

func Start(context.Context, Options) (*Cluster, error) { return nil, errUnsupported }
func Inspect(context.Context, string) (Status, error)  { return Status{}, errUnsupported }
func Stop(context.Context, string, bool) (bool, error) { return false, errUnsupported }

func Installed(context.Context, string) (dir, version string, err error) {
	return "", "", errUnsupported
}
