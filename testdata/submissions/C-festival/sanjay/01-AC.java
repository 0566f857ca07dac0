import java.io.*;
import java.util.*;

public class Main {
    static int size;
    static long[] treeJoy;
    static int[] treeCount;

    static void update(int pos, long joy, int count) {
        for (int i = pos; i <= size; i += i & -i) {
            if (joy > treeJoy[i] || (joy == treeJoy[i] && count < treeCount[i])) {
                treeJoy[i] = joy;
                treeCount[i] = count;
            }
        }
    }

    static long bestJoy;
    static int bestCount;

    static void query(int pos) {
        bestJoy = 0;
        bestCount = 0;
        for (int i = pos; i > 0; i -= i & -i) {
            if (treeJoy[i] > bestJoy || (treeJoy[i] == bestJoy && treeCount[i] < bestCount)) {
                bestJoy = treeJoy[i];
                bestCount = treeCount[i];
            }
        }
    }

    static int position(int[] sorted, int value) {
        int lo = 0, hi = sorted.length;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (sorted[mid] <= value) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        in.nextToken();
        int n = (int) in.nval;
        in.nextToken();
        int gap = (int) in.nval;
        int[][] shows = new int[n][3];
        int[] ends = new int[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                in.nextToken();
                shows[i][j] = (int) in.nval;
            }
            ends[i] = shows[i][1];
        }
        Arrays.sort(shows, (x, y) -> Integer.compare(x[0], y[0]));
        Arrays.sort(ends);
        size = n;
        treeJoy = new long[n + 1];
        treeCount = new int[n + 1];
        for (int[] s : shows) {
            query(position(ends, s[0] - gap));
            update(position(ends, s[1]), bestJoy + s[2], bestCount + 1);
        }
        query(size);
        System.out.println(bestJoy + " " + bestCount);
    }
}
