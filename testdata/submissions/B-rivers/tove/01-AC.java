import java.util.Scanner;

public class Main {
    private final String land;
    private final int width, height, budget;
    private final int[] ring;
    private final int[] stamp;
    private int head = 0, tail = 0;

    Main(Scanner sc) {
        height = sc.nextInt();
        width = sc.nextInt();
        budget = sc.nextInt();
        StringBuilder all = new StringBuilder();
        for (int y = 0; y < height; y++) all.append(sc.next());
        land = all.toString();
        ring = new int[height * width * (budget + 1)];
        stamp = new int[ring.length];
    }

    private int code(int cell, int spent) {
        return spent * width * height + cell;
    }

    private void offer(int cell, int spent, int day) {
        char what = land.charAt(cell);
        if (what == '#') return;
        int after = what == '~' ? spent + 1 : spent;
        if (after > budget) return;
        int id = code(cell, after);
        if (stamp[id] != 0) return;
        stamp[id] = day;
        ring[tail++] = id;
    }

    int walk() {
        int area = width * height;
        offer(land.indexOf('S'), 0, 1);
        while (head < tail) {
            int id = ring[head++];
            int cell = id % area, spent = id / area, day = stamp[id];
            if (land.charAt(cell) == 'T') return day - 1;
            int x = cell % width;
            if (x > 0) offer(cell - 1, spent, day + 1);
            if (x < width - 1) offer(cell + 1, spent, day + 1);
            if (cell >= width) offer(cell - width, spent, day + 1);
            if (cell + width < area) offer(cell + width, spent, day + 1);
        }
        return -1;
    }

    public static void main(String[] args) {
        System.out.println(new Main(new Scanner(System.in)).walk());
    }
}
