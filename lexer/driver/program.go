package driver

import (
	"errors"
	"fmt"

	"github.com/dlclark/regexp2/v2/syntax"
)

// instruction is an instruction of regexp2. Each op uses some of the fields.
type instruction struct {
	op     syntax.InstOp // without flags; One and Notone become Set, Onerep becomes Setrep, and so on
	fold   bool          // Ref ignores case
	behind int32         // 0, or -1 when reading backwards in a look-behind
	step   int32         // 1, or -1 when reading backwards
	target int32
	count  int32
	group  int32
	class  *class // the characters that match; for Lazybranch, those that can begin its first branch, or nil for any
	text   []rune
}

// program is a compiled regular expression that matches at a given position.
type program struct {
	code   []instruction
	groups int    // including the whole match, group 0
	first  *class // of the first character of a match; nil if any character may begin a match, or a match may be empty
}

var errUnsupported = errors.New("driver: unsupported pattern")

// compile turns a pattern that chroma has compiled into a program with the same meaning, by the parser and
// optimisations of regexp2. It fails for features that no rule of chroma uses: balancing groups, other
// dialects, and searching from right to left.
func compile(pattern string) (*program, error) {
	tree, err := syntax.Parse(pattern, syntax.ParseOptions{})
	if err != nil {
		return nil, err
	}
	code, err := syntax.Write(tree)
	if err != nil {
		return nil, err
	}
	p := &program{groups: code.Capsize}
	if first := code.FcPrefix; first != nil && !first.CaseInsensitive {
		p.first = classOfSet(&first.PrefixSet)
	}
	index := map[int]int32{} // offset in code.Codes to instruction
	for at := 0; at < len(code.Codes); {
		index[at] = int32(len(p.code))
		instr, size, err := decode(code, at)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, pattern)
		}
		p.code = append(p.code, instr)
		at += size
	}
	for i := range p.code {
		if instr := &p.code[i]; instr.target != 0 {
			instr.target = index[int(instr.target)]
		}
	}
	// Every pattern begins with `\G`, so its code is Lazybranch, Setmark, Start, ..., Capturemark of group 0,
	// Stop. The machine runs only the instructions at the dots.
	n := len(p.code)
	if n < 5 || p.code[0].op != syntax.Lazybranch || int(p.code[0].target) != n-1 || p.code[1].op != syntax.Setmark ||
		p.code[2].op != syntax.Start || p.code[n-2].op != syntax.Capturemark || p.code[n-2].group != 0 {
		return nil, fmt.Errorf("%w: %s", errUnsupported, pattern)
	}
	p.code[n-2].op, p.code[n-1].op = syntax.Stop, syntax.Nothing
	for i := range p.code {
		if instr := &p.code[i]; instr.op == syntax.Lazybranch {
			instr.class = p.nextClass(i + 1)
		}
	}
	return p, nil
}

// entry is the index of the first instruction after the three that begin all programs.
const entry = 3

// nextClass returns the class of the character that must come next at an instruction; nil if unknown.
func (p *program) nextClass(at int) *class {
	for p.code[at].op == syntax.Setmark {
		at++
	}
	instr := &p.code[at]
	if instr.step < 0 {
		return nil
	}
	switch instr.op {
	case syntax.Set, syntax.Setrep:
		return instr.class
	case syntax.Multi:
		return classOfChar(instr.text[0], false)
	}
	return nil
}

// decode returns the instruction at an offset of regexp2's code, and its size in that code. The target of the
// instruction is an offset of the same code.
func decode(code *syntax.Code, at int) (instr instruction, size int, err error) {
	op := syntax.InstOp(code.Codes[at])
	arg := func(i int) int32 { return int32(code.Codes[at+i]) }
	instr = instruction{op: op & syntax.Mask, fold: op&syntax.Ci != 0, step: 1}
	if op&syntax.Rtl != 0 {
		instr.step, instr.behind = -1, -1
	}
	if instr.fold && instr.op != syntax.Ref {
		return instr, 0, errUnsupported
	}
	switch instr.op {
	case syntax.One, syntax.Onerep, syntax.Oneloop, syntax.Onelazy, syntax.Oneloopatomic:
		instr.class = classOfChar(arg(1), false)
		instr.op += syntax.Set - syntax.One
	case syntax.Notone, syntax.Notonerep, syntax.Notoneloop, syntax.Notonelazy, syntax.Notoneloopatomic:
		instr.class = classOfChar(arg(1), true)
		instr.op += syntax.Set - syntax.Notone
	case syntax.Set, syntax.Setrep, syntax.Setloop, syntax.Setlazy, syntax.Setloopatomic:
		instr.class = classOfSet(code.Sets[arg(1)])
	}
	size = 2
	switch instr.op {
	case syntax.Set:
	case syntax.Setrep, syntax.Setloop, syntax.Setlazy, syntax.Setloopatomic:
		instr.count, size = arg(2), 3
	case syntax.Multi:
		instr.text = code.Strings[arg(1)]
	case syntax.Ref, syntax.Testref:
		instr.group = arg(1)
	case syntax.Capturemark:
		instr.group, size = arg(1), 3
		if arg(2) != -1 {
			return instr, 0, errUnsupported
		}
	case syntax.Goto, syntax.Lazybranch, syntax.Branchmark, syntax.Lazybranchmark:
		instr.target = arg(1)
	case syntax.Branchcount, syntax.Lazybranchcount:
		instr.target, instr.count, size = arg(1), arg(2), 3
	case syntax.Setcount, syntax.Nullcount:
		instr.count = arg(1)
	case syntax.Bol, syntax.Eol, syntax.Boundary, syntax.Nonboundary, syntax.Beginning, syntax.Start, syntax.EndZ, syntax.End,
		syntax.Nothing, syntax.Setmark, syntax.Nullmark, syntax.Getmark, syntax.Setjump, syntax.Forejump, syntax.Backjump,
		syntax.UpdateBumpalong, syntax.Stop:
		size = 1
	default:
		return instr, 0, errUnsupported
	}
	return instr, size, nil
}
