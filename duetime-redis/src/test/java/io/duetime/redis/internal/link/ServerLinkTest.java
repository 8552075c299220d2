package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.failureOf;
import static io.duetime.redis.internal.link.Answers.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ServerLinkTest {
  private static final RedisProcess REDIS = RedisProcess.shared();
  private static final Script PUT = TestScripts.load("put");
  private static final Script GET = TestScripts.load("get");

  private static RedisLink link;

  @BeforeAll
  static void open() {
    link = LettuceLink.open(Address.server("127.0.0.1", REDIS.port()), LinkSettings.DEFAULT);
  }

  @AfterAll
  static void close() {
    link.close();
  }

  @Test
  void aScriptRunsWithItsKeysAndArguments() {
    byte[][] keys = Bytes.freshKeys();

    assertThat(to(link.run(PUT, keys, Bytes.of("one")))).isEqualTo(Arrays.asList(null, 1L));
    assertThat(to(link.run(PUT, keys, Bytes.of("two")))).isEqualTo(List.of("one", 2L));
    assertThat(to(link.run(GET, keys, Bytes.of()))).isEqualTo("two");
  }

  @Test
  void aScriptThatTheServerHasForgottenIsSentAgain() {
    byte[][] keys = Bytes.freshKeys();
    to(link.run(PUT, keys, Bytes.of("one")));

    REDIS.call("SCRIPT", "FLUSH");

    assertThat(to(link.run(PUT, keys, Bytes.of("two")))).isEqualTo(List.of("one", 2L));
    assertThat(REDIS.call("SCRIPT", "EXISTS", PUT.sha1())).isEqualTo("1");
  }

  @Test
  void repliesOfEveryShapeComeAsTheyAre() {
    Object reply = to(link.run(TestScripts.load("shapes"), Bytes.freshKeys(), Bytes.of()));

    assertThat(reply)
        .isEqualTo(
            Arrays.asList(
                1L, "two", List.of("three", List.of(), Arrays.asList(4L, null)), null, "FIVE"));
  }

  @Test
  void manyCallsAtOnceAreAnsweredEachWithItsOwn() {
    byte[][] keys = Bytes.freshKeys();
    List<CompletionStage<Object>> calls = new ArrayList<>();
    for (int i = 1; i <= 1_000; i++) {
      calls.add(link.run(PUT, keys, Bytes.of(Integer.toString(i))));
    }

    for (int i = 2; i <= 1_000; i++) {
      assertThat(to(calls.get(i - 1))).isEqualTo(List.of(Integer.toString(i - 1), (long) i));
    }
  }

  @Test
  void plainCommandsReadAndAsk() {
    byte[][] keys = Bytes.freshKeys();
    to(link.run(PUT, keys, Bytes.of("value")));

    assertThat(to(link.read("GETRANGE", keys[0], Bytes.of("1", "2")))).isEqualTo("al");
    assertThat(to(link.ask(link.nodeOf(keys[0]), "PING"))).isEqualTo("PONG");
    assertThat(link.nodes()).containsExactly(link.nodeOf(keys[0]));
  }

  @Test
  void anErrorThatAScriptAnswersItselfKeepsItsCode() {
    Throwable failure = failureOf(run("refuse", "DTABSENT no such shard"));

    assertThat(failure)
        .isInstanceOfSatisfying(
            ScriptErrorException.class, error -> assertThat(error.code()).isEqualTo("DTABSENT"))
        .hasMessage("DTABSENT no such shard");
  }

  @Test
  void errorsOfTheStoreComeInOurWords() {
    assertThat(failureOf(run("refuse", "OOM command not allowed")))
        .isInstanceOf(RetryableException.class)
        .returns(ErrorCode.STORE_FULL, ServerLinkTest::code);
    assertThat(failureOf(run("refuse", "NOPERM not you")))
        .isInstanceOf(StoreFailureException.class)
        .returns(ErrorCode.STORE_REFUSED, ServerLinkTest::code);
    assertThat(failureOf(run("refuse", "WRONGTYPE not so")))
        .isInstanceOf(StoreFailureException.class)
        .returns(ErrorCode.STORE_DAMAGED, ServerLinkTest::code);
    assertThat(failureOf(run("refuse", "MISCONF disk")))
        .isInstanceOf(RetryableException.class)
        .returns(ErrorCode.STORE_UNAVAILABLE, ServerLinkTest::code);
    assertThat(failureOf(run("refuse", "ERR what")))
        .isInstanceOf(StoreFailureException.class)
        .returns(ErrorCode.INTERNAL, ServerLinkTest::code)
        .hasMessageContaining("refuse");
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    int port = RedisProcess.freePort();

    assertThatThrownBy(
            () -> LettuceLink.open(Address.server("127.0.0.1", port), LinkSettings.DEFAULT).close())
        .isInstanceOf(RetryableException.class)
        .hasMessageContaining("127.0.0.1:" + port);
  }

  @Test
  void afterItsEndALinkFailsAtOnceAndMayBeClosedAgain() {
    RedisLink other =
        LettuceLink.open(Address.server("127.0.0.1", REDIS.port()), LinkSettings.DEFAULT);
    other.close();
    other.close();

    assertThat(failureOf(other.run(GET, Bytes.freshKeys(), Bytes.of())))
        .isInstanceOf(RetryableException.class)
        .hasMessageContaining("closed");
  }

  private static CompletionStage<Object> run(String script, String argument) {
    return link.run(TestScripts.load(script), Bytes.freshKeys(), Bytes.of(argument));
  }

  private static ErrorCode code(Throwable failure) {
    return ((DuetimeException) failure).code();
  }
}
