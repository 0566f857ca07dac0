import java.util.*;
import java.util.function.*;

public class Main {
    /** A linked list of versions per key; each remembers which level wrote it. */
    record Version(int level, Optional<String> value, Version older) {}

    final Map<String, Version> newest = new HashMap<>();
    final Map<String, Set<String>> owners = new HashMap<>();
    final ArrayList<Set<String>> dirty = new ArrayList<>(List.of(new HashSet<>()));
    final Map<String, Consumer<Scanner>> commands = new LinkedHashMap<>();

    Main() {
        commands.put("put", s -> write(s.next(), Optional.of(s.next())));
        commands.put("del", s -> write(s.next(), Optional.empty()));
        commands.put("get", s -> System.out.println(read(s.next()).orElse("-")));
        commands.put("count", s -> System.out.println(owners.getOrDefault(s.next(), Set.of()).size()));
        commands.put("begin", s -> dirty.add(new HashSet<>()));
        commands.put("undo", s -> leave(k -> newest.compute(k, (name, v) -> v.older())));
        commands.put("keep", s -> leave(k -> newest.compute(k, (name, v) -> lowered(v))));
    }

    Optional<String> read(String key) {
        Version v = newest.get(key);
        return v == null ? Optional.empty() : v.value();
    }

    Version lowered(Version v) {
        int level = v.level() - 1;
        dirty.get(level); // must exist
        Version below = v.older();
        return new Version(level, v.value(), below != null && below.level() == level ? below.older() : below);
    }

    void reindex(String key, Runnable action) {
        read(key).ifPresent(v -> owners.get(v).remove(key));
        action.run();
        read(key).ifPresent(v -> owners.computeIfAbsent(v, x -> new HashSet<>()).add(key));
    }

    void write(String key, Optional<String> value) {
        int level = dirty.size() - 1;
        reindex(key, () -> newest.merge(key, new Version(level, value, null), (old, fresh) ->
            new Version(level, value, old.level() == level ? old.older() : old)));
        dirty.get(level).add(key);
    }

    void leave(Consumer<String> each) {
        if (dirty.size() == 1) {
            System.out.println("NONE");
            return;
        }
        Set<String> keys = dirty.remove(dirty.size() - 1);
        for (String key : keys) reindex(key, () -> each.accept(key));
        dirty.get(dirty.size() - 1).addAll(keys);
        dirty.get(dirty.size() - 1).removeIf(k -> newest.get(k) == null || newest.get(k).level() < dirty.size() - 1);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Main vault = new Main();
        int q = in.nextInt();
        while (q-- > 0) vault.commands.get(in.next()).accept(in);
    }
}
