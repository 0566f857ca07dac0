// Package simhash condenses a program into a 64-bit fingerprint, such that
// similar programs get fingerprints that differ in few bits, and finds the
// near ones among many.
//
// A program comes as weighted features: for ojcheck the hashes of its shingles
// with their weights, but nothing here knows of programs. [Of] makes the
// fingerprint, [Distance] counts the bits in which two differ, and an [Index]
// finds all fingerprints within a distance of up to [MaxDistance].
//
// # Where it comes from
//
//   - The fingerprint is that of Moses Charikar, "Similarity Estimation
//     Techniques from Rounding Algorithms" (STOC 2002): the probability that
//     two fingerprints agree in a bit grows with the cosine of the two weighted
//     feature vectors.
//   - That up to three bits of 64 mark near-duplicates was found on eight
//     billion web pages by Gurmeet Manku, Arvind Jain and Anish Das Sarma,
//     "Detecting Near-Duplicates for Web Crawling" (WWW 2007). Their tables of
//     permuted fingerprints are the ancestors of the blocks used here.
//   - The search by blocks is the multi-index hashing of Mohammad Norouzi, Ali
//     Punjani and David Fleet, "Fast Search in Hamming Space with Multi-Index
//     Hashing" (CVPR 2012). A [Layout] says which blocks there are, and
//     [Layout.Probes] which of their values to look up. Three blocks, [Thirds],
//     serve all distances here.
//
// # What it is good for
//
// A fingerprint finds near-duplicates of whole programs among millions. It
// does not see a short copied part inside a long program of one's own; that is
// the work of comparing shingles. How far the fingerprints of ojcheck carry, by
// distance and by level of disguise, is measured in the documentation of
// internal/program. A fingerprint depends on nothing but its features, so
// fingerprints made years apart can be compared, provided that the features
// and [Version] are the same.
//
// The package needs the standard library only, does no I/O and keeps no state.
// All functions are safe for concurrent use; an Index is safe for concurrent
// searches while nobody adds to it.
package simhash

// Version is the version of the algorithm that makes fingerprints. It is
// raised whenever the same features give another fingerprint.
const Version = 1
