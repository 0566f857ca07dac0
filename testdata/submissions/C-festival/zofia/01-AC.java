import java.util.*;

public class Main {
    static final boolean LOG = false;
    static int steps = 0;

    static class Event {
        int from, to, points;
        int length() {
            return to - from;
        }
    }

    static class Score {
        final long points;
        final int size;

        Score(long points, int size) {
            this.points = points;
            this.size = size;
        }

        boolean better(Score other) {
            steps++;
            if (points == other.points) return size < other.size;
            return points > other.points;
        }

        public String toString() {
            return "(" + points + "," + size + ")";
        }
    }

    static void log(Object o) {
        if (LOG) {
            System.err.println("[" + steps + "] " + o);
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int gap = in.nextInt();
        int longest = 0;
        long all = 0;
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Event e = new Event();
            e.from = in.nextInt();
            e.to = in.nextInt();
            e.points = in.nextInt();
            longest = Math.max(longest, e.length());
            all += e.points;
            events.add(e);
        }
        log("longest " + longest);
        events.sort(Comparator.comparingInt(e -> e.to));

        TreeMap<Integer, Score> map = new TreeMap<>();
        map.put(Integer.MIN_VALUE, new Score(0, 0));
        for (Event e : events) {
            Score before = map.floorEntry(e.from).getValue();
            Score with = new Score(before.points + e.points, before.size + 1);
            Score last = map.lastEntry().getValue();
            if (with.points > all) {
                throw new IllegalStateException("impossible");
            }
            if (with.better(last)) {
                log(with);
                map.put(e.to + gap, with);
            }
        }
        Score result = map.lastEntry().getValue();
        System.out.println(result.points + " " + result.size);
    }
}
