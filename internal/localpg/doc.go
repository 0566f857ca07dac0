// Package localpg runs ojcheck's own private PostgreSQL if the user gives no database. The server listens
// only on a Unix socket, and has its data in the user's data directory. All ojcheck processes of that
// directory share the server, and the last process stops it.
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
//	postgres/stopped         exists after somebody stopped the server on purpose, so nobody restarts it
//	postgresql-<version>     downloaded binaries, if none were installed
//
// Nothing deletes data, not even data that cannot be used, such as a cluster of PostgreSQL 15 where only
// PostgreSQL 16 is installed.
//
// # Where PostgreSQL comes from
//
// The binaries come from $OJCHECK_PG_BIN, the directory of postgres and initdb. If it is not set, localpg
// looks in $PATH, and then in the directories where systems install PostgreSQL, the newest version first. If
// it finds none, it downloads them with the embedded-postgres library. A new cluster may have any major
// version from 15 on.
//
// PostgreSQL refuses to run as root. So if root runs ojcheck, the server runs as the owner of the existing
// cluster. A new cluster belongs to the user postgres, or to nobody if there is no user postgres.
//
// # Which processes run
//
// Locks on files, by flock(2), show which processes run, because the kernel drops the locks of a killed
// process.
//
// Each process that uses the server holds users.lock shared. [Cluster.Close] releases the lock, and then
// tries to lock users.lock exclusively. Only the last process succeeds, and stops the server. After a kill -9
// of the last process the server still runs, and the next process joins it.
//
// The server and all processes that it forks inherit server.lock. So the lock is free exactly when all these
// processes are gone. Then localpg removes postmaster.pid, because PostgreSQL refuses to start if a process
// has the id in that file. The id may belong to another program now. It may also belong to a zombie, in a
// container where process 1 does not reap zombies.
//
// # When the server dies
//
// Each process that uses the server looks three times a second whether the server has died. It has died if
// there is no file postgres/stopped, and server.lock is free or held only by backends. The first process that
// gets guard.lock ends such backends and restarts the server at the same URL. Connections break, and pools
// open new ones. If the server dies again and again, the pauses before restarts grow, up to half a minute.
//
// # Who can connect
//
// Everybody who can reach the socket can connect without a password (pg_hba.conf says trust). Only the
// server's account and root can reach it, because its directory has mode 0700. A password would not protect
// the data from them: they can read the data files, and would find the password. Peer authentication would
// lock out root.
//
// The path of a socket may have 103 bytes. If the path of the data directory is too long, the socket is in a
// private directory below /tmp. It is there too if the path has characters that break a connection URL or
// PostgreSQL's configuration.
package localpg
