package driver

import (
	"errors"
	"fmt"
	"unicode"

	"github.com/dlclark/regexp2/v2/syntax"
)

// opcode tells what an instruction does. They are those of regexp2, less what
// chroma's rules never use, and with one character, all but one and a set of
// them made alike.
type opcode uint8

const (
	opClass  opcode = iota // one character of the class
	opText                 // the text
	opRep                  // exactly count characters of the class
	opLoop                 // up to count of them, as many as there are
	opAtomic               // the same, and none is given back
	opLazy                 // up to count of them, as few as will do
	opGroup                // what group has matched
	opLineStart
	opLineEnd
	opBoundary
	opNoBoundary
	opTextStart
	opSearchStart
	opTextEndLine // the end, or before the line end there
	opTextEnd
	opFail
	opJump       // to target
	opBranch     // go on here, else at target
	opMark       // remember the position
	opNoMark     // remember that there is none
	opBackToMark // go back to the position remembered
	opCapture    // group is what lies between it and here
	opRepeat     // once more at target, else go on; ends with an empty round
	opRepeatLazy
	opCount // remember the position, and count rounds from count on
	opNoCount
	opRepeatCount // once more at target, up to count times, else go on
	opRepeatCountLazy
	opBegin   // remember the state of the search
	opCommit  // forget the alternatives since
	opAbandon // fail back to it
	opMatched // fail unless group has matched
	opNone    // nothing to do
	opEnd     // the rule has matched
)

// instruction is a step of a program.
type instruction struct {
	op     opcode
	fold   bool  // of opGroup: case does not matter
	behind int32 // 0, or -1 where it reads backwards (in a look-behind)
	step   int32 // 1, or -1 where it reads backwards
	target int32
	count  int32
	group  int32
	class  *class // of opBranch: what may come next here, or nil
	text   []rune
}

// program is a compiled regular expression that matches at a given position.
type program struct {
	code   []instruction
	groups int // with the whole match, group 0
	first  firsts
}

var errShape = errors.New("driver: not a pattern as chroma compiles them")

// compile turns a pattern, as chroma has compiled it, into a program. The
// parser and its optimisations are those of regexp2, so that both mean the
// same. It fails for what no rule of chroma has: balancing groups, other
// dialects, searching from right to left.
func compile(pattern string) (*program, error) {
	tree, err := syntax.Parse(pattern, syntax.ParseOptions{})
	if err != nil {
		return nil, err
	}
	code, err := syntax.Write(tree)
	if err != nil {
		return nil, err
	}
	p := &program{groups: code.Capsize, first: firstsOf(tree.Root, allFirsts)}
	index := map[int]int32{} // offset in code.Codes to instruction
	for at := 0; at < len(code.Codes); {
		index[at] = int32(len(p.code))
		in, size, err := decode(code, at)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, pattern)
		}
		p.code = append(p.code, in)
		at += size
	}
	for i := range p.code {
		in := &p.code[i]
		switch in.op {
		case opJump, opBranch, opRepeat, opRepeatLazy, opRepeatCount, opRepeatCountLazy:
			in.target = index[int(in.target)]
		}
	}
	// Every pattern is `\G...`: try, mark, start, ..., capture 0, stop. What
	// surrounds the dots is the driver's business.
	n := len(p.code)
	if n < 5 || p.code[0].op != opBranch || int(p.code[0].target) != n-1 || p.code[1].op != opMark ||
		p.code[2].op != opSearchStart || p.code[n-2].op != opCapture || p.code[n-2].group != 0 {
		return nil, fmt.Errorf("%w: %s", errShape, pattern)
	}
	p.code[n-2].op = opEnd
	for i := range p.code {
		if in := &p.code[i]; in.op == opBranch {
			in.class = p.next(i + 1)
		}
	}
	return p, nil
}

// entry is where a program begins, past what is the same in all.
const entry = 3

// next returns the class of the character that must come next at an
// instruction, or nil where that is not plain to see.
func (p *program) next(at int) *class {
	for p.code[at].op == opMark {
		at++
	}
	in := &p.code[at]
	if in.step < 0 {
		return nil
	}
	switch in.op {
	case opClass, opRep:
		return in.class
	case opText:
		return oneClass(in.text[0], false)
	}
	return nil
}

// decode returns the instruction at an offset of regexp2's code, with targets
// that are offsets, and its size there.
func decode(code *syntax.Code, at int) (in instruction, size int, err error) {
	op := syntax.InstOp(code.Codes[at])
	arg := func(i int) int32 { return int32(code.Codes[at+i]) }
	in = instruction{step: 1}
	if op&syntax.Rtl != 0 {
		in.step, in.behind = -1, -1
	}
	fold := op&syntax.Ci != 0
	switch op &= syntax.Mask; op {
	case syntax.One, syntax.Onerep, syntax.Oneloop, syntax.Onelazy, syntax.Oneloopatomic:
		in.class = oneClass(rune(arg(1)), false)
	case syntax.Notone, syntax.Notonerep, syntax.Notoneloop, syntax.Notonelazy, syntax.Notoneloopatomic:
		in.class = oneClass(rune(arg(1)), true)
	case syntax.Set, syntax.Setrep, syntax.Setloop, syntax.Setlazy, syntax.Setloopatomic:
		in.class = newClass(code.Sets[arg(1)])
	case syntax.Ref:
		in.fold, fold = fold, false
	}
	if fold {
		return in, 0, errShape
	}
	in.op, size = opcodes[op].op, opcodes[op].size
	switch in.op {
	case opRep, opLoop, opAtomic, opLazy:
		in.count = arg(2)
	case opText:
		in.text = code.Strings[arg(1)]
	case opGroup, opMatched:
		in.group = arg(1)
	case opCapture:
		in.group = arg(1)
		if arg(2) != -1 {
			return in, 0, errShape
		}
	case opJump, opBranch, opRepeat, opRepeatLazy:
		in.target = arg(1)
	case opRepeatCount, opRepeatCountLazy:
		in.target, in.count = arg(1), arg(2)
	case opCount, opNoCount:
		in.count = arg(1)
	}
	if size == 0 {
		return in, 0, errShape
	}
	return in, size, nil
}

// opcodes are regexp2's, with their sizes.
var opcodes = map[syntax.InstOp]struct {
	op   opcode
	size int
}{
	syntax.One: {opClass, 2}, syntax.Notone: {opClass, 2}, syntax.Set: {opClass, 2},
	syntax.Onerep: {opRep, 3}, syntax.Notonerep: {opRep, 3}, syntax.Setrep: {opRep, 3},
	syntax.Oneloop: {opLoop, 3}, syntax.Notoneloop: {opLoop, 3}, syntax.Setloop: {opLoop, 3},
	syntax.Onelazy: {opLazy, 3}, syntax.Notonelazy: {opLazy, 3}, syntax.Setlazy: {opLazy, 3},
	syntax.Oneloopatomic: {opAtomic, 3}, syntax.Notoneloopatomic: {opAtomic, 3}, syntax.Setloopatomic: {opAtomic, 3},
	syntax.Multi: {opText, 2}, syntax.Ref: {opGroup, 2},
	syntax.Bol: {opLineStart, 1}, syntax.Eol: {opLineEnd, 1},
	syntax.Boundary: {opBoundary, 1}, syntax.Nonboundary: {opNoBoundary, 1},
	syntax.Beginning: {opTextStart, 1}, syntax.Start: {opSearchStart, 1},
	syntax.EndZ: {opTextEndLine, 1}, syntax.End: {opTextEnd, 1},
	syntax.Nothing: {opFail, 1}, syntax.Goto: {opJump, 2}, syntax.Lazybranch: {opBranch, 2},
	syntax.Setmark: {opMark, 1}, syntax.Nullmark: {opNoMark, 1}, syntax.Getmark: {opBackToMark, 1},
	syntax.Capturemark: {opCapture, 3},
	syntax.Branchmark:  {opRepeat, 2}, syntax.Lazybranchmark: {opRepeatLazy, 2},
	syntax.Setcount: {opCount, 2}, syntax.Nullcount: {opNoCount, 2},
	syntax.Branchcount: {opRepeatCount, 3}, syntax.Lazybranchcount: {opRepeatCountLazy, 3},
	syntax.Setjump: {opBegin, 1}, syntax.Forejump: {opCommit, 1}, syntax.Backjump: {opAbandon, 1},
	syntax.Testref: {opMatched, 2}, syntax.UpdateBumpalong: {opNone, 1}, syntax.Stop: {opFail, 1},
}

func equalFold(a, b rune) bool { return unicode.ToLower(a) == unicode.ToLower(b) }
