import java.util.*;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long n = in.nextLong(), s = 0;
        while (n != 0) {
            s += n % 10;
            n /= 10;
        }
        System.out.println(s);
    }
}
