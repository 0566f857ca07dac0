package program

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// LexedFile is the lexed form of a file, with everything that a comparison needs. It
// depends only on the file's bytes and language, so it can be stored: see Encode.
type LexedFile struct {
	Symbols []lexer.Symbol // one for each token
	Wording []lexer.Symbol // the same with original names
	// Fingerprint is the fingerprint of the file as a whole program; HasFingerprint is
	// false if it is too short.
	Fingerprint    simhash.Fingerprint
	HasFingerprint bool
	// DegradedReason says from where the file was read coarsely; "" if it was not.
	DegradedReason string
}

// identifier is the symbol of every name.
var identifier = lexer.SymbolOf(lexer.Identifier)

// Lex lexes a file. Its errors are those of lexer.Language.Lex except lexer.ErrDegraded,
// which becomes DegradedReason.
func Lex(content []byte, language *lexer.Language) (*LexedFile, error) {
	l := &LexedFile{}
	tokens, err := language.Lex(content)
	switch {
	case errors.Is(err, lexer.ErrDegraded):
		l.DegradedReason = err.Error()
	case err != nil:
		return nil, err
	}
	l.Symbols = lexer.Symbols(tokens)
	l.Wording = slices.Clone(l.Symbols)
	for i, token := range tokens {
		if token.Symbol == identifier {
			l.Wording[i] = language.NameSymbol(content[token.Start:token.End])
		}
	}
	l.Fingerprint, l.HasFingerprint = fingerprint(l.Symbols)
	return l, nil
}

// LexedFileVersion is the version of encoded files. It changes with the tokens and the
// fingerprint; raise its last digits when the encoding changes.
const LexedFileVersion = FingerprintVersion*100 + 1

// Encode returns the file as bytes for Decode, about two per token:
//
//   - the fingerprint: its length, 0 or 8, and its bytes;
//   - DegradedReason: its length and its bytes;
//   - the number of tokens;
//   - the distinct symbols: their number, and four bytes each;
//   - for each token, the index of its symbol in this list;
//   - the distinct symbols of the original names, in the same way;
//   - for each token that is a name, the index of its symbol in the list of names.
//
// Numbers are varints, nearly all of one byte; bytes are little-endian.
func (l *LexedFile) Encode() []byte {
	out := make([]byte, 0, 2*len(l.Symbols)+256)
	if l.HasFingerprint {
		out = binary.LittleEndian.AppendUint64(append(out, 8), uint64(l.Fingerprint))
	} else {
		out = append(out, 0)
	}
	out = append(binary.AppendUvarint(out, uint64(len(l.DegradedReason))), l.DegradedReason...)
	out = binary.AppendUvarint(out, uint64(len(l.Symbols)))
	out = appendIndexed(out, l.Symbols)
	var names []lexer.Symbol
	for i, symbol := range l.Symbols {
		if symbol == identifier {
			names = append(names, l.Wording[i])
		}
	}
	return appendIndexed(out, names)
}

// appendIndexed appends the distinct symbols in order of appearance, and the index of
// each symbol among them.
func appendIndexed(out []byte, symbols []lexer.Symbol) []byte {
	index := make(map[lexer.Symbol]uint64)
	var distinct []byte
	for _, symbol := range symbols {
		if _, ok := index[symbol]; !ok {
			index[symbol] = uint64(len(index))
			distinct = binary.LittleEndian.AppendUint32(distinct, uint32(symbol))
		}
	}
	out = append(binary.AppendUvarint(out, uint64(len(index))), distinct...)
	for _, symbol := range symbols {
		out = binary.AppendUvarint(out, index[symbol])
	}
	return out
}

var errEncoding = errors.New("the encoding of a lexed file is damaged")

// Decode returns the file that this version of Encode encoded.
func Decode(encoded []byte) (*LexedFile, error) {
	d := decoder{encoded}
	l := &LexedFile{}
	switch f := d.bytes(1); len(f) {
	case 0:
	case 8:
		l.Fingerprint, l.HasFingerprint = simhash.Fingerprint(binary.LittleEndian.Uint64(f)), true
	default:
		return nil, errEncoding
	}
	l.DegradedReason = string(d.bytes(1))
	tokens := d.number()
	if tokens > uint64(len(d.left)) { // each takes at least one byte
		return nil, errEncoding
	}
	l.Symbols = make([]lexer.Symbol, tokens)
	l.Wording = make([]lexer.Symbol, tokens)
	distinct := d.bytes(4)
	for i := range l.Symbols {
		symbol, ok := d.symbol(distinct)
		if !ok {
			return nil, errEncoding
		}
		l.Symbols[i], l.Wording[i] = symbol, symbol
	}
	names := d.bytes(4)
	for i, symbol := range l.Symbols {
		if symbol != identifier {
			continue
		}
		var ok bool
		if l.Wording[i], ok = d.symbol(names); !ok {
			return nil, errEncoding
		}
	}
	if len(d.left) > 0 {
		return nil, errEncoding
	}
	return l, nil
}

// decoder reads from the front of left.
type decoder struct{ left []byte }

// number reads a number, or returns the largest one if there is none.
func (d *decoder) number() uint64 {
	if len(d.left) > 0 && d.left[0] < 0x80 { // nearly all numbers are
		n := d.left[0]
		d.left = d.left[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(d.left)
	if size <= 0 {
		d.left = nil
		return 1<<64 - 1
	}
	d.left = d.left[size:]
	return n
}

// bytes reads a number n and n items of the given size. If there are fewer, it returns
// nil and drops the rest.
func (d *decoder) bytes(size uint64) []byte {
	n := d.number()
	if n > uint64(len(d.left))/size {
		d.left = nil
		return nil
	}
	b := d.left[:size*n]
	d.left = d.left[size*n:]
	return b
}

// symbol reads the index of a symbol among distinct ones. It rejects a Barrier.
func (d *decoder) symbol(distinct []byte) (s lexer.Symbol, ok bool) {
	i := d.number()
	if i >= uint64(len(distinct))/4 {
		return 0, false
	}
	s = lexer.Symbol(binary.LittleEndian.Uint32(distinct[4*i:]))
	return s, s != lexer.Barrier
}
