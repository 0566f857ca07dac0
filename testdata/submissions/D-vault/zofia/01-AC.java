import java.util.*;
import java.io.*;

public class Main {
    static HashMap<String, String> skarb = new HashMap<>();
    static HashMap<String, Long> ile = new HashMap<>();
    static ArrayList<String[]> dziennik = new ArrayList<>();
    static ArrayList<Integer> znaki = new ArrayList<>();

    static void licz(String w, long o) {
        if (w == null) return;
        long teraz = ile.containsKey(w) ? ile.get(w) : 0L;
        ile.put(w, teraz + o);
    }

    static void wpisz(String klucz, String w) {
        String stare = skarb.get(klucz);
        licz(stare, -1L);
        licz(w, 1L);
        if (w == null) {
            skarb.remove(klucz);
        } else {
            skarb.put(klucz, w);
        }
    }

    static void zapamietaj(String klucz) {
        if (!znaki.isEmpty()) {
            dziennik.add(new String[] {klucz, skarb.get(klucz)});
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringBuilder wynik = new StringBuilder();
        while (n-- > 0) {
            String[] s = in.readLine().trim().split("\\s+");
            String co = s[0];
            if (co.equals("put")) {
                zapamietaj(s[1]);
                wpisz(s[1], s[2]);
            } else if (co.equals("del")) {
                zapamietaj(s[1]);
                wpisz(s[1], null);
            } else if (co.equals("get")) {
                String w = skarb.get(s[1]);
                wynik.append(w == null ? "-" : w).append("\n");
            } else if (co.equals("count")) {
                Long x = ile.get(s[1]);
                wynik.append(x == null ? 0 : x).append("\n");
            } else if (co.equals("begin")) {
                znaki.add(dziennik.size());
            } else {
                if (znaki.isEmpty()) {
                    wynik.append("NONE\n");
                    continue;
                }
                int znak = znaki.remove(znaki.size() - 1);
                if (co.equals("undo")) {
                    int j = dziennik.size() - 1;
                    while (j >= znak) {
                        String[] wpis = dziennik.remove(j);
                        wpisz(wpis[0], wpis[1]);
                        j -= 1;
                    }
                }
            }
        }
        System.out.print(wynik);
    }
}
