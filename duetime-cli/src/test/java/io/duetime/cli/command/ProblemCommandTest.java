package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProblemCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void withoutProblemsThereAreNone() {
    assertThat(shell.run("problems").out()).isEqualTo("no problems\n");
  }

  @Test
  void aNoteNeedsItsProblemAndATime() {
    assertThat(shell.run("problems", "dead:orders").code()).isEqualTo(2);
    assertThat(shell.run("problems", "--known-for", "1h").code()).isEqualTo(2);
    assertThat(shell.run("problems", "dead:orders", "--known-for", "1h").code()).isEqualTo(1);
    Result alone = shell.run("problems", "dead:orders", "--note", "why");
    assertThat(alone.code()).isEqualTo(2);
    assertThat(alone.err()).contains("--note only with --known-for or --known-until");
    assertThat(shell.run("problems", "dead:orders", "--not-known", "--note", "why").code())
        .isEqualTo(2);
  }

  @Test
  void theDoctorOfATokenThatMustNotReadSaysThatProblemsAreNotShown() {
    String root = shell.run("token", "create", "root", "--grant", "admin").out().strip();
    String app =
        shell.run("token", "create", "app", "--grant", "produce", "--token", root).out().strip();

    Result doctor = shell.run("doctor", "--token", app);

    assertThat(doctor.code()).isZero();
    assertThat(doctor.out()).contains("UNKNOWN  problems: not shown: ");
  }

  @Test
  @Tag("full")
  void aProblemIsListedWithWhatToDoAndNoted() {
    shell.run("put", "orders", "1", "x");
    shell.run("work", "orders", "--exec", "exit 3", "--bury-on", "3", "--max", "1");

    Result listed = shell.run("problems");
    while (listed.out().equals("no problems\n")) {
      listed = shell.run("problems");
    }
    Result noted = shell.run("problems", "dead:orders", "--known-for", "1h", "--note", "a deploy");

    assertThat(listed.out())
        .matches(
            """
            dead:orders since 20.*Z: 1 job is dead
              to do: duetime dead list orders \\(docs/runbook.md#duetimejobsdied\\)
            """);
    assertThat(noted.out()).matches("dead:orders .* \\(known until 20.*Z: a deploy\\)\n");
    assertThat(shell.run("doctor").out()).contains("PROBLEM  dead:orders since");
    assertThat(shell.run("rq", shell.url(), true, "top").out()).contains("dead:orders since");
  }
}
