// Package pairs compares programs: it finds, scores and ranks the pairs of a pool that share more rare code than
// honest programs do, and shows where two programs are equal.
//
// A pool is all programs of one problem in one family of languages. [Find] takes them as lists of shingles, the
// hashes of k consecutive tokens. It returns every pair of participants with a suspicion of at least
// [Options.Keep], the same pairs that a comparison of all pairs would find:
//
//	for participant, tokens := range pool {
//		programs = append(programs, pairs.Program{Participant: participant, Structure: lexer.Shingles(tokens, 10)})
//	}
//	result, err := pairs.Find(ctx, programs, pairs.Options{Keep: 0.15})
//	for _, p := range result.Pairs {
//		chance := result.Tail.Chance(p.Unraised, p.Evidence) // expected number of honest pairs as suspicious as p
//	}
//
// Find also returns how suspicious all pairs of the pool are ([Distribution]), how suspicious honest pairs are by
// chance ([Tail]), and the size of a typical program. From this size [Simplicity] computes how simple the problem
// is: pairs of a problem that is too simple say little.
//
// [Matches] takes two programs as tokens and returns the code that they share, even if inserted or changed code
// breaks up a copy. From the matches, [Measure] computes the measures that other tools use. [Clusters] groups
// participants by their pairs. [Pool.FindEarlier] pairs programs of a pool with programs of earlier contests; code
// counts as rare if it is rare in the pool. With [Options.Across], a pool holds the programs of one problem in all
// families, and only pairs of different families are scored.
//
// The package does no I/O and knows no contest, file or database.
//
// # Suspicion
//
// The suspicion of a pair is the largest of four shares, each from 0 to 1:
//
//   - structure: the weighted mean of two coverages, the share of each program's shingles of normalised tokens
//     that the other program has. The table below has the weight of the larger coverage. Code that few
//     participants of the contest have counts more, by the square of its inverse document frequency
//     (Spärck Jones 1972). Code that others have in programs for other problems is not specific to this problem,
//     and counts less, the more such problems there are. The two participants of the pair do not count as
//     participants who have the code.
//   - wording: the same, in shorter shingles with the names that are in the source. People who rewrite a program
//     often leave its names.
//   - plain coverage: the smaller coverage c, where rare and common code count alike, as max(0, 2c-1). This share
//     finds copies in pools where nearly everybody copied, so that the copied code is not rare. In any pool,
//     identical programs that are long enough get 0.99 or more.
//   - common code: 0.6 times the Dice coefficient of the shingles (Dice 1945), where rare and common code count
//     alike, and a repeated shingle counts up to eight times. This share finds copies in pools that are too small
//     to show which code is rare. It counts fully in pools of up to 250 participants, less in larger pools, and
//     not at all from 500 on.
//
// The weight of the larger coverage depends on the number of participants in the pool. Up to 250 participants it
// falls, since a long program may contain a short one by chance. Then it rises, since a large pool shows well which
// code is rare:
//
//	participants   structure   wording
//	up to 25             0.7       0.7
//	250                  0.3       0.5
//	500 and more         0.7       0.7
//
// Each share is multiplied by a factor below 1. The factor grows with the amount of shared code. It is lower for
// simple problems, because a dozen lines are alike by chance.
//
// Programs that are alike as a whole are more suspicious than two that share some rare code. So a Dice
// coefficient d of the common code above 0.5 raises the largest share s by up to .5 s(1-s) · min(1, 4(d-.5)).
// This raise is for the pools in which the larger coverage counts less: it grows from 25 to 250 participants,
// then falls, and from 500 on there is none.
//
// Variables also adjust the largest share. A variable is described by the tokens before and after all its uses,
// which stay the same if its name, or the order of statements, changes. What counts is the share of each
// program's variables that the other program has, weighted by rarity, as the average of both programs. Variables
// that differ lower the suspicion: by up to 25% in pools of up to 250 participants, and by up to 40% from 500
// on. They lower it less if the programs are alike as a whole, and never below the plain coverage. Variables
// that are the same raise it in pools of fewer than 500 participants; in larger pools too many pairs have the
// same variables by chance. This raise and the raise above are together at most .5 s(1-s).
//
// A participant's own template is code that the participant repeats in other problems. All of it counts or none
// of it, whichever gives more suspicion. So it neither hides code that the other participant copied nor dilutes
// identical code beside it. Code that is template of both participants does not count in the suspicion, only in
// [Pair.SharedTemplate].
//
// In a program of several files, each file counts like an attempt of its own ([Program.Files]): one file may be copied,
// and the others not. A file has only the first two shares, in which rare code counts more, and variables do not adjust
// them. Code that more than two participants have covers less of a file than code that only two have. So a file that all
// have, such as the start of an exercise, makes no pair suspicious.
//
// Programs that are identical but for comments, layout and literals are above all other pairs of their pool:
// [Pool.Find] raises their suspicion to a millionth above the highest of the other pairs. Their chance is
// computed from the suspicion before this raise ([Pair.Unraised]), because short programs may be identical by
// chance.
//
// For pairs of different families, variables do not count, because their uses differ too much. Even faithful
// translations share only a part of their code. So a share s of such a pair is raised to s + s(1-s).
//
// # Limits
//
//   - People and language models may read a program and write the same idea in other statements. Such copies are
//     no more suspicious than honest pairs.
//   - People may combine two disguises: they restructure a program and insert other statements between all of
//     its statements. Matches still shows the copy, but Find does not find it, because hardly any common run of
//     ten tokens is left.
//   - Two people who alone use a published library look like copiers if it is not base code.
//   - Programs of a few lines are identical by chance. Such pairs lead the ranking of their problem, whether
//     copied or not. Only their high chance shows how little that means.
//
// docs/suspicion.md has figures for these limits. It also says what each part of the suspicion is worth on
// labelled sets, what was tried and left out, and how the constants were chosen.
package pairs

// Version is the version of the scores. It is stored with every check; raise it
// whenever any score changes.
const Version = 11
