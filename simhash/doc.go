// Package simhash makes 64-bit fingerprints of programs, and finds those near a given one. The fingerprints of
// similar programs differ in few bits, those of unrelated programs in about 32.
//
//	f := simhash.Sum(features) // such as the hashes of a program's shingles
//	index := simhash.NewIndex()
//	index.Add(id, f)
//	found, err := index.Search(f, 3) // all fingerprints that differ from f in at most 3 bits
//
// An [Index] is in memory. To search a database, store the blocks of fingerprints ([Layout.Blocks]) in indexed
// columns, and look up the [Layout.Neighbours] within the [Layout.Radii].
//
// The package needs only the standard library and does no I/O. All functions are safe for concurrent use; an
// Index is safe for concurrent searches while nobody adds to it.
//
// # What it is good for
//
// Fingerprints find near-duplicates of whole programs among millions. They miss a short copied part inside a
// long program: to find such a part, compare shingles. docs/fingerprints.md says how many copies the
// fingerprints of ojcheck find, by distance and by level of disguise. A fingerprint depends only on its features
// and [Version], so fingerprints made years apart can be compared.
//
// # Where it comes from
//
//   - The fingerprint is defined by Moses Charikar, "Similarity Estimation Techniques from Rounding
//     Algorithms" (STOC 2002): the probability that two fingerprints agree in a bit grows with the
//     cosine of the two weighted feature vectors.
//   - Gurmeet Manku, Arvind Jain and Anish Das Sarma, "Detecting Near-Duplicates for Web Crawling" (WWW
//     2007), found on eight billion web pages that near-duplicates differ in up to three bits of 64.
//     The blocks here are based on their tables of permuted fingerprints.
//   - The search by blocks is the multi-index hashing of Mohammad Norouzi, Ali Punjani and David Fleet,
//     "Fast Search in Hamming Space with Multi-Index Hashing" (CVPR 2012). docs/simhash.md compares
//     the layout [Thirds] with other designs.
package simhash

// Version changes whenever the same features give another fingerprint. Fingerprints of different versions must
// not be compared.
const Version = 1
