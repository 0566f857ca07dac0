// Package localpg runs ojcheck's own private PostgreSQL if the user gives no database:
// a server that listens only on a Unix socket and has its data in the user's data
// directory. All ojcheck processes of that directory share the server; the last process stops it.
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
//	postgres/data            the cluster; only the major version of PostgreSQL in its file PG_VERSION can use it
//	postgres/run             the socket (or /tmp/ojcheck-<hash>, see below)
//	postgres/server.log      the server's log; server.log.old is the previous log
//	postgres/guard.lock      held exclusively while a server is set up or stopped
//	postgres/users.lock      held shared by each process that uses the server
//	postgres/server.lock     held exclusively by the server itself
//	postgres/stopped         says that somebody stopped the server on purpose, so nobody restarts it
//	postgresql-<version>     downloaded binaries, if none were installed
//
// Nothing deletes data, not even data that cannot be used, such as a cluster of PostgreSQL 15 where only PostgreSQL 16
// is installed.
//
// # Where PostgreSQL comes from
//
// The binaries come from $OJCHECK_PG_BIN, the directory of postgres and initdb. If it is not set, localpg looks in $PATH,
// and then in the directories where systems install PostgreSQL, the newest version first. If it finds none, it downloads
// them with the embedded-postgres library. A new cluster may have any major version from 15 on. PostgreSQL refuses to run as root: if
// root starts it, the server runs as the owner of an existing cluster, or else as the user postgres, or else as nobody.
//
// # Which processes run
//
// Locks on files, by flock(2), show which processes run, because the kernel drops the locks of a killed process. A counter
// or a process id in a file would be wrong after a kill.
//
// Each process that uses the server holds users.lock shared. [Cluster.Close] releases the lock, and then tries to lock
// users.lock exclusively: only the last process succeeds, and stops the server. After a kill -9 of the last process the
// server still runs, and the next process joins it.
//
// The server and all forked processes of the server inherit server.lock. So the lock is free exactly when all these
// processes are gone. PostgreSQL would still refuse to start if the process id in postmaster.pid exists: it may belong to
// another program, or to a zombie in a container where process 1 does not reap zombies. So localpg removes postmaster.pid.
//
// # When the server dies
//
// Each process that uses the server looks three times a second whether the server has died: there is no file
// postgres/stopped, and server.lock is free or held only by backends. The first process that gets guard.lock ends such
// backends and restarts the server, at the same URL. Connections break; pools open new connections. If the server dies
// again and again, the pauses before restarts grow, up to half a minute.
//
// # Who can connect
//
// Everybody who can reach the socket can connect, without a password (pg_hba.conf says trust). The socket's directory has
// mode 0700: only the server's account and root can connect, and both can read the data files anyway. They could
// read a password, too, which would also appear in connection URLs. Peer authentication would keep out root.
//
// The path of a socket may have 103 bytes. If the data directory has too long a path, or a path with characters that
// break a connection URL or PostgreSQL's configuration, the socket is in a private directory below /tmp.
package localpg
