package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The beanstalkd protocol at a Unix socket. */
class UnixSocketTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("duetime.sock");
  }

  private DuetimeServer start() {
    ServerSettings settings =
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(
                Setting.BEANSTALKD,
                BeanstalkdAddress.parse("beanstalkd", "127.0.0.1:0,unix:" + file))
            .build();
    return DuetimeServer.over(new MemoryEngine(time), settings, time);
  }

  private static String ask(Path socket, String line) throws IOException {
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      client.write(ByteBuffer.wrap((line + "\r\n").getBytes(StandardCharsets.US_ASCII)));
      client.shutdownOutput();
      ByteBuffer answer = ByteBuffer.allocate(100);
      while (client.read(answer) >= 0) {
        // Until the server closes the connection.
      }
      return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aSocketAnswersOnlyItsUserAndIsRemovedAtTheEnd() throws IOException {
    try (DuetimeServer server = start()) {
      assertThat(server.beanstalkdAddresses())
          .extracting(BeanstalkdAddress::toString)
          .contains("unix:" + file);
      assertThat(server.beanstalkd()).hasSize(1);
      assertThat(ask(file, "put 1 0 60 1\r\na")).isEqualTo("INSERTED 1\r\n");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }

    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aSocketThatAKilledServerLeftIsReplaced() throws IOException {
    ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    killed.bind(UnixDomainSocketAddress.of(file));
    killed.close();
    assertThat(file).exists();

    try (DuetimeServer server = start()) {
      assertThat(server.beanstalkdAddresses()).hasSize(2);
      assertThat(ask(file, "use a")).isEqualTo("USING a\r\n");
    }
  }

  @Test
  void aSocketThatAnotherServerListensAtIsKept() throws IOException {
    try (DuetimeServer server = start()) {
      assertThatThrownBy(this::start)
          .hasMessageContaining("cannot listen on unix:" + file)
          .hasMessageContaining("another process listens there");

      assertThat(server.beanstalkdAddresses()).hasSize(2);
      assertThat(ask(file, "use a")).isEqualTo("USING a\r\n");
    }
  }

  @Test
  void aFileThatIsNoSocketIsKept() throws IOException {
    Files.writeString(file, "mine");

    assertThatThrownBy(this::start).hasMessageContaining("it is no socket");

    assertThat(file).hasContent("mine");
  }

  @Test
  void anAddressIsReadAndWritten() {
    List<BeanstalkdAddress> read =
        BeanstalkdAddress.parse("beanstalkd", "unix:/run/a.sock=mailer, [::1]:11300");

    assertThat(read).extracting(BeanstalkdAddress::token).containsExactly("mailer", null);
    assertThat(read)
        .extracting(BeanstalkdAddress::toString)
        .containsExactly("unix:/run/a.sock=mailer", "[::1]:11300");
    assertThatThrownBy(() -> BeanstalkdAddress.parse("beanstalkd", "unix:"))
        .hasMessageContaining("unix:FILE");
  }
}
