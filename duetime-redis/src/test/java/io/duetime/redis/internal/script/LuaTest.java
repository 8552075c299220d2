package io.duetime.redis.internal.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.script.Scripts.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LuaTest {
  private static final Path SCRIPTS = TestScripts.ENGINE;

  @ParameterizedTest
  @EnumSource(Time.class)
  void noScriptBreaksARule(Time time) {
    Scripts scripts = new Scripts(time);

    assertThat(TestScripts.namesOfEngine())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(LuaRules.broken(scripts.get(name).text())).isEmpty());
    assertThat(Scripts.DURABLE)
        .allSatisfy(name -> assertThat(LuaRules.broken(scripts.marked(name).text())).isEmpty());
  }

  @Test
  void everyScriptHasAContractAndIsShort() {
    assertThat(TestScripts.namesOfEngine())
        .allSatisfy(name -> {
          String source = source(SCRIPTS.resolve(name + ".lua"));
          assertThat(LuaRules.missingInHeader(source)).isEmpty();
          assertThat(source.lines().count()).isLessThanOrEqualTo(LuaRules.SCRIPT_LINES);
        });
  }

  @Test
  void everyIncludeIsShort() {
    Path includes = SCRIPTS.resolve("include");

    assertThat(TestScripts.names(includes))
        .allSatisfy(name ->
            assertThat(source(includes.resolve(name + ".lua")).lines().count())
                .isLessThanOrEqualTo(LuaRules.INCLUDE_LINES));
  }

  @Test
  void whatIsRightIsNotComplainedAbout() {
    String good =
        """
        local K_jobs = KEYS[1]
        local K_due = KEYS[2]
        -- redis.call(anything)
        redis.call('TIME')
        redis.call('HSET', K_jobs, 'a', 1)
        redis.pcall('ZADD', K_due, 1, 'a')
        redis.call('HLEN', late and K_due or K_jobs)
        local function length(key) return redis.call('HLEN', key) end
        redis.call('PUBLISH', ARGV[1], '')
        if #ids < most and #ARGV[4] <= #ARGV[2] and tonumber(ARGV[3]) > fence and is_before(a.id, b.id) then return end
        table.sort(found, function(a, b) return a.moment < b.moment end)
        local at = struct.pack('>I6', now)
        """;

    assertThat(LuaRules.broken(good)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis.call(command, K_a)",
        "redis.call(ARGV[1])",
        "redis.call('get', K_a)",
        "local call = redis.call",
        "redis['call']('GET', K_a)",
        "redis.call('KEYS', K_a)",
        "redis.call('CONFIG', 'GET')",
        "redis.call('GET', ARGV[1])",
        "redis.call('GET', K_other)",
        "redis.call('GET', 'literal')",
        "redis.call('GET', key)",
        "redis.call('GET', 'a' and K_a or K_a)",
        "local K_b = ARGV[1]",
        "K_a = 'other'",
        "local K_a, b = 'other'",
        "return K_other == nil",
        "return a.id < b.id",
        "return due == other.due and id >= other_id",
        "return ids[i] < last",
        "return 'm' <= kind",
        "return n > ARGV[3]",
        "table.sort(ids)"
      })
  void everyBreachIsNoticed(String line) {
    assertThat(LuaRules.broken("local K_a = KEYS[1]\n" + line + "\n")).isNotEmpty();
  }

  @Test
  void aMissingLineOfTheHeaderIsNoticed() {
    assertThat(LuaRules.missingInHeader("-- keys: 1\n-- reply: 1\nreturn 1\n-- bounds: late\n"))
        .containsExactly("-- arguments:", "-- bounds:");
  }

  private static String source(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
