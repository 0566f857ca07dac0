import java.util.*;

public class Main {
    private static class Konzert {
        int start, ende, freude;
    }

    private static class Stand {
        final long freude;
        final int anzahl;

        Stand(long freude, int anzahl) {
            this.freude = freude;
            this.anzahl = anzahl;
        }

        boolean besserAls(Stand other) {
            if (freude == other.freude) return anzahl < other.anzahl;
            return freude > other.freude;
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int n = scanner.nextInt();
        int pause = scanner.nextInt();
        List<Konzert> konzerte = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Konzert k = new Konzert();
            k.start = scanner.nextInt();
            k.ende = scanner.nextInt();
            k.freude = scanner.nextInt();
            konzerte.add(k);
        }
        konzerte.sort(Comparator.comparingInt(k -> k.ende));

        // Schlüssel: ab wann man wieder frei ist
        TreeMap<Integer, Stand> frei = new TreeMap<>();
        frei.put(Integer.MIN_VALUE, new Stand(0, 0));
        for (Konzert k : konzerte) {
            Stand vorher = frei.floorEntry(k.start).getValue();
            Stand neu = new Stand(vorher.freude + k.freude, vorher.anzahl + 1);
            Stand letzter = frei.lastEntry().getValue();
            if (neu.besserAls(letzter)) {
                frei.put(k.ende + pause, neu);
            }
        }
        Stand ergebnis = frei.lastEntry().getValue();
        System.out.println(ergebnis.freude + " " + ergebnis.anzahl);
    }
}
