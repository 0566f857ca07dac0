// Package simhash turns the features of a program into a 64-bit fingerprint. The fingerprints of similar
// programs differ in few bits. An index finds the fingerprints near a given one.
//
// [Sum] makes a fingerprint of weighted features, in ojcheck the hashes of a program's shingles. [Distance]
// counts the bits in which two fingerprints differ. An [Index] finds all fingerprints within a given
// distance, which is at most [MaxDistance].
//
// # Where it comes from
//
//   - The fingerprint is defined by Moses Charikar, "Similarity Estimation Techniques from Rounding
//     Algorithms" (STOC 2002): the probability that two fingerprints agree in a bit grows with the
//     cosine of the two weighted feature vectors.
//   - Gurmeet Manku, Arvind Jain and Anish Das Sarma, "Detecting Near-Duplicates
//     for Web Crawling" (WWW 2007), found on eight billion web pages that
//     near-duplicates differ in up to three bits of 64. The blocks here are
//     based on their tables of permuted fingerprints.
//   - The search by blocks is the multi-index hashing of Mohammad Norouzi, Ali
//     Punjani and David Fleet, "Fast Search in Hamming Space with Multi-Index
//     Hashing" (CVPR 2012). A [Layout] says which blocks there are. [Layout.Probes] says
//     which of their values to look up. The layout [Thirds] serves all distances here.
//
// # What it is good for
//
// Fingerprints find near-duplicates of whole programs among millions. They miss a short copied part inside a
// long program. To find such a part, compare shingles. The documentation of internal/program says how many
// copies the fingerprints of ojcheck find, by distance and by level of disguise. A fingerprint depends on its
// features and [Version] only, so fingerprints made years apart can be compared. docs/simhash.md compares
// designs of the search.
//
// The package needs only the standard library, does no I/O and has no state. All functions are safe for
// concurrent use; an Index is safe for concurrent searches while nobody adds to it.
package simhash

// Version changes whenever the same features give another fingerprint.
const Version = 1
