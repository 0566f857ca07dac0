import java.util.*;

public class Main {
    static final int MAXN = 205;
    static final int MAXK = 25;

    static class State {
        int r, c, used;
        State(int r, int c, int used) {
            this.r = r;
            this.c = c;
            this.used = used;
        }
    }

    static int h, w, k;
    static char[][] grid = new char[MAXN][];
    static int[][][] dist = new int[MAXK][MAXN][MAXN];
    static int[] dr = {0, 1, 0, -1};
    static int[] dc = {1, 0, -1, 0};

    static boolean inside(int r, int c) {
        return r >= 0 && r < h && c >= 0 && c < w;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        h = in.nextInt();
        w = in.nextInt();
        k = in.nextInt();
        State start = new State(0, 0, 0);
        for (int i = 0; i < h; i++) {
            grid[i] = in.next().toCharArray();
            for (int j = 0; j < w; j++)
                if (grid[i][j] == 'S') start = new State(i, j, 0);
        }
        for (int[][] a : dist)
            for (int[] b : a) Arrays.fill(b, -1);
        Queue<State> q = new LinkedList<>();
        q.add(start);
        dist[0][start.r][start.c] = 0;
        while (!q.isEmpty()) {
            State cur = q.poll();
            int d = dist[cur.used][cur.r][cur.c];
            if (grid[cur.r][cur.c] == 'T') {
                System.out.println(d);
                return;
            }
            for (int t = 0; t < 4; t++) {
                int nr = cur.r + dr[t], nc = cur.c + dc[t];
                if (!inside(nr, nc) || grid[nr][nc] == '#') continue;
                int nu = cur.used + (grid[nr][nc] == '~' ? 1 : 0);
                if (nu > k || dist[nu][nr][nc] != -1) continue;
                dist[nu][nr][nc] = d + 1;
                q.add(new State(nr, nc, nu));
            }
        }
        System.out.println(-1);
    }
}
