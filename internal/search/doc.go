// Package search answers whether a program has been seen before: it finds the
// programs of the archive that are near a given one, whichever contest they
// were handed in for.
//
// Two channels propose candidates ([Finder.Candidates]). The fingerprints of
// package simhash find near-duplicates of the whole program. Samples of shingles
// find what has a part of it: a copied function inside other code, or a copy with
// changes all over. Package program has both, with what they find, measured by
// level of disguise.
//
// A candidate proves nothing. [Finder.Search] reads the candidates' sources
// again, matches each with the given program as a check does, and lists them by
// what they have in common with it.
//
// # What a shingle counts
//
// A shingle that a great many programs have tells nothing, and would take long
// to look up: [Archive.Telling] leaves it out, and the answer says how many were.
// The others count by their rarity among what was found, so that a few rare ones
// outweigh many that honest programs share.
//
// Programs that are the same, to their fingerprint or to their sample, are one
// candidate: what was handed in ten thousand times does not fill the answer.
package search
