package lexer

import (
	"regexp"
	"slices"
	"strings"
)

// ByContent guesses the language of a program from its text. It serves programs without a file name, and
// judge systems that do not export languages. ok is false, and language nil, if the text has too few cues, or
// cues of several languages. A text in C or C++ counts as C if it has no feature of C++.
func ByContent(text []byte) (language *Language, ok bool) {
	source := stripComments(string(text[:min(len(text), contentBytes)]))
	best, second := 0, 0
	id := ""
	for _, l := range languageCues {
		if !slices.ContainsFunc(l.has, func(word string) bool { return strings.Contains(source, word) }) {
			continue // a quick test, which saves most of the time
		}
		weight := 0
		for _, c := range l.cues {
			if c.re.MatchString(source) {
				weight += c.weight
			}
		}
		switch {
		case weight > best:
			best, second, id = weight, best, l.id
		case weight > second:
			second = weight
		}
	}
	if best < sureWeight || best < 2*second {
		return nil, false
	}
	if id == "c" && cppOnly.MatchString(source) {
		id = "cpp"
	}
	return ByName(id)
}

const (
	// Each cue in a text adds its weight to its language once. ByContent is sure of a language with at least
	// sureWeight, and at least twice the weight of any other language.
	sureWeight   = 3
	contentBytes = 16 << 10 // at the beginning of a program; most programs have a few KB
)

// stripComments removes comments and quoted text, because they may contain other languages. It keeps lines
// that begin with #, because they may be directives. It also keeps comments and quotes that do not end.
func stripComments(source string) string {
	var b strings.Builder
	exhausted := map[string]bool{} // closing delimiters that do not occur again
	for source != "" {
		n := strings.IndexAny(source, "/\"'")
		if n < 0 {
			break
		}
		b.WriteString(source[:n])
		source = source[n:]
		i := slices.IndexFunc(delimiters, func(q delimiter) bool { return strings.HasPrefix(source, q.open) && !exhausted[q.close] })
		if i < 0 {
			b.WriteByte(source[0])
			source = source[1:]
			continue
		}
		q := delimiters[i]
		end := 0
		if rest := source[len(q.open):]; q.inLine {
			end = endOfQuote(rest, q.close[0])
		} else if end = strings.Index(rest, q.close); end < 0 {
			exhausted[q.close] = true
		}
		if end < 0 {
			n := len(q.open)
			if q.inLine { // skip the whole line, so that the time stays linear
				line, _, _ := strings.Cut(source, "\n")
				n = len(line)
			}
			b.WriteString(source[:n])
			source = source[n:]
			continue
		}
		b.WriteString(q.replacement)
		source = source[len(q.open)+end+len(q.close):]
	}
	b.WriteString(source)
	return b.String()
}

type delimiter struct {
	open, close, replacement string
	inLine                   bool // the text ends in its line, and a backslash escapes the next character
}

var delimiters = []delimiter{
	{"/*", "*/", " ", false}, {"//", "\n", "\n", false}, {`"""`, `"""`, `""`, false}, {"'''", "'''", `""`, false},
	{`"`, `"`, `""`, true}, {"'", "'", `""`, true},
}

// endOfQuote returns where a quoted text ends; -1 if it does not end in its line.
func endOfQuote(text string, quote byte) int {
	for i := 0; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// cue is an expression that hints at a language.
type cue struct {
	re     *regexp.Regexp
	weight int
}

// cues parses a table with the weight and the expression of a cue in each line.
func cues(table string) []cue {
	var list []cue
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, cue{regexp.MustCompile("(?m)" + line[2:]), int(line[0] - '0')})
		}
	}
	return list
}

var cppOnly = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*<(?:[a-z_]+|bits/stdc\+\+\.h)>|` +
	`\busing[ \t]+namespace\b|\bstd[ \t]*::|\bc(?:in|out)[ \t]*(?:>>|<<)|` +
	`^[ \t]*template[ \t]*<|\b(?:vector|map|set|queue|pair|string)[ \t]*<|^[ \t]*(?:public|private)[ \t]*:|\boperator[ \t]*[<(=+]|` +
	`\bbool\b[^;{]*\(|\bnew[ \t]+\w|&[ \t]*\w+[ \t]*[,)][^;]*\{|\bauto[ \t]*[&\w]|\bclass[ \t]+\w`)

var languageCues = []struct {
	id   string
	has  []string // every program in the language contains one of these
	cues []cue
}{
	{"c", []string{"#", "cin", "cout"}, cues(`
		4 ^[ \t]*#[ \t]*include[ \t]*[<"]
		3 \busing[ \t]+namespace[ \t]+std[ \t]*;
		2 \bstd[ \t]*::
		3 \bc(?:in[ \t]*>>|out[ \t]*<<)
		2 ^[ \t]*#[ \t]*define[ \t]+\w
		1 ^[ \t]*(?:int|void|signed|auto)[ \t]+main[ \t]*\(
		1 \b(?:scanf|printf)[ \t]*\([ \t]*""
	`)},
	{"java", []string{"class"}, cues(`
		4 ^[ \t]*import[ \t]+(?:static[ \t]+)?javax?\.[\w.]+(?:\.\*)?[ \t]*;
		4 \bpublic[ \t]+static[ \t]+(?:final[ \t]+)?void[ \t]+main[ \t]*\([ \t]*(?:final[ \t]+)?String\b
		3 \bSystem[ \t]*\.[ \t]*(?:out|in|err)\b
		2 \bnew[ \t]+(?:Scanner|BufferedReader|StringTokenizer|ArrayList)\b[^;\n]*;
		1 ^[ \t]*(?:public[ \t]+)?(?:final[ \t]+)?class[ \t]+\w+
	`)},
	{"python", []string{"print", "def ", "import", "input"}, cues(`
		3 ^[ \t]*def[ \t]+\w+[ \t]*\([^)\n]*\)[ \t]*(?:->[^:\n]+)?:[ \t]*(?:#.*)?\r?$
		3 ^[ \t]*for[ \t]+\w+(?:[ \t]*,[ \t]*\w+)*[ \t]+in[ \t]+[^{\n]+:[ \t]*\S*
		2 ^[ \t]*(?:el)?if[ \t]+[^{\n]*[^;{\n:]:[ \t]*(?:#.*)?\r?$
		2 ^[ \t]*while[ \t]+[^{\n]*:[ \t]*(?:#.*)?\r?$
		2 ^(?:import[ \t]+(?:sys|math|os|re|heapq|bisect|collections|itertools|functools|random|time)\b[^;{\n]*|from[ \t]+\w+[ \t]+import[ \t]+.+)$
		3 \b(?:int|float|map)[ \t]*\([ \t]*(?:(?:int|str|float)[ \t]*,[ \t]*)?(?:raw_)?input[ \t]*\(
		2 \b(?:raw_)?input[ \t]*\([ \t]*(?:"")?[ \t]*\)(?:\.(?:split|strip)[ \t]*\()?
		1 ^[ \t]*print[ \t]*\([^;\n]*\)[ \t]*\r?$
		1 ^[ \t]*print[ \t]+[^({;\n][^;\n]*\r?$
		1 \blambda[ \t]+\w+[ \t]*:
		1 ^if[ \t]+__name__[ \t]*==
	`)},
	{"go", []string{"package"}, cues(`
		4 ^package[ \t]+main\b
		3 ^func[ \t]+(?:\([^)\n]*\)[ \t]*)?\w+[ \t]*\([^\n]*\{
		2 ^import[ \t]+(?:\(|"")
		1 \bfmt\.\w+\(
		1 :=
	`)},
	{"javascript", []string{"console", "require", "process"}, cues(`
		3 \bconsole[ \t]*\.[ \t]*(?:log|error)[ \t]*\(
		4 \brequire[ \t]*\([ \t]*""[ \t]*\)
		2 \bprocess[ \t]*\.[ \t]*(?:stdin|stdout|argv)\b
		2 \b(?:let|const|var)[ \t]+(?:\w+|[\[{][^\n=]*)[ \t]*=[^=]
		1 ===
		1 =>[ \t]*[{(\w]
		1 \bfunction\b[ \t]*\w*[ \t]*\([^)\n]*\)[ \t]*\{
	`)},
	{"csharp", []string{"System", "Console"}, cues(`
		4 ^[ \t]*using[ \t]+System(?:\.[\w.]+)?[ \t]*;
		3 \bConsole[ \t]*\.[ \t]*(?:Read|Write)\w*[ \t]*\(
		3 \bstatic[ \t]+(?:async[ \t]+)?(?:void|int|Task)[ \t]+Main[ \t]*\(
		1 ^[ \t]*namespace[ \t]+[\w.]+
	`)},
	{"pascal", []string{"end", "END", "End"}, cues(`
		3 (?i)^[ \t]*end[ \t]*\.[ \t]*\r?$
		2 (?i)^[ \t]*program[ \t]+\w+[^;\n]*;
		2 (?i)^[ \t]*uses[ \t]+\w+[^;\n]*;
		2 (?i)\b(?:read|write)ln?[ \t]*(?:\([^\n]*\))?[ \t]*;
		2 (?i):[ \t]*(?:integer|longint|int64|array[ \t]*\[[^\]\n]*\][ \t]*of|ansistring|boolean)\b
		1 (?i)\bbegin\b
		1 :=
	`)},
	{"rust", []string{"fn "}, cues(`
		4 ^[ \t]*use[ \t]+std::
		3 ^[ \t]*(?:pub[ \t]+)?fn[ \t]+\w+[ \t]*(?:<[^>\n]*>)?[ \t]*\([^\n]*
		3 \blet[ \t]+mut[ \t]+\w
		2 \b(?:println|print|vec|read)!
		1 \.unwrap\(\)
	`)},
	{"kotlin", []string{"fun "}, cues(`
		4 ^[ \t]*fun[ \t]+main[ \t]*\(
		2 ^[ \t]*(?:private[ \t]+|inline[ \t]+|tailrec[ \t]+)?fun[ \t]+(?:<[^>\n]*>[ \t]*)?[\w.<>]+[ \t]*\([^)\n]*\)
		2 \b(?:val|var)[ \t]+(?:\w+|\([^)\n]*\))(?:[ \t]*:[ \t]*[\w<>?]+)?[ \t]*(?:=|by)[ \t]
		3 \breadLine\(\)(?:!!|\?)|\breadln\(\)
		2 ^import[ \t]+(?:java|kotlin)\.[\w.*]+[ \t]*\r?$
	`)},
	{"php", []string{"<?"}, cues(`
		6 ^[ \t]*<\?(?:php|=|[ \t]*$)
		2 \$\w+[ \t]*=[^=~]
		1 \b(?:fgets|fscanf)[ \t]*\([ \t]*STDIN\b
		1 \becho\b
	`)},
	{"ruby", []string{"gets", "puts", "def "}, cues(`
		3 ^[ \t]*def[ \t]+[\w?!]+(?:[ \t]*\([^)\n]*\))?[ \t]*\r?$
		3 \bgets(?:\.(?:to_i|chomp|split|strip)|[ \t]*\r?$)
		2 \bdo[ \t]*\|[^|\n]+\|
		2 \.(?:each|times|map|upto|downto)\b[ \t]*(?:\([^)\n]*\)[ \t]*)?(?:do\b|\{[ \t]*\|)
		1 ^[ \t]*puts\b
		1 ^[ \t]*end[ \t]*\r?$
	`)},
	{"perl", []string{"<STDIN>", "my ", "use "}, cues(`
		4 ^[ \t]*use[ \t]+(?:strict|warnings)[ \t]*;
		3 <STDIN>
		2 \bmy[ \t]*(?:[$@%]\w+|\([^)\n]*\))[ \t]*[=;]
		1 \bforeach\b|\bchomp\b|\bsub[ \t]+\w+[ \t]*\{
	`)},
	{"haskell", []string{"main ", "main="}, cues(`
		4 ^main[ \t]*(?:::|=)
		2 ^import[ \t]+(?:qualified[ \t]+)?(?:Data|Control|System|Text)\.
		2 ^[a-z]\w*'*[ \t]*::[ \t]*.*->
		1 ^[ \t]*where\b|<-[ \t]*(?:getLine|readLn|getContents)
	`)},
	{"scala", []string{"object ", "def "}, cues(`
		4 ^[ \t]*object[ \t]+\w+(?:[ \t]+extends[ \t]+\w+)?[ \t]*\{
		4 \bdef[ \t]+main[ \t]*\([ \t]*\w+[ \t]*:[ \t]*Array\[String\]
		2 ^import[ \t]+scala\.
		2 \bdef[ \t]+\w+(?:\([^)\n]*\))?[ \t]*(?::[ \t]*[\w\[\]]+)?[ \t]*=
		1 \b(?:val|var)[ \t]+\w+
	`)},
	{"lua", []string{"io.", "local "}, cues(`
		3 \bio\.(?:read|write|lines)\b
		2 ^[ \t]*local[ \t]+(?:function[ \t]+)?\w+
		2 \bthen[ \t]*\r?$
		1 ^[ \t]*(?:end|else)[ \t]*\r?$
	`)},
	{"swift", []string{"readLine", "func "}, cues(`
		3 \breadLine\(\)(?:!|[ \t]*\?\?)[^!]
		2 \bguard[ \t]+let\b|\bif[ \t]+let\b|\.\.<|^import[ \t]+Foundation\b
		2 ^[ \t]*func[ \t]+\w+[ \t]*\([^)\n]*:[^)\n]*\)[ \t]*(?:->[ \t]*[\w\[\]]+[ \t]*)?\{
		1 \b(?:let|var)[ \t]+\w+
	`)},
}
