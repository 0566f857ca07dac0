import java.util.*;

public class Main {
    record Node(int dist, int wet, int y, int x) implements Comparable<Node> {
        public int compareTo(Node o) {
            return dist != o.dist ? Integer.compare(dist, o.dist) : Integer.compare(wet, o.wet);
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), m = in.nextInt(), k = in.nextInt();
        List<String> g = new ArrayList<>();
        PriorityQueue<Node> pq = new PriorityQueue<>();
        for (int y = 0; y < n; y++) {
            g.add(in.next());
            if (g.get(y).contains("S")) pq.add(new Node(0, 0, y, g.get(y).indexOf('S')));
        }
        Map<Integer, Integer> least = new HashMap<>();
        int[] moves = {0, 1, 0, -1};
        int answer = -1;
        while (!pq.isEmpty() && answer < 0) {
            Node v = pq.poll();
            if (least.getOrDefault(v.y() * m + v.x(), k + 1) <= v.wet()) continue;
            least.put(v.y() * m + v.x(), v.wet());
            if (g.get(v.y()).charAt(v.x()) == 'T') answer = v.dist();
            for (int i = 0; i < 4; i++) {
                int y = v.y() + moves[i], x = v.x() + moves[(i + 1) % 4];
                if (y < 0 || y == n || x < 0 || x == m) continue; // forgot the border
                char c = g.get(y).charAt(x);
                if (c != '#') pq.add(new Node(v.dist() + 1, v.wet() + (c == '~' ? 1 : 0), y, x));
            }
        }
        System.out.println(answer);
    }
}
