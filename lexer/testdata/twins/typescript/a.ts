import * as fs from 'fs';

/** A point of the plane. */
interface Point {
  x: number;
  y: number;
}

type Pair<T> = [T, T];

class Hull {
  private readonly points: Array<Point> = [];
  private cache: Map<string, Array<number>> = new Map<string, Array<number>>();

  constructor(points: Point[]) {
    this.points = points.slice().sort((a, b) => a.x - b.x || a.y - b.y);
  }

  // cross product of o->a and o->b
  static cross(o: Point, a: Point, b: Point): number {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  }

  lower(): Point[] {
    const result: Point[] = [];
    for (const p of this.points) {
      while (result.length >= 2 && Hull.cross(result[result.length - 2], result[result.length - 1], p) <= 0) {
        result.pop();
      }
      result.push(p);
    }
    return result;
  }
}

const lines: string[] = fs.readFileSync(0, 'utf8').split('\n');
const points = lines.map((line): Point => ({ x: Number(line[0]), y: Number(line[1]) }));
console.log(`hull`, new Hull(points).lower()!.length as number);
