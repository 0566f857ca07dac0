#!/bin/sh
# Before the files are removed: stops the service. At an upgrade (deb: "upgrade", rpm: 1) it goes on, and
# postinstall.sh restarts it.
set -e
case $1 in
remove | 0) ;;
*) exit 0 ;;
esac
[ -d /run/systemd/system ] || exit 0
systemctl disable --now ojcheck.service
