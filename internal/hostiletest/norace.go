//go:build !race

package hostiletest

// Slowdown is 1, because there is no race detector.
const Slowdown = 1
