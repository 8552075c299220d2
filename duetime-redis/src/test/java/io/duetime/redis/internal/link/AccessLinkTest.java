package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.failureOf;
import static io.duetime.redis.internal.link.Answers.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.redis.fixture.FaultProxy;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.TlsDoor;
import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is let in, and how. */
@Tag("full")
class AccessLinkTest {
  private static final Script PUT = TestScripts.load("put");
  private static final Script GET = TestScripts.load("get");

  private static RedisProcess redis;

  @BeforeAll
  static void start() {
    redis = RedisProcess.start();
    redis.call("ACL", "SETUSER", "jobs", "on", ">secret", "~{*", "&*", "+@all");
    redis.call("ACL", "SETUSER", "reader", "on", ">secret", "~{*", "&*", "+@read", "+evalsha");
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void aUserIsLetInByThePassword() {
    try (RedisLink link = open("jobs", "secret", redis.port())) {
      assertThat(to(link.run(PUT, Bytes.freshKeys(), Bytes.of("one"))))
          .isEqualTo(Arrays.asList(null, 1L));
      assertThatThrownBy(() -> to(link.read("GET", Bytes.one("elsewhere"))))
          .cause()
          .isInstanceOfSatisfying(StoreFailureException.class, AccessLinkTest::isRefused);
    }
  }

  @Test
  void aWrongPasswordIsNoReasonToTryAgain() {
    assertThatThrownBy(() -> open("jobs", "wrong", redis.port()).close())
        .isInstanceOfSatisfying(StoreFailureException.class, AccessLinkTest::isRefused)
        .hasMessageNotContaining("wrong ");
  }

  @Test
  void aConnectionThatIsClosedWithoutAReasonIsTriedAgain() {
    try (FaultProxy proxy = FaultProxy.before(redis.port())) {
      proxy.cutAfter(1);

      assertThatThrownBy(() -> open("jobs", "wrong", proxy.port()).close())
          .isInstanceOfSatisfying(StoreFailureException.class, AccessLinkTest::isRefused);
    }
  }

  @Test
  void whatAUserMayNotDoIsRefused() {
    try (RedisLink link = open("reader", "secret", redis.port())) {
      assertThat(failureOf(link.run(PUT, Bytes.freshKeys(), Bytes.of("one"))))
          .isInstanceOfSatisfying(StoreFailureException.class, AccessLinkTest::isRefused);
    }
  }

  @Test
  void anEncryptedConnectionTrustsTheAuthorityItWasGiven() {
    try (TlsDoor door = TlsDoor.before(redis.port());
        RedisLink link =
            encrypted(
                new Certificates(
                    Optional.of(door.certificate()), Optional.empty(), Optional.empty()),
                door.port())) {
      assertThat(to(link.run(PUT, Bytes.freshKeys(), Bytes.of("one"))))
          .isEqualTo(Arrays.asList(null, 1L));
    }
  }

  @Test
  void anUntrustedCertificateIsRefused() {
    try (TlsDoor door = TlsDoor.before(redis.port())) {
      assertThatThrownBy(() -> encrypted(Certificates.NONE, door.port()).close())
          .hasMessageContaining("127.0.0.1:" + door.port());
    }
  }

  @Test
  void aGivenClientIsUsedAndStaysOpen() {
    RedisClient client = RedisClient.create("redis://jobs:secret@127.0.0.1:" + redis.port());
    byte[][] keys = Bytes.freshKeys();
    try {
      RedisLink link = LettuceLink.on(client, LinkSettings.DEFAULT);
      to(link.run(PUT, keys, Bytes.of("one")));
      redis.call("CLIENT", "KILL", "TYPE", "normal");
      Object reply = to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()));
      link.close();

      assertThat(reply).isEqualTo("one");
      assertThat(client.connect().sync().ping()).isEqualTo("PONG");
    } finally {
      client.shutdown();
    }
  }

  private static void isRefused(StoreFailureException failure) {
    assertThat(failure.code()).isEqualTo(ErrorCode.STORE_REFUSED);
  }

  private static RedisLink open(String user, String password, int port) {
    return open(uri(user, password, port), Certificates.NONE);
  }

  private static RedisLink encrypted(Certificates certificates, int port) {
    RedisURI uri = uri("jobs", "secret", port);
    uri.setSsl(true);
    uri.setVerifyPeer(SslVerifyMode.FULL);
    return open(uri, certificates);
  }

  private static RedisURI uri(String user, String password, int port) {
    return RedisURI.Builder.redis("127.0.0.1", port).withAuthentication(user, password).build();
  }

  private static RedisLink open(RedisURI uri, Certificates certificates) {
    return LettuceLink.open(
        new Address(Kind.SERVER, List.of(uri), certificates), LinkSettings.DEFAULT);
  }
}
