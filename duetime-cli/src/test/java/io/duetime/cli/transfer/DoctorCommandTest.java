package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Duetime;
import io.duetime.cli.Main;
import io.duetime.cli.fixture.Shell;
import io.duetime.redis.fixture.RedisProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  @RegisterExtension final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void theServerIsAskedAboutItsStore() {
    Shell.Result ran = shell.run("doctor");

    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("WARNING  durability: ").contains("; to do: open embedded:");
  }

  @Test
  void aStoreThatForgetsAtItsEndIsAFailure() {
    Shell.Result ran = shell.run("doctor", "--store", RedisProcess.shared().uri());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("FAILURE  persistence of ", "OK       scripts of ");
  }

  @Test
  void aFindingIsPrintedAndNotAlsoLogged() throws Exception {
    Process doctor =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "doctor",
                "--store",
                RedisProcess.shared().uri())
            .redirectError(folder.resolve("doctor.err").toFile())
            .start();

    assertThat(doctor.inputReader().lines()).anyMatch(line -> line.startsWith("FAILURE  pers"));
    assertThat(folder.resolve("doctor.err")).isEmptyFile();
  }

  @Test
  void asJsonItIsWhatTheServerTells() {
    String direct = shell.run("doctor", "--json", "--store", RedisProcess.shared().uri()).out();
    String asked = shell.run("doctor", "--json").out();

    assertThat(direct).contains("\"engine\":\"redis\"", "\"verdict\":\"FAILURE\"");
    assertThat(asked).contains("\"engine\":\"memory\"", "\"verdict\":\"WARNING\"");
  }

  @Test
  void aFolderIsLookedAtAndNotMade() {
    Shell.Result none = shell.run("doctor", "--store", "embedded:" + folder.resolve("none"));
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("there is no store in ");
    assertThat(folder.resolve("none")).doesNotExist();

    String store = "embedded:" + folder.resolve("store");
    Duetime.open(store).close();
    Shell.Result ran = shell.run("doctor", "--store", store);

    assertThat(ran.code()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("OK       writing: ");
  }

  @Test
  void whoIsAskedIsSaidOnce() {
    Shell.Result ran = shell.run("doctor", "--store", "memory:", "--server", "http://127.0.0.1:1");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("--store is 'memory:'; allowed: only without --server");
  }

  @Test
  void aStoreThatDoesNotAnswerIsToldInOneLine() {
    Shell.Result ran = shell.run("doctor", "--store", "redis://127.0.0.1:1");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).startsWith("duetime: connecting to 127.0.0.1:1");
  }
}
