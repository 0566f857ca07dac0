import java.io.*;
import java.util.BitSet;

/** Floods the map one minute at a time; flood[p] holds where p planks were enough. */
class Main {
    static BitSet shifted(BitSet from, int by) {
        BitSet to = new BitSet();
        for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) to.set(i + by);
        return to;
    }

    static BitSet neighbours(BitSet now, int stride) {
        BitSet around = shifted(now, stride);
        around.or(shifted(now, -stride));
        around.or(shifted(now, 1));
        around.or(shifted(now, -1));
        return around;
    }

    public static void main(String[] args) throws IOException {
        LineNumberReader r = new LineNumberReader(new InputStreamReader(System.in));
        String[] head = r.readLine().trim().split(" ");
        int h = Integer.parseInt(head[0]), k = Integer.parseInt(head[2]);
        int stride = Integer.parseInt(head[1]) + 2;
        BitSet ground = new BitSet(), river = new BitSet(), begin = new BitSet();
        int end = 0;
        for (int y = 1; y <= h; y++) {
            String line = r.readLine();
            for (int x = 0; x < line.length(); x++) {
                int at = y * stride + x + 1;
                switch (line.charAt(x)) {
                    case '~' -> river.set(at);
                    case '.' -> ground.set(at);
                    case 'S' -> { ground.set(at); begin.set(at); }
                    case 'T' -> { ground.set(at); end = at; }
                    default -> { }
                }
            }
        }
        BitSet[] flood = new BitSet[k + 1], edge = new BitSet[k + 1];
        for (int p = 0; p <= k; p++) {
            flood[p] = new BitSet();
            edge[p] = new BitSet();
        }
        flood[0].or(begin);
        edge[0].or(begin);
        int minute = 0;
        boolean alive = true, found = false;
        while (alive && !found) {
            minute++;
            alive = false;
            BitSet carried = new BitSet();
            for (int p = 0; p <= k; p++) {
                BitSet around = neighbours(edge[p], stride);
                BitSet wet = (BitSet) around.clone();
                wet.and(river);
                around.and(ground);
                around.or(carried);
                around.andNot(flood[p]);
                flood[p].or(around);
                edge[p] = around;
                carried = wet;
                alive |= !around.isEmpty();
                found |= around.get(end);
            }
        }
        System.out.println(found ? minute : -1);
    }
}
