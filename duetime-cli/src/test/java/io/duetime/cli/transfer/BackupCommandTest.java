package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BackupCommandTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void aServerOnTheBackupHasWhatTheOtherHad() {
    String backup = folder.resolve("backup").toString();
    try (DuetimeServer store = server("store")) {
      String url = url(store);
      shell.run("", url, false, "put", "q", "a", "x", "--delay", "1h");

      Result ran = shell.run("", url, false, "backup", backup);

      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out()).isEqualTo("backed up to " + backup + "\n");
      assertThat(shell.run("", url, false, "backup", backup).err())
          .startsWith("duetime: folder is '")
          .endsWith("a folder that does not exist yet, or an empty one (INVALID)\n");
      assertThat(shell.run("", url, false, "backup", "/dev/null/backup"))
          .isEqualTo(
              new Result(
                  2,
                  "",
                  "duetime: folder is '/dev/null/backup'; allowed: a folder that this process may"
                      + " write to (INVALID)\n"));
    }
    try (DuetimeServer copy = server("backup")) {
      assertThat(shell.run("", url(copy), false, "show", "q", "a").code()).isZero();
    }
  }

  @Test
  void aStoreInMemoryHasNothingToCopy() {
    Result ran = shell.run("backup", folder.resolve("backup").toString());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("store is 'memory'").endsWith("(UNSUPPORTED)\n");
  }

  private DuetimeServer server(String name) {
    return DuetimeServer.start(
        ServerSettings.builder()
            .store("embedded:" + folder.resolve(name) + "?lowSpace=0&reserve=0")
            .http(new HostPort("127.0.0.1", 0))
            .build(),
        shell.time());
  }

  private static String url(DuetimeServer server) {
    return "http://127.0.0.1:" + server.http().getPort();
  }
}
