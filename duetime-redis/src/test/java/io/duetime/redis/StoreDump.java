package io.duetime.redis;

import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of a store as lines of text: type, key without the store's prefix, then field and value,
 * or score and member; bytes in hexadecimal.
 */
final class StoreDump {
  private static final String HEX =
      "local function hex(s) return (s:gsub('.', function(c) return string.format('%02x',"
          + " c:byte()) end)) end ";
  private static final String TO_LINES =
      HEX
          + "local lines, kind = {}, redis.call('TYPE', KEYS[1]).ok "
          + "local all = kind == 'hash' and redis.call('HGETALL', KEYS[1]) "
          + "or kind == 'zset' and redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES') "
          + "or { '', redis.call('GET', KEYS[1]) } "
          + "for i = 1, #all, 2 do lines[#lines + 1] = kind .. ' ' .. ARGV[1] .. ' ' "
          + "  .. hex(all[i]) .. '-' .. hex(all[i + 1]) end "
          + "return lines";
  private static final String FROM_LINE =
      "local function text(h) return (h:gsub('..', function(c) return"
          + " string.char(tonumber(c, 16)) end)) end "
          + "local a, b = text(ARGV[2]), text(ARGV[3]) "
          + "if ARGV[1] == 'hash' then return redis.call('HSET', KEYS[1], a, b) end "
          + "if ARGV[1] == 'zset' then return redis.call('ZADD', KEYS[1], b, a) end "
          + "return redis.call('SET', KEYS[1], b)";

  private StoreDump() {}

  /** All keys of a prefix. */
  static List<String> of(String prefix) {
    return TestStores.SERVER
        .call("KEYS", prefix + ":*")
        .lines()
        .sorted()
        .flatMap(key -> lines(key, key.substring(prefix.length())))
        .toList();
  }

  private static Stream<String> lines(String key, String name) {
    return TestStores.SERVER.call("EVAL", TO_LINES, "1", key, name).lines().sorted();
  }

  /** Writes them under a prefix. */
  static void restore(String prefix, Stream<String> lines) {
    lines.forEach(line -> {
      String[] part = line.split(" ", -1);
      String[] bytes = part[2].split("-", -1);
      TestStores.SERVER.call("EVAL", FROM_LINE, "1", prefix + part[1], part[0], bytes[0], bytes[1]);
    });
  }
}
