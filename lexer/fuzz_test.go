package lexer

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzLex lexes any bytes in any language. It checks that nothing panics, spans are valid, the number
// of tokens is bounded, and a second call gives the same result.
func FuzzLex(f *testing.F) {
	var all []*Language
	index := map[string]uint8{}
	for _, l := range Languages() {
		index[l.ID] = uint8(len(all))
		all = append(all, l)
	}
	for _, path := range sources(f) {
		src, l := readSource(f, path)
		f.Add(index[l.ID], src[:min(len(src), 1<<10)])
	}
	for _, tt := range ruleCases {
		f.Add(index[tt.language], []byte(tt.a))
	}
	for _, tt := range holeCases {
		f.Add(index[tt.language], []byte(tt.src))
	}
	for _, tt := range slices.Concat(uncalledCases, hiddenCalls) {
		f.Add(index[tt.language], []byte(strings.ReplaceAll(tt.src, "FILL", filler)))
	}
	for _, tt := range slowInputs {
		for id := range strings.FieldsSeq(tt.languages) {
			f.Add(index[id], []byte(tt.before+strings.Repeat(tt.repeat, 10)))
		}
	}
	f.Add(index["cpp"], []byte("\xef\xbb\xbf#define A(x) \\\r\n x\x00y \xff\r#if 0\r\n\r\n\r\n"))
	f.Add(index["php"], []byte("<b> <?= $x ?> <?php $$y; /* "))
	f.Add(index["ruby"], []byte("for x in y if z do\n  f\nend"))      // two rules move the same tokens
	f.Add(index["python"], []byte("f(a, b >):\n  if c >= d(e): g\n")) // an operand is missing
	f.Add(index["common-lisp"], []byte("(defun f (x) \"y\" #\\a ; c\n 1.5)"))
	f.Fuzz(func(t *testing.T, language uint8, src []byte) {
		if len(src) > 1<<10 {
			t.Skip("long inputs add nothing")
		}
		l := all[int(language)%len(all)]
		tokens, err := l.Lex(src)
		if err != nil && !errors.Is(err, ErrDegraded) {
			if tokens != nil {
				t.Errorf("%s: Lex returns tokens together with the error %v", l.ID, err)
			}
			if !errors.Is(err, ErrBinary) && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrLexTimeout) {
				t.Errorf("%s: unexpected error %v", l.ID, err)
			}
			return
		}
		checkSpans(t, l, src, tokens)
		if len(tokens) > 4096+16*len(src) {
			t.Errorf("%s: %d bytes become %d tokens, which is too many", l.ID, len(src), len(tokens))
		}
		again, err := l.Lex(src)
		if errors.Is(err, ErrLexTimeout) {
			return
		}
		if !slices.Equal(tokens, again) || err != nil && !errors.Is(err, ErrDegraded) {
			t.Errorf("%s: the second result differs (error %v, -first +second):\n%s", l.ID, err, cmp.Diff(tokens, again))
		}
	})
}

// FuzzClean checks the offsets of any clean text.
func FuzzClean(f *testing.F) {
	f.Add("\xef\xbb\xbfa\r\n\r\n\r\n \t\n\rb\x00\xff\n\n\n")
	f.Add("%:a\\\n \\\\ \r\n%:\x00b\\")
	f.Add(`\\\u0061\uu000a\U00000062\u{63}\u0000\\u0064`)
	f.Fuzz(func(t *testing.T, src string) {
		for _, l := range []*Language{python, golang, javascript, java, cpp} {
			checkOffsets(t, clean([]byte(src), &l.syntax), src)
		}
	})
}
