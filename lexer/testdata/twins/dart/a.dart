import 'dart:io';
import 'dart:math';

/// Tries of lower case words.
class Trie {
  final Map<String, Trie> next = {};
  int count = 0;

  void add(String word) {
    var node = this;
    for (int i = 0; i < word.length; i++) {
      node = node.next.putIfAbsent(word[i], () => Trie());
      node.count++;
    }
  }

  int prefixes(String word) {
    Trie? node = this;
    for (int i = 0; i < word.length; i++) {
      node = node?.next[word[i]];
      if (node == null) return 0;
    }
    return node!.count;
  }
}

void main() {
  int n = int.parse(stdin.readLineSync()!);
  var trie = Trie();
  Map<int, List<int>> lengths = <int, List<int>>{};
  for (int i = 0; i < n; i++) {
    String word = stdin.readLineSync() ?? 'none';
    trie.add(word);
    lengths.putIfAbsent(word.length, () => []).add(i ~/ 2);
  }
  // answers
  final total = lengths.values.fold(0, (int a, b) => a + b.length);
  print("total " + '${total}');
}
