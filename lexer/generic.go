package lexer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2/lexers"
)

const genericOperators = `
	<<= >>= >>> ... ..< === !== <=> ** ++ -- << >> <= >= == != /= <> && || += -= *= %= &= |= ^=
	:= :: -> <- => .. ?? ?. |> ~= =~`

// omittedLexers names chroma lexers that are no language here: those for prose, markup, data, settings and logs, and
// Python 2, which is read as Python.
const omittedLexers = `
	plaintext|markdown|reStructuredText|Org Mode|TeX|BibTeX|Groff|Typst|Gemtext|Markless|scdoc|HTML|XML|CSS|SCSS|Sass|
	Stylus|DTD|JSON|CSV|YAML|YAML+Jinja|TOML|INI|properties|Desktop file|Diff|Gettext|Hexdump|HTTP|ApacheConf|
	Nginx configuration file|Lighttpd configuration file|SquidConf|Caddyfile|Caddyfile Directives|Docker|Makefile|
	CMake|Meson|PkgConfig|RPMSpec|PacmanConf|SYSTEMD|ISCdhcpd|Xorg|dns|reg|Gemfile.lock|Bash Session|Protocol Buffer|
	Protocol Buffer Text Format|Cap'n Proto|Thrift|GraphQL|Turtle|KDL|HCL|Terraform|Nix|WebVTT|SNBT|Termcap|Terminfo|
	NSIS|VHS|HLB|PromQL|ABNF|BNF|EBNF|cfstatement|Genshi|Genshi Text|Genshi HTML|Smarty|Twig|Handlebars|
	Django/Jinja|Cheetah|Mako|Mason|Myghty|ERB|Svelte|vue|Go HTML Template|Go Text Template|Go Template|Templ|PHTML|
	TypoScript|TypoScriptCssData|TypoScriptHtmlData|LilyPond|Gherkin|MCFunction|Devicetree|CUE|Jsonnet|YANG|Zed|
	Core|PostScript|Python 2`

// preferredExtensions gives the language for each extension that several generic languages share.
const preferredExtensions = `
	.m=Objective-C .fs=FSharp .v=verilog .s=GAS .S=GAS .asm=NASM .bas=QBasic .mod=Modula-2 .sql=SQL .as=ActionScript
	.r=R .R=R .cl=Common^Lisp .bf=Brainfuck .b=Brainfuck .pro=Prolog .gd=GDScript3 .f=FortranFixed`

// genericAliases are names of judge systems for generic languages that chroma does not know.
const genericAliases = `
	f#=FSharp vb=VB.net visual^basic=VB.net sbcl=Common^Lisp lisp=Common^Lisp gnat=Ada objc=Objective-C
	objective^c=Objective-C gfortran=Fortran f95=Fortran gnucobol=COBOL adb=Ada swi=Prolog swipl=Prolog erl=Erlang assembly=NASM`

// genericPatches replace rules of generic languages: strings of R take quadratic time, and those of Groovy may have holes.
var genericPatches = map[string]patches{
	"R": {"root": {longStringRule, longSingleRule}},
	"Groovy": patches{
		"base":   {pushing(`"""`, literal, "long"), pushing(`"`, literal, "string"), pushing(`\$/`, literal, "dollar")},
		"string": textRules(`"|`+lineEnd, `\$\{`, escape),
		"long":   textRules(`"""`, `\$\{`, escape),
		"dollar": textRules(`/\$`, `\$\{`, `\$[$/]`),
	}.withHoles("{}", "base"),
}

// genericLanguages returns a language for each programming language of chroma that has no tables.
func genericLanguages(known []*Language) []*Language {
	skip := map[string]bool{}
	for _, l := range known {
		skip[cmp.Or(l.chroma, l.Name)] = true
	}
	for name := range strings.SplitSeq(omittedLexers, "|") {
		skip[strings.TrimSpace(name)] = true
	}
	preferred := assignments(preferredExtensions) // extension to chroma name
	aliases := map[string][]string{}              // chroma name to aliases
	for alias, name := range assignments(genericAliases) {
		aliases[name] = append(aliases[name], alias)
	}
	var generic []*Language
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		config := lexer.Config()
		if skip[config.Name] {
			continue
		}
		l := &Language{
			ID: strings.ReplaceAll(strings.ToLower(config.Name), " ", "-"), Name: config.Name, Generic: true,
			aliases: slices.Concat(config.Aliases, aliases[config.Name]),
			syntax:  syntax{operators: genericOperators, foldCase: config.CaseInsensitive, patches: genericPatches[config.Name]},
		}
		for _, glob := range config.Filenames {
			extension, ok := strings.CutPrefix(glob, "*")
			if ok && strings.LastIndexByte(extension, '.') == 0 && !strings.ContainsAny(extension, "*?[") &&
				cmp.Or(preferred[extension], config.Name) == config.Name {
				l.Extensions = append(l.Extensions, extension)
			}
		}
		generic = append(generic, l)
	}
	return generic
}

// assignments reads a list like "a=b c=d^e" into a map from left to right sides; ^ means a blank.
func assignments(list string) map[string]string {
	m := map[string]string{}
	for field := range strings.FieldsSeq(list) {
		left, right, _ := strings.Cut(strings.ReplaceAll(field, "^", " "), "=")
		m[left] = right
	}
	return m
}
