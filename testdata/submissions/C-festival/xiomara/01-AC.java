import java.util.*;
import java.io.*;

public class Main {
    public static void main(String[] args) throws IOException {
        StreamTokenizer st = new StreamTokenizer(new BufferedInputStream(System.in));
        st.nextToken();
        int n = (int) st.nval;
        st.nextToken();
        int rest = (int) st.nval;
        int[] finish = new int[n];
        int[][] list = new int[n][3];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                st.nextToken();
                list[i][j] = (int) st.nval;
            }
            finish[i] = list[i][1];
        }
        cntTree = new int[n + 1];
        joyTree = new long[n + 1];
        len = n;
        Arrays.sort(finish);
        Arrays.sort(list, (x, y) -> Integer.compare(x[0], y[0]));
        for (int[] s : list) {
            ask(rank(finish, s[0] - rest));
            put(rank(finish, s[1]), maxJoy + s[2], minCnt + 1);
        }
        ask(len);
        System.out.println(maxJoy + " " + minCnt);
    }

    static int rank(int[] sorted, int value) {
        int hi = sorted.length, lo = 0;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (sorted[mid] <= value) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    static void ask(int pos) {
        minCnt = 0;
        maxJoy = 0;
        for (int i = pos; i > 0; i -= i & -i) {
            if (joyTree[i] > maxJoy || (joyTree[i] == maxJoy && cntTree[i] < minCnt)) {
                minCnt = cntTree[i];
                maxJoy = joyTree[i];
            }
        }
    }

    static void put(int pos, long joy, int cnt) {
        for (int i = pos; i <= len; i += i & -i) {
            if (joy > joyTree[i] || (joy == joyTree[i] && cnt < cntTree[i])) {
                cntTree[i] = cnt;
                joyTree[i] = joy;
            }
        }
    }

    static int[] cntTree;
    static long[] joyTree;
    static int len;
    static int minCnt;
    static long maxJoy;
}
