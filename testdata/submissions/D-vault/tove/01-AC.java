import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class Main {
    // the oldest value that each key had when the transaction began
    private final Deque<Map<String, String>> before = new ArrayDeque<>();
    private final Map<String, String> now = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    private void write(String key, String value) {
        String old = value == null ? now.remove(key) : now.put(key, value);
        if (old != null) counts.merge(old, -1, Integer::sum);
        if (value != null) counts.merge(value, 1, Integer::sum);
    }

    private void change(String key, String value) {
        Map<String, String> top = before.peek();
        if (top != null && !top.containsKey(key)) {
            top.put(key, now.get(key));
        }
        write(key, value);
    }

    private String undo() {
        if (before.isEmpty()) return "NONE";
        for (Map.Entry<String, String> e : before.pop().entrySet()) {
            write(e.getKey(), e.getValue());
        }
        return null;
    }

    private String keep() {
        if (before.isEmpty()) return "NONE";
        Map<String, String> inner = before.pop();
        Map<String, String> outer = before.peek();
        if (outer != null) {
            for (String key : inner.keySet()) {
                // outer knows an even older value
                if (!outer.containsKey(key)) outer.put(key, inner.get(key));
            }
        }
        return null;
    }

    String run(String command, Scanner sc) {
        switch (command) {
            case "put":
                change(sc.next(), sc.next());
                return null;
            case "del":
                change(sc.next(), null);
                return null;
            case "get":
                return now.getOrDefault(sc.next(), "-");
            case "count":
                return String.valueOf(counts.getOrDefault(sc.next(), 0));
            case "begin":
                before.push(new HashMap<>());
                return null;
            case "undo":
                return undo();
            default:
                return keep();
        }
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        Main vault = new Main();
        StringBuilder out = new StringBuilder();
        for (int q = sc.nextInt(); q > 0; q--) {
            String line = vault.run(sc.next(), sc);
            if (line != null) out.append(line).append('\n');
        }
        System.out.print(out);
    }
}
