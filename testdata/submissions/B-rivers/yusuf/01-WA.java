import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        int h = sc.nextInt();
        int w = sc.nextInt();
        int k = sc.nextInt();
        String[] g = new String[h];
        for (int i = 0; i < h; i++) g[i] = sc.next();
        int[][] d = new int[h][w];
        int[][] p = new int[h][w];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                d[i][j] = 1000000;
                if (g[i].charAt(j) == 'S') {
                    d[i][j] = 0;
                    p[i][j] = k;
                }
            }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++) {
                    if (g[i].charAt(j) == '#') continue;
                    int need = g[i].charAt(j) == '~' ? 1 : 0;
                    for (int a = Math.max(0, i - 1); a <= Math.min(h - 1, i + 1); a++)
                        for (int b = Math.max(0, j - 1); b <= Math.min(w - 1, j + 1); b++)
                            if ((a == i) != (b == j) && d[a][b] + 1 < d[i][j] && p[a][b] >= need) {
                                d[i][j] = d[a][b] + 1;
                                p[i][j] = p[a][b] - need;
                                changed = true;
                            }
                }
        }
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                if (g[i].charAt(j) == 'T') System.out.println(d[i][j] < 1000000 ? d[i][j] : -1);
    }
}
