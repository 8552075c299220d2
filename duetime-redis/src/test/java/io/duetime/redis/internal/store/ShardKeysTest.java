package io.duetime.redis.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.Scripts;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardKeysTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*) \\| (hash|sorted set)s? \\|");
  private static final Pattern NAME = Pattern.compile("\\w+");

  @Test
  void theTypesOfAShardsKeysAreThoseOfTheLayout() throws IOException {
    Path here = Path.of("docs");
    Path docs = Files.isDirectory(here) ? here : Path.of("..").resolve(here);
    Map<String, String> written = new TreeMap<>();
    Map<String, String> known = new TreeMap<>();
    Matcher rows = ROW.matcher(Files.readString(docs.resolve("formats/redis.md")));
    while (rows.find()) {
      String type = rows.group(2).equals("hash") ? "hash" : "zset";
      NAME.matcher(rows.group(1))
          .results()
          .map(MatchResult::group)
          .forEach(name -> {
            written.put(name, type);
            known.put(name, ShardKeys.typeOf(name));
          });
    }

    assertThat(written).hasSizeGreaterThan(20);
    assertThat(known).isEqualTo(written);
  }

  @Test
  void aScriptGetsTheKeysThatItDeclaresOfEachShard() {
    StoreKeys keys = new StoreKeys("p");
    Scripts scripts = new Scripts(Scripts.Time.STORE);
    ShardKeys home = keys.shard("q", ShardId.ONLY);
    ShardKeys other = keys.shard("q", new ShardId(2, 1));
    Script find = scripts.get("find");

    for (int time = 1; time <= 2; time++) {
      assertThat(texts(keys.of(home, find)))
          .isEqualTo(find.keys().stream().map(name -> "p:{q}:" + name).toList());
      assertThat(texts(keys.of(other, find)))
          .isEqualTo(find.keys().stream().map(name -> "p:{q@2.1}:" + name).toList());
      assertThat(texts(keys.of(home, scripts.get("counts"))))
          .hasSize(scripts.get("counts").keys().size());
    }
  }

  private static List<String> texts(byte[][] keys) {
    return Stream.of(keys).map(key -> new String(key, StandardCharsets.UTF_8)).toList();
  }
}
