import java.io.*;
import java.util.*;

public class Main {
    // lazily copied: a level owns its map only after the first write
    static class Level {
        HashMap<String, String> map;
        HashMap<String, Integer> count;
        boolean own;

        Level(Level from) {
            if (from == null) {
                map = new HashMap<>();
                count = new HashMap<>();
                own = true;
            } else {
                map = from.map;
                count = from.count;
                own = false;
            }
        }

        void makeOwn() {
            if (!own) {
                map = new HashMap<>(map);
                count = new HashMap<>(count);
                own = true;
            }
        }
    }

    static void addCount(Level level, String value, int delta) {
        Integer c = level.count.get(value);
        level.count.put(value, (c == null ? 0 : c) + delta);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        int q = Integer.parseInt(br.readLine().trim());
        LinkedList<Level> stack = new LinkedList<>();
        stack.add(new Level(null));
        while (q-- > 0) {
            StringTokenizer st = new StringTokenizer(br.readLine());
            String type = st.nextToken();
            Level top = stack.getLast();
            switch (type.charAt(0)) {
                case 'p': case 'd': {
                    String key = st.nextToken();
                    top.makeOwn();
                    String old = top.map.remove(key);
                    if (old != null) addCount(top, old, -1);
                    if (type.equals("put")) {
                        String value = st.nextToken();
                        top.map.put(key, value);
                        addCount(top, value, 1);
                    }
                    break;
                }
                case 'g':
                    String found = top.map.get(st.nextToken());
                    out.println(found == null ? "-" : found);
                    break;
                case 'c':
                    Integer c = top.count.get(st.nextToken());
                    out.println(c == null ? 0 : c);
                    break;
                case 'b':
                    stack.addLast(new Level(top));
                    break;
                default:
                    if (stack.size() == 1) {
                        out.println("NONE");
                    } else {
                        stack.removeLast();
                        if (type.equals("keep")) {
                            Level below = stack.getLast();
                            boolean fresh = top.own;
                            below.map = top.map;
                            below.count = top.count;
                            below.own = below.own || fresh;
                        }
                    }
            }
        }
        out.flush();
    }
}
