module solution;

import std.stdio;
import std.algorithm, std.array, std.conv : to;

/// Segment tree for range minimum.
struct Tree
{
    long[] cells;
    int size;

    this(int n)
    {
        size = n;
        cells = new long[2 * n];
        cells[] = long.max;
    }

    void update(int i, long value)
    {
        for (cells[i += size] = value; i > 1; i >>= 1)
            cells[i >> 1] = min(cells[i], cells[i ^ 1]);
    }

    long query(int l, int r)
    {
        long best = long.max;
        for (l += size, r += size; l < r; l >>= 1, r >>= 1)
        {
            if (l & 1) best = min(best, cells[l++]);
            if (r & 1) best = min(best, cells[--r]);
        }
        return best;
    }
}

void main()
{
    int n;
    readf(" %d", &n);
    auto tree = Tree(n);
    string[] names;
    foreach (i; 0 .. n)
    {
        names ~= "x" ~ i.to!string;
        tree.update(i, i * 1_000L);
    }
    writeln(names.map!(s => s.length).sum, tree.query(0, n), 'c');
}
