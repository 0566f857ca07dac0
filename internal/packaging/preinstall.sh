#!/bin/sh
# Before the files of the package: makes the user of the service, who owns some of them.
set -e
getent passwd ojcheck >/dev/null || useradd --system --user-group --home-dir /var/lib/ojcheck --no-create-home \
	--shell /usr/sbin/nologin --comment 'ojcheck' ojcheck
