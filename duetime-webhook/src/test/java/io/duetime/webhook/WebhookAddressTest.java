package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.TargetSettings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only addresses that were checked are called, under the name of the URL. */
class WebhookAddressTest extends WebhookTest {
  @TempDir Path folder;

  private final BlockingQueue<String> hosts = new LinkedBlockingQueue<>();

  private int listening(HttpServerOptions options) {
    return listen(
        options.setPort(0),
        request -> {
          hosts.add(request.getHeader("host"));
          request.response().end();
        });
  }

  private int listening() {
    return listening(new HttpServerOptions().setHost("127.0.0.1"));
  }

  private PublishFailure refused(Publisher publisher) {
    PublishFailure failure = failure(publisher.publish(job("a")));
    assertThat(failure.kind()).as(failure.reason()).isEqualTo(Kind.REFUSED);
    assertThat(hosts).isEmpty();
    return failure;
  }

  @Test
  void aNameWithAPrivateAddressIsNotCalled() {
    int port = listening();
    Publisher publisher = publisher("url", "http://shop.example:" + port, "allowPrivate", "false");

    assertThat(refused(publisher).reason())
        .isEqualTo(
            "the host shop.example has the address 127.0.0.1, which is not public;"
                + " see allowPrivate, and private-ranges of a server");
  }

  @Test
  void anAddressThatIsNotAllowedIsOneOfTheDestinationAndKnownWithoutAMessage() {
    int port = listening();
    Publisher forbidden = publisher("url", "http://shop.example:" + port, "allowPrivate", "false");
    Publisher allowed = publisher("url", "http://shop.example:" + port);

    assertThat(refused(forbidden).isOfDestination()).isTrue();
    assertThat(failure(forbidden.lookUp()).isOfDestination()).isTrue();
    confirmed(allowed.lookUp());
    resolver = host -> List.of();
    assertThat(failure(allowed.lookUp()).kind()).isEqualTo(Kind.NOT_SENT);
    assertThat(hosts).isEmpty();
  }

  @Test
  void oneAddressThatIsNotAllowedRefusesTheName() {
    int port = listening();
    resolver = host -> List.of(address("127.0.0.1"), address("10.0.0.1"));

    assertThat(refused(publisher("url", "http://shop.example:" + port)).reason())
        .contains("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "localhost"})
  void privateAddressesInTheUrlAreNotCalled(String host) {
    int port = listening();
    try (WebhookTarget target =
        (WebhookTarget)
            new WebhookTargetProvider()
                .open(new TargetSettings("main", Map.of("url", "http://" + host + ":" + port)))) {
      PublishFailure failure = refused(target.publisher(Map.of()));
      assertThat(failure.reason()).contains("which is not public");
    }
  }

  @Test
  void anAddressThatChangesAfterTheCheckIsCheckedAgain() {
    int port = listening();
    Queue<InetAddress> answers =
        new ArrayDeque<>(List.of(address("127.0.0.1"), address("10.0.0.1")));
    resolver = host -> List.of(answers.remove());
    Publisher publisher = publisher("url", "http://shop.example:" + port);

    confirmed(publisher.publish(job("a")));
    PublishFailure failure = failure(publisher.publish(job("b")));

    assertThat(failure.reason()).contains("10.0.0.1");
    assertThat(hosts).hasSize(1);
    assertThat(lookups).hasSize(2);
  }

  @Test
  void theNextAddressIsTriedIfOneCannotBeReached() {
    int port = listening();
    resolver = host -> List.of(address("127.0.0.2"), address("127.0.0.1"));

    confirmed(publisher("url", "http://shop.example:" + port).publish(job("a")));

    assertThat(hosts).containsExactly("shop.example:" + port);
  }

  @Test
  void aNameWithoutAnAddressIsNotSent() {
    resolver =
        host -> {
          throw new CompletionException(new UnknownHostException(host));
        };

    assertFailure(
        failure(publisher("url", "http://shop.example").publish(job("a"))),
        Kind.NOT_SENT,
        true,
        "the host shop.example has no address");
  }

  @Test
  void anAddressOfIpv6InTheUrlIsCalled() {
    int port = listening(new HttpServerOptions().setHost("::1"));
    resolver = host -> List.of(address(host));

    confirmed(publisher("url", "http://[::1]:" + port + "/hooks").publish(job("a")));

    assertThat(hosts).containsExactly("[::1]:" + port);
  }

  private int encrypted(String name) throws Exception {
    Certificates certificates = new Certificates(folder);
    certificates.make(name);
    return listening(
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .setCertPath(certificates.certificate().toString())
                    .setKeyPath(certificates.key().toString())));
  }

  @Test
  void aCertificateIsCheckedAgainstTheNameInTheUrl() throws Exception {
    int port = encrypted("shop.example");
    String ca = folder.resolve("server.crt").toString();

    confirmed(publisher("url", "https://shop.example:" + port, "caFile", ca).publish(job("a")));

    assertThat(hosts.take()).isEqualTo("shop.example:" + port);
    assertFailure(
        failure(publisher("url", "https://other.example:" + port, "caFile", ca).publish(job("b"))),
        Kind.NOT_SENT,
        true,
        "no connection to https://other.example:" + port + "/: ");
  }

  @Test
  void aCertificateThatNoAuthorityHasSignedIsNotTrusted() throws Exception {
    int port = encrypted("shop.example");

    assertFailure(
        failure(publisher("url", "https://shop.example:" + port).publish(job("a"))),
        Kind.NOT_SENT,
        true,
        "no connection to https://shop.example:" + port + "/: ");
    assertThat(hosts).isEmpty();
  }
}
