// Package intake reads contests in: it turns the folders and archives that
// judge systems hand out into submissions.
//
// It works in three steps, each of which knows nothing of the others:
//
//   - A source (a directory, a zip, a tar, a single file) yields entries: a
//     name, a size, a way to open it. One file of this package per format. See
//     open.go, which tells the formats apart by their content.
//   - gather reads the entries that may be programs, under the Limits, into a
//     sorted list of files. Input is not trusted: names are checked and made
//     valid UTF-8 (name.go), links and devices are left alone, and sizes are
//     counted while reading rather than believed.
//   - A layout says which problem, participant and attempt each file belongs
//     to: from the folders (folders.go), recognised by itself (recognise.go),
//     or by a pattern over the path (pattern.go).
//   - Where the input is what a judge system has written, that system's format
//     takes the place of the layout: format.go lists them, and each stands in a
//     file of its own. A listing of all names (listing.go) is what they are
//     recognised by, before anything is read. Where a system does not tell the
//     language of a program, it is sniffed (sniff.go).
//
// What the input tells of the participants themselves (facts.go) is kept beside.
//
// What is left out is listed with the reason, and with what to do about it.
// Only what can be no submission at all is passed over in silence: the
// leftovers of operating systems, version control and editors, and the label
// files pairs.csv and labels.csv (leftover.go).
//
// The same input gives the same Set, whatever order a file system or an
// archive keeps its entries in. Nothing is ever written to disk.
package intake
