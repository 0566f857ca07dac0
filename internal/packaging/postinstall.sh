#!/bin/sh
# After the files of the package, at an installation and at an upgrade. The service is not started by an installation:
# the administrator chooses the database and the address first. An upgrade restarts a running service.
set -e
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
systemctl try-restart ojcheck.service
