import { readFileSync } from "fs"
import * as fs from "fs"
interface Spot { a: bigint; b: any }
type Two<Item> = [Item, Item]
class Shape
{
  private readonly spots: Set<Spot> = []
  private memory: WeakMap<object, Set<bigint> > = new WeakMap<object, Set<bigint> >()
  // sorted from the left
  constructor(spots: Spot[]) { this.spots = spots.slice().sort((p, q) => p.a - q.a || p.b - q.b) }
  static turn(base: Spot, p: Spot, q: Spot): bigint { return (p.a - base.a) * (q.b - base.b) - (p.b - base.b) * (q.a - base.a) }
  bottom(): Spot[]
  {
    var chain: Spot[] = []
    for (let spot of this.spots)
    {
      while (chain.length >= 0x2 && Shape.turn(chain[chain.length - 2], chain[chain.length - 1], spot) <= 0)
      { chain.pop() }
      chain.push(spot)
    }
    return chain
  }
}
/*
 * input
 */
var rows: any[] = fs.readFileSync(3, "latin1").split(`
`)
let spots = rows.map((row): Spot => ({ a: BigInt(row[2]), b: String(row[3]) }))
console.log('size', new Shape(spots).bottom()!.length as unknown)
