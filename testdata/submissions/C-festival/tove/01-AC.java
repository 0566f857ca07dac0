import java.util.Arrays;
import java.util.Scanner;

public class Main {
    private final int[] begin, end, joy;
    private final Integer[] order;
    private final long[] best;

    Main(Scanner sc, int n, int pause) {
        begin = new int[n];
        end = new int[n];
        joy = new int[n];
        order = new Integer[n];
        best = new long[n + 1];
        for (int i = 0; i < n; i++) {
            begin[i] = sc.nextInt();
            end[i] = sc.nextInt() + pause;
            joy[i] = sc.nextInt();
            order[i] = i;
        }
        Arrays.sort(order, (a, b) -> end[a] - end[b]);
    }

    /** The number of concerts, in order of their ends, that are over at a time. */
    private int over(int time) {
        int count = 0;
        for (int jump = Integer.highestOneBit(order.length); jump > 0; jump /= 2) {
            if (count + jump <= order.length && end[order[count + jump - 1]] <= time) count += jump;
        }
        return count;
    }

    /** Joy in the high bits, and one off for every concert, so that fewer is more. */
    long solve() {
        for (int i = 0; i < order.length; i++) {
            int concert = order[i];
            long with = best[over(begin[concert])] + ((long) joy[concert] << 20) - 1;
            best[i + 1] = Math.max(best[i], with);
        }
        return best[order.length];
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        long z = new Main(sc, sc.nextInt(), sc.nextInt()).solve();
        long joy = (z >> 20) + ((z & 0xfffff) == 0 ? 0 : 1);
        System.out.println(joy + " " + ((joy << 20) - z));
    }
}
