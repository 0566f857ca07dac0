import java.util.*;

public class Main {
    static class Feld {
        int zeile, spalte, bretter;

        Feld(int zeile, int spalte, int bretter) {
            this.zeile = zeile;
            this.spalte = spalte;
            this.bretter = bretter;
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int hoehe = scanner.nextInt();
        int breite = scanner.nextInt();
        int vorrat = scanner.nextInt();
        String[] karte = new String[hoehe];
        Queue<Feld> schlange = new LinkedList<>();
        for (int i = 0; i < hoehe; i++) {
            karte[i] = scanner.next();
            int s = karte[i].indexOf('S');
            if (s >= 0) schlange.add(new Feld(i, s, vorrat));
        }
        boolean[][][] besucht = new boolean[hoehe][breite][vorrat + 1];
        int schritte = 0;
        while (!schlange.isEmpty()) {
            int anzahl = schlange.size();
            for (int i = 0; i < anzahl; i++) {
                Feld f = schlange.remove();
                if (f.zeile < 0 || f.spalte < 0 || f.zeile == hoehe || f.spalte == breite) continue;
                char c = karte[f.zeile].charAt(f.spalte);
                if (c == '#') continue;
                if (c == '~') f.bretter--;
                if (f.bretter < 0 || besucht[f.zeile][f.spalte][f.bretter]) continue;
                besucht[f.zeile][f.spalte][f.bretter] = true;
                if (c == 'T') {
                    System.out.println(schritte);
                    return;
                }
                schlange.add(new Feld(f.zeile + 1, f.spalte, f.bretter));
                schlange.add(new Feld(f.zeile - 1, f.spalte, f.bretter));
                schlange.add(new Feld(f.zeile, f.spalte + 1, f.bretter));
                schlange.add(new Feld(f.zeile, f.spalte - 1, f.bretter));
            }
            schritte++;
        }
        System.out.println(-1);
    }
}
