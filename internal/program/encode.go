package program

import (
	"encoding/binary"
	"errors"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// LexedFileVersion names what Encode makes of a file: it is another whenever the
// tokens or the fingerprint are. Raise its last digits when the encoding is
// another one.
const LexedFileVersion = FingerprintVersion*100 + 1

// Encode returns the file as bytes, from which Decode makes it again. They are
// about two for each token:
//
//   - the fingerprint: its length, 0 or 8, and its bytes;
//   - what Degraded says: its length, and its bytes;
//   - the number of tokens;
//   - the distinct symbols: their number, and four bytes each;
//   - for each token the place of its symbol among these;
//   - the distinct symbols of names as they are written, in the same way;
//   - for each token that is a name the place of its symbol among those.
//
// Numbers are varints, and so nearly all of them are a byte; all bytes are
// little-endian.
func (l *LexedFile) Encode() []byte {
	out := make([]byte, 0, 2*len(l.Symbols)+256)
	if l.HasFingerprint {
		out = binary.LittleEndian.AppendUint64(append(out, 8), uint64(l.Fingerprint))
	} else {
		out = append(out, 0)
	}
	out = append(binary.AppendUvarint(out, uint64(len(l.DegradedReason))), l.DegradedReason...)
	out = binary.AppendUvarint(out, uint64(len(l.Symbols)))
	out = appendPlaces(out, l.Symbols)
	var names []lexer.Symbol
	for i, symbol := range l.Symbols {
		if symbol == identifier {
			names = append(names, l.Wording[i])
		}
	}
	return appendPlaces(out, names)
}

// appendPlaces appends the distinct ones of symbols, in the order in which they
// come, and the places of all among them.
func appendPlaces(out []byte, symbols []lexer.Symbol) []byte {
	places := make(map[lexer.Symbol]uint64)
	var distinct []byte
	for _, symbol := range symbols {
		if _, ok := places[symbol]; !ok {
			places[symbol] = uint64(len(places))
			distinct = binary.LittleEndian.AppendUint32(distinct, uint32(symbol))
		}
	}
	out = append(binary.AppendUvarint(out, uint64(len(places))), distinct...)
	for _, symbol := range symbols {
		out = binary.AppendUvarint(out, places[symbol])
	}
	return out
}

// errEncoding is returned for bytes that Encode has not made.
var errEncoding = errors.New("a lexed file is not as it was encoded")

// Decode makes a file again of what Encode returned in this version.
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
	if tokens > uint64(len(d.left)) { // each is a byte or more
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
		name, ok := d.symbol(names)
		if !ok {
			return nil, errEncoding
		}
		l.Wording[i] = name
	}
	if len(d.left) > 0 {
		return nil, errEncoding
	}
	return l, nil
}

// decoder reads from the front of what is left.
type decoder struct{ left []byte }

// number reads a number. Where there is none, it is one that nothing has.
func (d *decoder) number() uint64 {
	if len(d.left) > 0 && d.left[0] < 0x80 { // as nearly all are
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

// bytes reads a number, and so many things of the given size; nil where there
// are fewer, and then nothing is left.
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

// symbol reads the place of a symbol among distinct ones. No token is a
// Barrier.
func (d *decoder) symbol(distinct []byte) (s lexer.Symbol, ok bool) {
	place := d.number()
	if place >= uint64(len(distinct))/4 {
		return 0, false
	}
	s = lexer.Symbol(binary.LittleEndian.Uint32(distinct[4*place:]))
	return s, s != lexer.Barrier
}
