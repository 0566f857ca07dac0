package lexer

import (
	"strings"
	"testing"
	"time"
)

// Sources of 24 KB that repeat one construct, mostly nested, are lexed within 20 s, which is far
// more than they need.
func TestDeepNesting(t *testing.T) {
	t.Parallel()
	size := 24 << 10
	if testing.Short() {
		size = 2 << 10
	}
	for _, part := range []string{
		"{", "{}", "if(a)", "if(a){", "else ", "do ", "for(;;)", "while(a){", "x->{", "try{", "(", ")", "x[", "++a[", "a=a+(", "a<", "T<",
		"{int a,", "int a;", "(int)", "a=>{", "cin>>a;", "typedef int a;", "#define a a\na ", "i=0;while(i){i++;", "@a(", "case 1:", "a,b:int;",
	} {
		for _, id := range []string{"cpp", "java", "kotlin", "javascript", "python", "pascal"} {
			t.Run(id+" "+part, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				src := []byte(strings.Repeat(part, size/len(part)))
				tokens, err := withTimeLimit(l, 20*time.Second).Lex(src)
				if err != nil && !isShortened(err) {
					t.Fatal(err)
				}
				checkSpans(t, l, src, tokens)
			})
		}
	}
}
