package intake

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// A zip does not say in which encoding its names are, unless they have the flag of UTF-8. Programs on Unix write UTF-8
// without it. Programs on Windows write the code page of the country: 866 or 1251 in Russia and its neighbours, 437 or 850
// in western countries. All names of a zip together show which.

// utf8Flag is bit 11 of the general purpose flags (APPNOTE 4.4.4).
const utf8Flag = 0x800

// zipNames decodes the names of a zip.
type zipNames struct {
	codePage *charmap.Charmap // nil for UTF-8, and if it is unknown
	// hasBackslashes says that backslashes separate names. Otherwise they may be parts of characters in an encoding that
	// was mistaken for codePage.
	hasBackslashes bool
}

// decode returns a name in UTF-8, or with the bytes of an unknown encoding. Backslashes become slashes.
func (z zipNames) decode(name string, flags uint16) string {
	if z.codePage == nil || flags&utf8Flag != 0 {
		return slashes(name)
	}
	if !z.hasBackslashes {
		name = slashes(name)
	}
	name, _ = z.codePage.NewDecoder().String(name) // without an error: every byte is a character
	if z.hasBackslashes {
		name = slashes(name)
	}
	return name
}

// unicodeName returns the name in the Unicode Path Extra Field (APPNOTE 4.6.9) of an entry; "" if there is no valid field for
// name, the name in the header of the entry.
func unicodeName(name string, extra []byte) string {
	const id, version, fixed = 0x7075, 1, 5 // the fixed part is the version and the checksum of name
	for len(extra) >= 4 {
		size := int(binary.LittleEndian.Uint16(extra[2:]))
		field := extra[4:]
		if size > len(field) {
			return ""
		}
		if binary.LittleEndian.Uint16(extra) == id && size > fixed && field[0] == version &&
			binary.LittleEndian.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(name)) && utf8.Valid(field[fixed:size]) {
			return string(field[fixed:size])
		}
		extra = field[size:]
	}
	return ""
}

// encodingOf finds the encoding of names without the flag of UTF-8. It is UTF-8 if all of them are valid.
func encodingOf(names []string) zipNames {
	var words []string           // with bytes above 127; a word is a run of such bytes and of Latin letters
	isUTF8, highWords := true, 0 // highWords counts the words without Latin letters
	hasSlash, hasBackslash := false, false
	for _, name := range names {
		hasSlash = hasSlash || strings.Contains(name, "/")
		hasBackslash = hasBackslash || strings.Contains(slashes(name), "/")
		isUTF8 = isUTF8 && utf8.ValidString(name)
		for word := range strings.FieldsFuncSeq(latin1(name), func(r rune) bool { return r < 0x80 && !unicode.IsLetter(r) }) {
			switch high := highBytes(word); {
			case high == 0:
				continue
			case high == utf8.RuneCountInString(word):
				highWords++
			}
			words = append(words, word)
		}
	}
	if isUTF8 {
		return zipNames{}
	}
	z := zipNames{hasBackslashes: hasBackslash && !hasSlash}
	if 2*highWords > len(words) {
		z.codePage = cyrillicPage(words)
	} else if isWestern(words) {
		z.codePage = charmap.CodePage850 // the letters of 437 are the same in it
	}
	return z
}

// latin1 returns a text with a rune for each byte of a name.
func latin1(name string) string {
	text, _ := charmap.ISO8859_1.NewDecoder().String(name)
	return text
}

func highBytes(word string) (n int) {
	for _, r := range word {
		if r >= 0x80 {
			n++
		}
	}
	return n
}

// cyrillicPage returns the code page in which words are Russian or similar; nil if there is none. Words are in Latin-1.
func cyrillicPage(words []string) (page *charmap.Charmap) {
	most := 0
	for _, candidate := range []*charmap.Charmap{charmap.CodePage866, charmap.Windows1251} {
		letters, frequent, isValid := 0, 0, true
		for _, word := range words {
			previous := rune(0)
			for _, r := range word {
				if r >= 0x80 {
					r = candidate.DecodeByte(byte(r))
				}
				// Bytes of Chinese or Japanese characters look like signs, or like capital letters within words.
				isValid = isValid && (unicode.IsLetter(r) || r == '№') && !(unicode.IsLower(previous) && unicode.IsUpper(r))
				letters++
				if strings.ContainsRune("оеаинтсрвлк", unicode.ToLower(r)) { // two thirds of the letters of Russian texts
					frequent++
				}
				previous = r
			}
		}
		if isValid && 2*frequent >= letters && frequent > most {
			page, most = candidate, frequent
		}
	}
	return page
}

// isWestern reports whether words are Latin letters with some accents in the code page 850. Words are in Latin-1. In names
// in other languages, more than half of the bytes are above 127.
func isWestern(words []string) bool {
	letters, accents := 0, 0
	for _, word := range words {
		for _, r := range word {
			letters++
			if r < 0x80 {
				continue
			}
			accents++
			if !unicode.IsLetter(charmap.CodePage850.DecodeByte(byte(r))) {
				return false
			}
		}
	}
	return 2*accents < letters
}
