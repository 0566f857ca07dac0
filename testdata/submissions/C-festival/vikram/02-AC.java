import java.util.*;
import java.util.stream.*;

public class Main {
    record Gig(int from, int to, int joy) {}

    record Sum(long joy, int gigs) implements Comparable<Sum> {
        static final Comparator<Sum> ORDER = Comparator.comparingLong(Sum::joy).thenComparing(Sum::gigs, Comparator.reverseOrder());

        Sum plus(Gig g) {
            return new Sum(joy + g.joy(), gigs + 1);
        }

        @Override
        public int compareTo(Sum other) {
            return ORDER.compare(this, other);
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), rest = in.nextInt();
        NavigableMap<Integer, List<Gig>> byStart = IntStream.range(0, n)
            .mapToObj(i -> new Gig(in.nextInt(), in.nextInt(), in.nextInt()))
            .collect(Collectors.groupingBy(Gig::from, TreeMap::new, Collectors.toList()));
        // from the last start backwards: what is still to be had from then on
        TreeMap<Integer, Sum> future = new TreeMap<>();
        future.put(Integer.MAX_VALUE, new Sum(0, 0));
        for (var entry : byStart.descendingMap().entrySet()) {
            Sum skip = future.firstEntry().getValue();
            Sum take = entry.getValue().stream()
                .map(g -> future.ceilingEntry(g.to() + rest).getValue().plus(g))
                .max(Comparator.naturalOrder())
                .orElseThrow();
            future.put(entry.getKey(), skip.compareTo(take) >= 0 ? skip : take);
        }
        Sum answer = future.firstEntry().getValue();
        System.out.println(answer.joy() + " " + answer.gigs());
    }
}
