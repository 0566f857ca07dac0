import java.io.*;
import java.util.*;

public class Main {
    static class State {
        HashMap<String, String> map = new HashMap();
        State copy() { State s = new State(); s.map.putAll(map); return s }
    }
    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        int q = Integer.parseInt(br.readLine());
    }
}
