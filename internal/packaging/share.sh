#!/bin/sh
# Writes the manual page and the completions of the version $1 to dist/share, for all packages.
set -e
cd "$(dirname "$0")/../.."
rm -rf dist/share && mkdir -p dist/share
# As .goreleaser.yml builds it, so that nothing is compiled twice.
CGO_ENABLED=0 GOFLAGS= go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=v$1" -o dist/share/ojcheck ./cmd/ojcheck
dist/share/ojcheck man | gzip -9n >dist/share/ojcheck.1.gz
for shell in bash zsh fish; do dist/share/ojcheck completion $shell >dist/share/ojcheck.$shell; done
rm dist/share/ojcheck
