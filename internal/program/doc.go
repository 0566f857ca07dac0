// Package program reads a submission as the analysis sees it: its files joined to one text,
// and the normalised tokens of all files with their places in that text. The check, the
// pages and the reports all read submissions through it, so all refer to the same tokens.
//
// [Read] returns a [Program] with its text, for display. [ReadSequence] returns the same
// without text, for comparison, from files that may be stored lexed ([LexedFile]). Both
// give [Code], which [Compare] and package pairs compare.
//
// For the archive, [Fingerprint] condenses a whole program to 64 bits, and [Sample] is a
// few of its shingles. A fingerprint finds a program submitted again with other names,
// comments and layout; a sample finds copied parts. docs/fingerprints.md has the
// measurements behind both.
package program
