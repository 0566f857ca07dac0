// Package client speaks to the API of an ojcheck server: it sends a contest to be
// checked or stored, follows the job until it has ended, and fetches what came of
// it. What the server refuses is a *Problem, with what it says to do.
package client
