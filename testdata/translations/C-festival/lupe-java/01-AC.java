import java.util.Arrays;
import java.util.Scanner;

public class Main {
    static final int N = 100005;
    static int n;
    static long g;
    static long[][] c;
    static long[] dpJoy = new long[N];
    static long[] dpCnt = new long[N];
    static boolean[] vis = new boolean[N];

    static int buscar(long t) {
        int lo = 0, hi = n;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (c[mid][0] >= t) {
                hi = mid;
            } else {
                lo = mid + 1;
            }
        }
        return lo;
    }

    static void dp(int i) {
        if (i == n || vis[i]) return;
        vis[i] = true;
        dp(i + 1);
        dpJoy[i] = dpJoy[i + 1];
        dpCnt[i] = dpCnt[i + 1];
        int sig = buscar(c[i][1] + g);
        dp(sig);
        long joy = dpJoy[sig] + c[i][2];
        long cnt = dpCnt[sig] + 1;
        if (joy > dpJoy[i]) {
            dpJoy[i] = joy;
            dpCnt[i] = cnt;
        } else if (joy == dpJoy[i]) {
            dpCnt[i] = Math.min(dpCnt[i], cnt);
        }
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        n = sc.nextInt();
        g = sc.nextLong();
        c = new long[n][3];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                c[i][j] = sc.nextLong();
            }
        }
        Arrays.sort(c, (a, b) -> Long.compare(a[0], b[0]));
        dp(0);
        System.out.println(dpJoy[0] + " " + dpCnt[0]);
    }
}
