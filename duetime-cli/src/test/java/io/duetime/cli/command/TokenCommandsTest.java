package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandsTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void theFirstTokenIsMadeOnLoopbackAndNeededFromThenOn() throws Exception {
    Result made = shell.run("token", "create", "root", "--grant", "admin");
    assertThat(made.code()).as(made.err()).isZero();
    String root = made.out().strip();
    assertThat(root).startsWith("duetime_");

    Result refused = shell.run("queues");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).endsWith("(TOKEN_MISSING)\n");
    assertThat(shell.run("queues", "--token", root).code()).isZero();
    Path file = Files.writeString(folder.resolve("token"), root + "\n");
    assertThat(shell.run("queues", "--token-file", file.toString()).code()).isZero();
    assertThat(shell.run("queues", "--token-file", folder.resolve("no").toString()).err())
        .startsWith("duetime: --token-file: cannot read");
  }

  @Test
  void aTokenThatCannotBeSentIsRefusedWithoutBeingShown() throws Exception {
    String root = shell.run("token", "create", "root", "--grant", "admin").out().strip();
    Path file = Files.writeString(folder.resolve("token"), "\ufeff" + root + "\r\n");

    assertThat(shell.run("queues", "--token", root + "\r").code()).isZero();
    for (Result refused :
        List.of(
            shell.run("queues", "--token-file", file.toString()),
            shell.run("queues", "--token", root + "\u20ac"),
            shell.run("queues", "--token", root + " " + root))) {
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("visible ASCII characters").doesNotContain(root);
    }
  }

  @Test
  void tokensAreMadeListedChangedRotatedAndRevoked() {
    String root = shell.run("token", "create", "root", "--grant", "admin").out().strip();
    Result app =
        shell.run("token", "create", "app", "--grant", "produce,read=orders*", "--token", root);
    String secret = app.out().strip();

    assertThat(shell.run("put", "orders", "a", "x", "--token", secret).code()).isZero();
    assertThat(shell.run("put", "mail", "a", "x", "--token", secret).err())
        .contains("needs the role produce on the queue mail (FORBIDDEN)");
    assertThat(shell.run("token", "list", "--token", root).out())
        .contains("app", "read,produce=orders*", "never")
        .doesNotContain(secret);
    assertThat(shell.run("token", "change", "app", "--grant", "read", "--token", root).out())
        .isEqualTo("changed app\n");
    assertThat(shell.run("put", "orders", "b", "x", "--token", secret).code()).isEqualTo(1);
    String rotated = shell.run("token", "rotate", "app", "--token", root).out().strip();
    assertThat(shell.run("queues", "--token", secret).code()).isEqualTo(1);
    assertThat(shell.run("queues", "--token", rotated).code()).isZero();
    assertThat(shell.run("token", "revoke", "app", "--token", root).out())
        .isEqualTo("revoked app\n");
    assertThat(shell.run("token", "revoke", "app", "--token", root).code()).isEqualTo(1);
    assertThat(shell.run("queues", "--token", rotated).err()).endsWith("(TOKEN_INVALID)\n");
  }

  @Test
  void aBrokenGrantIsNamedByItsOption() {
    Result refused = shell.run("token", "create", "app", "--grant", "write");

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).startsWith("duetime: --grant is 'write'");
  }

  @Test
  void theFirstTokenCanBeMadeInAStoreBeforeItsServerStarts() {
    String store = "embedded:" + folder.resolve("data") + "?lowSpace=0&reserve=0";
    Result made = shell.run("token", "create", "root", "--grant", "admin", "--store", store);
    assertThat(made.code()).as(made.err()).isZero();

    try (DuetimeServer server =
        DuetimeServer.start(
            ServerSettings.builder().store(store).http(new HostPort("127.0.0.1", 0)).build(),
            shell.time())) {
      String url = "http://127.0.0.1:" + server.http().getPort();
      assertThat(shell.run("", url, false, "queues").code()).isEqualTo(1);
      assertThat(shell.run("", url, false, "queues", "--token", made.out().strip()).code())
          .isZero();
    }
  }
}
