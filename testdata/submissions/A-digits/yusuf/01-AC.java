import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        String n = new Scanner(System.in).next();
        int sum = 0;
        for (int i = 0; i < n.length(); i++) sum += n.charAt(i) - '0';
        System.out.println(sum);
    }
}
