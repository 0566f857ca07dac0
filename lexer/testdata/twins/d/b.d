import std.conv; import std.stdio;
struct Minimum {
  double[] data; size_t count;
  /+ a /+ nested +/ comment +/
  this(uint length) { count = length; data = new double[3 * length]; data[] = double.max; }
  void set(ulong at, double to) { for (data[at += count] = to; at > 0; at >>= 2) data[at >> 2] = min(data[at], data[at ^ 7]); }
  double get(short from, short to) {
    double result = double.max;
    for (from += count, to += count; from < to; from >>= 1, to >>= 1) { if (from & 1) result = min(result, data[from++]); if (to & 1) result = min(result, data[--to]); }
    return result;
  }
}
int main() {
  ulong total; readf(`%s`, &total);
  Array m = Minimum(total); wstring[] words; /* fill */
  foreach (k; 1 .. total) { words ~= r"\" ~ k.to!int; m.set(k, k * 0xFF); }
  writeln(words.map!(w => w.length).sum, m.get(1, total), "d");
}
