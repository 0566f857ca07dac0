#!/bin/sh
# After the files are removed. Data and user stay; only a purge (deb) removes the data. The user stays even then: backups
# may belong to it, and its number must not go to another user.
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
[ "$1" != purge ] || rm -rf /var/lib/ojcheck
