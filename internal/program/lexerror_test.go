package program

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// LexError does not change the messages of package lexer, and makes each of them translatable.
func TestLexErrorIsTranslated(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"too large":         strings.Repeat("x = 1;\n", 100_000),
		"not text":          strings.Repeat("\x00", 50),
		"too much work":     ": \"" + strings.Repeat(`\\`, 2<<10) + "\n",
		"repeats of tokens": strings.Repeat("1 ", 10_000),
		"too much time":     "",
	} {
		language, _ := lexer.ByName("bash")
		_, err := language.Lex([]byte(source))
		if name == "too much time" {
			err = lexer.ErrLexTimeout // it depends on the machine
		}
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		english, spanish := LexError(err).Error(), i18n.In("es").Err(LexError(err))
		if english != err.Error() {
			t.Errorf("%s: the message is %q, want %q", name, english, err)
		}
		if spanish == english {
			t.Errorf("%s: %q is not translated", name, english)
		}
	}
}
