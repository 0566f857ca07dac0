import java.util.*;

public class Main {
    static Map<Integer, Integer> cells = new HashMap<>();
    static Map<Character, Integer> marks = new HashMap<>();
    static int height, width, budget;

    static void readMap(Scanner lines) {
        height = lines.nextInt();
        width = lines.nextInt();
        budget = lines.nextInt();
        for (int y = 0; y < height; y++) {
            String row = lines.next();
            for (int x = 0; x < width; x++) {
                char what = row.charAt(x);
                if (what != '#') {
                    cells.put(y * 1000 + x, what == '~' ? 1 : 0);
                }
                if (what == 'S' || what == 'T') {
                    marks.put(what, y * 1000 + x);
                }
            }
        }
    }

    static int[] sides(int place) {
        return new int[] {place - 1000, place + 1000, place - 1, place + 1};
    }

    static int search() {
        PriorityQueue<int[]> heap = new PriorityQueue<>((a, b) -> a[0] != b[0] ? a[0] - b[0] : a[1] - b[1]);
        heap.add(new int[] {0, 0, marks.get('S')});
        Map<Integer, Integer> fewest = new HashMap<>();
        while (!heap.isEmpty()) {
            int[] top = heap.poll();
            int length = top[0], wet = top[1], place = top[2];
            if (place == marks.get('T')) {
                return length;
            }
            if (fewest.getOrDefault(place, budget + 1) <= wet) {
                continue;
            }
            fewest.put(place, wet);
            for (int other : sides(place)) {
                if (!cells.containsKey(other)) {
                    continue;
                }
                int total = wet + cells.get(other);
                if (total <= budget && total < fewest.getOrDefault(other, budget + 1)) {
                    heap.add(new int[] {length + 1, total, other});
                }
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        readMap(new Scanner(System.in));
        System.out.println(search());
    }
}
