import java.util.Scanner;

public class Main {
    final String grid;
    final int w, h, k;
    final int[] queue;
    final int[] dist;
    int head = 0, tail = 0;

    Main(Scanner sc) {
        h = sc.nextInt();
        w = sc.nextInt();
        k = sc.nextInt();
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < h; i++) sb.append(sc.next());
        grid = sb.toString();
        queue = new int[h * w * (k + 1)];
        dist = new int[queue.length];
    }

    void add(int cell, int used, int d) {
        char c = grid.charAt(cell);
        if (c == '#') return;
        int now = c == '~' ? used + 1 : used;
        if (now > k) return;
        int id = now * w * h + cell;
        if (dist[id] != 0) return;
        dist[id] = d;
        queue[tail++] = id;
    }

    int bfs() {
        int area = w * h;
        add(grid.indexOf('S'), 0, 1);
        while (head < tail) {
            int id = queue[head++];
            int cell = id % area, used = id / area, d = dist[id];
            if (grid.charAt(cell) == 'T') return d - 1;
            int x = cell % w;
            if (x > 0) add(cell - 1, used, d + 1);
            if (x < w - 1) add(cell + 1, used, d + 1);
            if (cell >= w) add(cell - w, used, d + 1);
            if (cell + w < area) add(cell + w, used, d + 1);
        }
        return -1;
    }

    public static void main(String[] args) {
        System.out.println(new Main(new Scanner(System.in)).bfs());
    }
}
