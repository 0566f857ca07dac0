// Package program reads a submission for the analysis: it joins the files to one text and
// finds the normalised tokens of all files with their places in that text. The check, the
// pages and the reports all read submissions through it, so all refer to the same tokens.
//
// [Read] returns a [Program] with its text, for display. [ReadSequence] returns a
// [Sequence], the same without text, for comparison; it can use stored lexed files
// ([LexedFile]). Both give [Code], which [Compare] and package pairs compare.
//
// For the archive, [Fingerprint] condenses a whole program to 64 bits, and [Sample] selects a few
// of its shingles. A fingerprint finds a program submitted again with other names, comments and
// layout; a sample finds copied parts. docs/fingerprints.md has the measurements behind both.
package program
