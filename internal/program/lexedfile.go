package program

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// LexedFile has what a comparison needs of a file. It depends only on the file's bytes and language. See Encode.
type LexedFile struct {
	Symbols []lexer.Symbol // one for each token
	Wording []lexer.Symbol // the same tokens, with names as they are in the source
	// Uncalled holds the code that cannot run, see lexer.Token. It is in order.
	Uncalled []Run
	// Fingerprint is the fingerprint of this file alone; HasFingerprint is false if the file is too short.
	Fingerprint    simhash.Fingerprint
	HasFingerprint bool
	Degraded       *lexer.DegradedError // nil if all of the file was read in full
}

// Run is a run of consecutive tokens.
type Run struct{ First, Tokens int }

// identifier is the symbol of every name.
var identifier = lexer.SymbolOf(lexer.Identifier)

// Lex lexes a file. Its errors are those of lexer.Language.Lex; lexer.DegradedError becomes the field Degraded.
func Lex(content []byte, language *lexer.Language) (*LexedFile, error) {
	lexed, _, err := lex(content, language)
	return lexed, err
}

func lex(content []byte, language *lexer.Language) (*LexedFile, []lexer.Token, error) {
	l := &LexedFile{}
	tokens, err := language.Lex(content)
	if err != nil && !errors.As(err, &l.Degraded) {
		return nil, nil, err
	}
	l.Symbols = lexer.Symbols(tokens)
	l.Wording = slices.Clone(l.Symbols)
	for i, token := range tokens {
		if token.Symbol == identifier {
			l.Wording[i] = token.Name
		}
		if token.Uncalled {
			if n := len(l.Uncalled) - 1; n < 0 || l.Uncalled[n].First+l.Uncalled[n].Tokens < i {
				l.Uncalled = append(l.Uncalled, Run{First: i})
			}
			l.Uncalled[len(l.Uncalled)-1].Tokens++
		}
	}
	l.Fingerprint, l.HasFingerprint = Fingerprint(l.Symbols)
	return l, tokens, nil
}

// LexedFileVersion changes with tokens and fingerprint; raise its last digits when the encoding changes.
const LexedFileVersion = FingerprintVersion*100 + 3

// Encode returns the file as bytes for Decode, about two per token:
//
//   - the fingerprint: its length, 0 or 8, and its bytes;
//   - Degraded: 0, or twice its line, plus 1 for repeats;
//   - the number of tokens;
//   - the distinct symbols: their number, and four bytes each;
//   - for each token, the index of its symbol in this list;
//   - the distinct symbols of the original names, in the same way;
//   - for each token that is a name, the index of its symbol in the list of names;
//   - the runs of uncalled tokens: their number, and for each run the number of tokens between
//     the previous run and this one, and the number of its own tokens.
//
// Numbers are varints, nearly all of one byte; bytes are little-endian.
func (l *LexedFile) Encode() []byte {
	out := make([]byte, 0, 2*len(l.Symbols)+256)
	if l.HasFingerprint {
		out = binary.LittleEndian.AppendUint64(append(out, 8), uint64(l.Fingerprint))
	} else {
		out = append(out, 0)
	}
	degraded := uint64(0)
	if l.Degraded != nil {
		degraded = 2 * uint64(l.Degraded.Line)
		if l.Degraded.Repeats {
			degraded++
		}
	}
	out = binary.AppendUvarint(out, degraded)
	out = binary.AppendUvarint(out, uint64(len(l.Symbols)))
	out = appendIndexed(out, l.Symbols)
	var names []lexer.Symbol
	for i, symbol := range l.Symbols {
		if symbol == identifier {
			names = append(names, l.Wording[i])
		}
	}
	out = binary.AppendUvarint(appendIndexed(out, names), uint64(len(l.Uncalled)))
	end := 0
	for _, run := range l.Uncalled {
		out = binary.AppendUvarint(out, uint64(run.First-end))
		out = binary.AppendUvarint(out, uint64(run.Tokens))
		end = run.First + run.Tokens
	}
	return out
}

// appendIndexed appends the distinct symbols in order of appearance, and the index of each symbol.
func appendIndexed(out []byte, symbols []lexer.Symbol) []byte {
	index := make(map[lexer.Symbol]uint64)
	var distinct []byte
	indexes := make([]byte, 0, len(symbols)+len(symbols)/8)
	for _, symbol := range symbols {
		i, ok := index[symbol]
		if !ok {
			i = uint64(len(index))
			index[symbol] = i
			distinct = binary.LittleEndian.AppendUint32(distinct, uint32(symbol))
		}
		indexes = binary.AppendUvarint(indexes, i)
	}
	out = append(binary.AppendUvarint(out, uint64(len(index))), distinct...)
	return append(out, indexes...)
}

var errEncoding = errors.New("the encoding of a lexed file is damaged")

// Decode returns the file that this version of Encode encoded.
func Decode(encoded []byte) (*LexedFile, error) {
	d := decoder{encoded}
	l := &LexedFile{}
	fingerprint := d.bytes(1)
	if len(fingerprint) == 8 {
		l.Fingerprint, l.HasFingerprint = simhash.Fingerprint(binary.LittleEndian.Uint64(fingerprint)), true
	}
	if n := d.number(); n > 0 {
		l.Degraded = &lexer.DegradedError{Line: int(n / 2), Repeats: n%2 == 1}
	}
	tokens := d.number()
	// Each token takes at least one byte.
	if tokens > uint64(len(d.rest)) || len(fingerprint) > 0 && !l.HasFingerprint {
		return nil, errEncoding
	}
	l.Symbols = make([]lexer.Symbol, tokens)
	distinct := d.bytes(4)
	for i := range l.Symbols {
		l.Symbols[i] = d.symbol(distinct)
	}
	l.Wording = slices.Clone(l.Symbols)
	names := d.bytes(4)
	for i, symbol := range l.Symbols {
		if symbol == identifier {
			l.Wording[i] = d.symbol(names)
		}
	}
	end := uint64(0)
	runs := d.number()
	if runs > uint64(len(d.rest))/2 {
		return nil, errEncoding
	}
	for range runs {
		first, n := d.number(), d.number()
		if first > tokens-end || n < 1 || n > tokens-end-first {
			return nil, errEncoding
		}
		l.Uncalled = append(l.Uncalled, Run{int(end + first), int(n)})
		end += first + n
	}
	if slices.Contains(l.Wording, lexer.Barrier) || len(d.rest) > 0 {
		return nil, errEncoding
	}
	return l, nil
}

// decoder reads from the front of rest, and removes what it has read.
type decoder struct{ rest []byte }

// number reads a number. If there is none, it returns the largest number.
func (d *decoder) number() uint64 {
	if len(d.rest) > 0 && d.rest[0] < 0x80 { // nearly all numbers are one byte
		n := d.rest[0]
		d.rest = d.rest[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.rest = nil
		return 1<<64 - 1
	}
	d.rest = d.rest[size:]
	return n
}

// bytes reads a number n, then n items of size bytes each. If fewer items follow, it drops the rest and returns nil.
func (d *decoder) bytes(size uint64) []byte {
	n := d.number()
	if n > uint64(len(d.rest))/size {
		d.rest = nil
		return nil
	}
	b := d.rest[:size*n]
	d.rest = d.rest[size*n:]
	return b
}

// symbol reads an index and returns the symbol there in distinct. For a wrong index it returns lexer.Barrier, which
// no file contains.
func (d *decoder) symbol(distinct []byte) lexer.Symbol {
	i := d.number()
	if i >= uint64(len(distinct))/4 {
		return lexer.Barrier
	}
	return lexer.Symbol(binary.LittleEndian.Uint32(distinct[4*i:]))
}
