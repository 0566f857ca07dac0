import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.StringTokenizer;

public class Main {
    static int rows, cols, planks;
    static char[][] map;

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer st = new StringTokenizer(br.readLine());
        rows = Integer.parseInt(st.nextToken());
        cols = Integer.parseInt(st.nextToken());
        planks = Integer.parseInt(st.nextToken());
        map = new char[rows][];
        int startRow = -1, startCol = -1;
        for (int i = 0; i < rows; i++) {
            map[i] = br.readLine().toCharArray();
            for (int j = 0; j < cols; j++) {
                if (map[i][j] == 'S') {
                    startRow = i;
                    startCol = j;
                }
            }
        }
        System.out.println(bfs(startRow, startCol));
    }

    // state: row, column, planks used so far, distance
    static int bfs(int sr, int sc) {
        boolean[][][] seen = new boolean[rows][cols][planks + 1];
        int[][] dirs = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        queue.add(new int[] {sr, sc, 0, 0});
        seen[sr][sc][0] = true;
        while (!queue.isEmpty()) {
            int[] cur = queue.poll();
            if (map[cur[0]][cur[1]] == 'T') {
                return cur[3];
            }
            for (int[] d : dirs) {
                int nr = cur[0] + d[0];
                int nc = cur[1] + d[1];
                if (nr < 0 || nc < 0 || nr >= rows || nc >= cols) continue;
                if (map[nr][nc] == '#') continue;
                int used = cur[2];
                if (map[nr][nc] == '~') used++;
                if (used > planks) continue;
                if (!seen[nr][nc][used]) {
                    seen[nr][nc][used] = true;
                    queue.add(new int[] {nr, nc, used, cur[3] + 1});
                }
            }
        }
        return -1;
    }
}
