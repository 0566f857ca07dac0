package evidence

import (
	"slices"
	"strings"
)

// minMisspelled is the number of letters of the shortest word that counts as misspelled.
const minMisspelled = 6

// programWords are words that programs and their comments use often.
var programWords = strings.Fields(`
	absolute accept adjacent algorithm allocate alphabet amount answer append array ascending assign average balance
	before beginning between binary boolean boundary bracket buffer calculate candidate capacity center change
	character check children choose circle cities closest column combination compare component compute condition
	connected consecutive constant container contains coordinate correct counter create current degree delete depth
	descending destination detect determine diagonal diameter dictionary difference different digits direction
	distance divide divisor double element empty encode enough equals exchange exists expected factor factorial
	fibonacci finish forward fraction frequency function general generate global greater happen height horizontal
	identifier increase increment infinite initial initialize insert inside integer intersection interval inverse
	iterate iteration largest leader length letter level lexicographic location longest lowest matching matrix maximal
	maximum median memory middle minimal minimum minutes modulo multiple multiply nearest necessary negative neighbor
	neighbour number occurrence operation operator optimal option original output parent parenthesis particular
	partition passed pattern perform perimeter permutation person player points position positive possible previous
	prefix priority problem process product program property query quotient random reached receive rectangle recursion
	recursive reference remaining remainder remove repeat replace represent required result return reverse rotate
	second segment separate sequence several shortest simulate single smaller smallest solution solved source special
	square stack starting string students subarray subsequence substring subtract success suffix summary surface
	symbol target temporary together transform traverse triangle unique update value variable vertical vertex vertices
	visited weight whether width winner without`)

// otherWords are words, of English and other languages, that look like misspellings of programWords.
var otherWords = strings.Fields(`
	algoritm diagonaal generaal globaal maximaal minimaal optimaal persoon posible speciaal succes symbool verticaal
	centre closet faction finnish grater medina minuets preform reminder revere staring stating`)

// misspellingsOf maps each misspelling to the word of programWords that is meant. A misspelling exchanges two
// neighbouring letters, leaves out a letter, or doubles a letter. It has minMisspelled letters or more, and is no other word.
var misspellingsOf = func() map[string]string {
	isWord := make(map[string]bool)
	for _, w := range slices.Concat(programWords, otherWords) {
		isWord[w] = true
	}
	misspellings := make(map[string]string)
	add := func(s, word string) {
		if len(s) >= minMisspelled && !isWord[s] && !isWord[strings.TrimSuffix(s, "s")] {
			misspellings[s] = word
		}
	}
	for _, w := range programWords {
		for i := 1; i < len(w)-1; i++ {
			add(w[:i]+w[i+1:i+2]+w[i:i+1]+w[i+2:], w) // exchanged
			add(w[:i]+w[i+1:], w)                     // left out
			add(w[:i+1]+w[i:], w)                     // doubled
		}
	}
	return misspellings
}()

func (l *annotated) misspellings() (list []occurrence) {
	findMisspelled(l.program.Text, func(word string, start int) {
		if !l.isBase(start) {
			list = append(list, occurrence{word, word, start})
		}
	})
	return list
}

// findMisspelled calls report with each misspelled word of a text, in lower case, and its offset.
func findMisspelled(code []byte, report func(word string, start int)) {
	for start := 0; start < len(code); {
		if !isLetter(code[start]) {
			start++
			continue
		}
		end := start + 1
		for end < len(code) && isLetter(code[end]) && (!isUpper(code[end]) || isUpper(code[end-1])) {
			end++
		}
		word := strings.ToLower(string(code[start:end]))
		if _, ok := misspellingsOf[word]; ok {
			report(word, start)
		}
		start = end
	}
}

func isLetter(c byte) bool { return isUpper(c &^ 0x20) }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
