import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Main {
    static Map<String, String> tresor = new HashMap<>();
    static Map<String, Integer> haeufigkeit = new HashMap<>();
    static List<String[]> protokoll = new ArrayList<>();
    static List<Integer> marken = new ArrayList<>();

    static void zaehle(String wert, int um) {
        if (wert == null) return;
        int bisher = haeufigkeit.containsKey(wert) ? haeufigkeit.get(wert) : 0;
        haeufigkeit.put(wert, bisher + um);
    }

    static void setze(String name, String wert) {
        String alt = tresor.get(name);
        zaehle(alt, -1);
        zaehle(wert, 1);
        if (wert == null) {
            tresor.remove(name);
        } else {
            tresor.put(name, wert);
        }
    }

    static void protokolliere(String name) {
        if (marken.size() > 0) {
            protokoll.add(new String[] {name, tresor.get(name)});
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        int anzahl = Integer.parseInt(br.readLine().trim());
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < anzahl; i++) {
            String[] teile = br.readLine().trim().split("\\s+");
            String befehl = teile[0];
            if (befehl.equals("put")) {
                protokolliere(teile[1]);
                setze(teile[1], teile[2]);
            } else if (befehl.equals("del")) {
                protokolliere(teile[1]);
                setze(teile[1], null);
            } else if (befehl.equals("get")) {
                String wert = tresor.get(teile[1]);
                sb.append(wert == null ? "-" : wert).append("\n");
            } else if (befehl.equals("count")) {
                Integer zahl = haeufigkeit.get(teile[1]);
                sb.append(zahl == null ? 0 : zahl).append("\n");
            } else if (befehl.equals("begin")) {
                marken.add(protokoll.size());
            } else {
                if (marken.size() == 0) {
                    sb.append("NONE\n");
                    continue;
                }
                int marke = marken.remove(marken.size() - 1);
                if (befehl.equals("undo")) {
                    // rückwärts bis zur Marke
                    for (int j = protokoll.size() - 1; j >= marke; j--) {
                        String[] eintrag = protokoll.remove(j);
                        setze(eintrag[0], eintrag[1]);
                    }
                }
            }
        }
        System.out.print(sb);
    }
}
