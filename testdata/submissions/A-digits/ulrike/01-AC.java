import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long n = in.nextLong();
        long quersumme = 0;
        while (n > 0) {
            quersumme += n % 10;
            n /= 10;
        }
        System.out.println(quersumme);
    }
}
