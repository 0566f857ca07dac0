// Package ccsclient reads contests from the systems that run them, over the ICPC
// Contest API (https://ccs-specs.icpc.io), versions 2020-03 to 2026-01, and
// follows their event feeds.
//
// What the answers mean is for package ccs to say; this package gets them, from
// servers and over networks that fail. Requests are tried again, with growing
// waits, where that can help, and never where it cannot (get.go). A feed that
// breaks, or falls silent, is taken up again behind its last whole line (feed.go).
//
// Nothing that comes is trusted: bodies and lines are bounded, archives are
// unpacked by the rules of package intake. Credentials go to the server that they
// are for and to no other, wherever it redirects or points to (credentials.go).
package ccsclient
