import java.io.*;
import java.util.Arrays;

/** Sorts all moments as numbers: time, then "free again" before "starts", then the concert. */
class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader r = new BufferedReader(new InputStreamReader(System.in));
        String[] head = r.readLine().split(" ");
        int n = Integer.parseInt(head[0]), gap = Integer.parseInt(head[1]);
        long[] moments = new long[2 * n];
        int[] joy = new int[n];
        for (int i = 0; i < n; i++) {
            String[] part = r.readLine().split(" ");
            moments[2 * i] = Long.parseLong(part[0]) << 20 | 1 << 18 | i;
            moments[2 * i + 1] = (Long.parseLong(part[1]) + gap) << 20 | i;
            joy[i] = Integer.parseInt(part[2]);
        }
        Arrays.sort(moments);
        long[] total = new long[n];
        int[] seen = new int[n];
        long top = 0;
        int least = 0;
        for (long moment : moments) {
            int i = (int) (moment & ((1 << 18) - 1));
            boolean starts = (moment >> 18 & 1) == 1;
            if (starts) {
                total[i] = top + joy[i];
                seen[i] = least + 1;
            } else if (total[i] > top) {
                top = total[i];
                least = seen[i];
            } else if (total[i] == top) {
                least = Math.min(least, seen[i]);
            }
        }
        System.out.printf("%d %d%n", top, least);
    }
}
