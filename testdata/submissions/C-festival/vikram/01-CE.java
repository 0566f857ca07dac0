import java.util.*;
import java.util.stream.*;

public class Main {
    record Gig(int from, int to, int joy) {}
    record Sum(long joy, int gigs) {}

    static List<Gig> gigs
    static Sum[] memo;
    static int rest;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        rest = in.nextInt();
        gigs = IntStream.range(0, n).mapToObj(i -> new Gig(in.nextInt(), in.nextInt(), in.nextInt())).toList();
        System.out.println(memo[0]);
    }
}
