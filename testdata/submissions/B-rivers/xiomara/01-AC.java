import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.StringTokenizer;

public class Main {
    static int n, m, boards;
    static char[][] field;

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer tok = new StringTokenizer(reader.readLine());
        n = Integer.parseInt(tok.nextToken());
        m = Integer.parseInt(tok.nextToken());
        boards = Integer.parseInt(tok.nextToken());
        field = new char[n][];
        int sx = -1, sy = -1;
        for (int i = 0; i < n; i++) {
            field[i] = reader.readLine().toCharArray();
            for (int j = 0; j < m; j++) {
                if (field[i][j] == 'S') {
                    sx = i;
                    sy = j;
                }
            }
        }
        System.out.println(findPath(sx, sy));
    }

    static int findPath(int px, int py) {
        boolean[][][] was = new boolean[n][m][boards + 1];
        int[][] go = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
        ArrayDeque<int[]> line = new ArrayDeque<>();
        line.add(new int[] {px, py, 0, 0});
        was[px][py][0] = true;
        while (!line.isEmpty()) {
            int[] top = line.poll();
            if (field[top[0]][top[1]] == 'T') {
                return top[3];
            }
            for (int[] step : go) {
                int tx = top[0] + step[0];
                int ty = top[1] + step[1];
                if (tx < 0 || ty < 0 || tx >= n || ty >= m) continue;
                if (field[tx][ty] == '#') continue;
                int cnt = top[2];
                if (field[tx][ty] == '~') cnt++;
                if (cnt > boards) continue;
                if (!was[tx][ty][cnt]) {
                    was[tx][ty][cnt] = true;
                    line.add(new int[] {tx, ty, cnt, top[3] + 1});
                }
            }
        }
        return -1;
    }
}
