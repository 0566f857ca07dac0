//go:build race

package hostiletest

// Slowdown is how many times longer programs may take because of the race detector.
const Slowdown = 10
