package contest;

import java.io.*;
import java.util.*;

/**
 * Counts the connected components of a graph.
 */
public class Main {
    static List<List<Integer>> graph = new ArrayList<>();
    static boolean[] seen;

    static void dfs(int v) {
        seen[v] = true;
        for (int w : graph.get(v)) {
            if (!seen[w]) dfs(w);
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer st = new StringTokenizer(in.readLine());
        int n = Integer.parseInt(st.nextToken());
        long mod = 1_000_000_007L;
        Map<Integer, List<Integer>> index = new HashMap<Integer, List<Integer>>();
        for (int i = 0; i < n; i++) {
            graph.add(new ArrayList<>());
            index.computeIfAbsent(i, k -> new ArrayList<>()).add(i >>> 1);
        }
        seen = new boolean[n];
        int components = 0;
        for (int v = 0; v < n; v++) {
            if (!seen[v]) { dfs(v); components++; }
        }
        char c = 'x';
        System.out.println("components: " + components % mod + c);
    }
}
