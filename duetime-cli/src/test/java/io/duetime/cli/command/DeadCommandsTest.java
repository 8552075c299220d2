package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeadCommandsTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void deadJobsAreListedWithWhatTheyDiedOf() {
    bury("a", "no such order");
    bury("b", "bank is closed");
    shell.run("put", "q", "waiting", "x");

    Result list = shell.run("dead", "list", "q");

    assertThat(list.code()).isZero();
    assertThat(list.out().lines().findFirst().orElseThrow())
        .matches("ID +DIED +REASON +ATTEMPT +ERROR");
    assertThat(list.out().lines().skip(1))
        .hasSize(2)
        .anyMatch(line -> line.matches("a +20\\S+Z +BURIED +1 +exit 65: no such order"))
        .anyMatch(line -> line.matches("b +20\\S+Z +BURIED +1 +exit 65: bank is closed"));
    assertThat(shell.run("dead", "list", "q", "--reason", "EXPIRED").out().lines()).hasSize(1);
    assertThat(shell.run("dead", "list", "q", "--to", "2026-01-01T00:00:00Z").out().lines())
        .hasSize(1);
  }

  @Test
  void aListOfDeadJobsSaysWhenThereIsMoreAndIsJsonALine() {
    bury("a", "x");
    bury("b", "x");

    assertThat(shell.run("dead", "list", "q", "--limit", "1").err()).contains("There are more");
    assertThat(shell.run("dead", "list", "q", "--json").out().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"queue\":\"q\",\"id\":"));
  }

  @Test
  void textsOfOthersDoNotCommandTheTerminal() {
    String command = "\u001b]0;OWNED\u0007\u001b[2J\u009b31m\u202egnp.exe";
    String escaped = "\\u001B]0;OWNED\\u0007\\u001B[2J\\u009B31m\\u202Egnp.exe";
    bury("a", command);

    for (String[] words :
        new String[][] {
          {"dead", "list", "q"},
          {"dead", "list", "q", "--group-by", "reason"},
          {"dead", "list", "q", "--json"},
          {"show", "q", "a"},
          {"show", "q", "a", "--json"},
          {"explain", "q", "a"}
        }) {
      Result shown = shell.run("", shell.url(), true, words);

      assertThat(shown.out()).doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
      assertThat(shown.out()).contains("\\u001B[2J\\u009B31m\\u202Egnp.exe");
    }
    shell.run("put", "q", "b", "x\nstate          DONE" + command);
    assertThat(shell.run("show", "q", "b").out())
        .contains("\n               state          DONE" + escaped);
  }

  @Test
  void deadJobsAreCountedByReason() {
    bury("a", "no such order");
    bury("b", "no such order");

    Result groups = shell.run("dead", "list", "q", "--group-by", "reason");

    assertThat(groups.out().lines().skip(1))
        .singleElement()
        .asString()
        .matches(" +2 +BURIED +20\\S+Z +20\\S+Z +a +exit 65: no such order");
    assertThat(shell.run("dead", "list", "q", "--group-by", "reason", "--json").out())
        .startsWith("{\"groups\":[{\"reason\":\"BURIED\"");
    assertThat(shell.run("dead", "list", "q", "--group-by", "reason", "--limit", "5").err())
        .startsWith("duetime: --limit is '5'; allowed: only without --group-by");
    assertThat(shell.run("dead", "list", "q", "--group-by", "tag").err())
        .startsWith("duetime: --group-by is 'tag'; allowed: reason");
  }

  @Test
  void deadJobsAreRedrivenByIdFilterOrAllOfThem() {
    bury("a", "x");
    bury("b", "x");
    bury("c", "x");
    bury("d", "x");

    assertThat(shell.run("dead", "redrive", "q", "--dry-run").out())
        .isEqualTo(line("4 to redrive"));
    assertThat(shell.run("dead", "redrive", "q", "--id", "a").out()).isEqualTo(line("1 redriven"));
    assertThat(shell.runWith("b\n\nnone\n", "dead", "redrive", "q", "--id", "-").out())
        .isEqualTo(line("1 redriven"));
    assertThat(shell.run("dead", "redrive", "q", "--reason", "EXPIRED").out())
        .isEqualTo(line("0 redriven"));
    assertThat(shell.run("dead", "redrive", "q", "--all", "--spread", "1h", "--json").out())
        .isEqualTo(line("{\"examined\":2,\"changed\":2,\"dryRun\":false}"));
    assertThat(shell.run("dead", "list", "q").out().lines()).hasSize(1);
    assertThat(shell.run("show", "q", "a").out()).contains("state          READY");
  }

  @Test
  void aDeadJobIsCorrectedAndRunsWithItsHistory() {
    bury("a", "no such order");

    assertThat(shell.run("update", "q", "a", "corrected").out()).isEqualTo(line("a updated"));
    shell.run("dead", "redrive", "q", "--id", "a");

    assertThat(shell.run("show", "q", "a").out())
        .contains("state          READY", "payload        corrected", "exit 65: no such order");
  }

  @Test
  void aRedriveThatTheQueueHasNoRoomForIsNotDone() {
    bury("a", "x");
    bury("b", "x");
    shell.run("settings", "q", "quota.maxWaiting=1");

    Result redrive = shell.run("dead", "redrive", "q", "--all");

    assertThat(redrive.code()).isEqualTo(1);
    assertThat(redrive.out()).isEqualTo(line("1 redriven"));
    assertThat(redrive.err()).matches("duetime: 1 not redriven: .* \\(QUOTA_EXCEEDED\\)\\R");
  }

  @Test
  void deadJobsArePurged() {
    bury("a", "x");
    bury("b", "x");

    assertThat(shell.run("dead", "purge", "q", "--id", "a").out()).isEqualTo(line("1 purged"));
    assertThat(shell.run("show", "q", "a").code()).isEqualTo(1);
    assertThat(shell.run("dead", "purge", "q", "--all", "--dry-run").out())
        .isEqualTo(line("1 to purge"));
    assertThat(shell.run("dead", "purge", "q", "--all", "--json").out())
        .isEqualTo(line("{\"examined\":1,\"changed\":1,\"dryRun\":false}"));
  }

  @Test
  void everythingIsChangedByItsOwnWordAlone() {
    bury("a", "x");

    for (String change : new String[] {"redrive", "purge"}) {
      Result unsaid = shell.run("dead", change, "q");

      assertThat(unsaid.code()).isEqualTo(2);
      assertThat(unsaid.err())
          .contains("--error-like or --id, or --all for every dead job (INVALID)");
    }
    assertThat(shell.run("dead", "list", "q").out().lines()).hasSize(2);
  }

  @Test
  void whatIsNotAllowedNamesItsOption() {
    assertThat(shell.run("dead", "redrive", "q", "--reason", "AGE"))
        .satisfies(ran -> assertThat(ran.code()).isEqualTo(2))
        .satisfies(
            ran -> assertThat(ran.err()).startsWith("duetime: --reason is 'AGE'; allowed: "));
    assertThat(shell.run("dead", "redrive", "q", "--all", "--per-second", "0").err())
        .startsWith("duetime: --per-second is '0'; allowed: 1 to 1000000 ");
    assertThat(shell.run("dead", "list", "q", "--limit", "0").err())
        .startsWith("duetime: --limit is '0'");
    assertThat(shell.run("dead").code()).isEqualTo(2);
    assertThat(shell.run("dead").err()).contains("subcommand", "'duetime dead --help'");
    assertThat(shell.run("dead", "lst", "q").code()).isEqualTo(2);
  }

  private void bury(String id, String error) {
    shell.run("put", "q", id, "x");
    shell.run(
        "work",
        "q",
        "--exec",
        "echo '" + error + "' >&2; exit 65",
        "--bury-on",
        "65",
        "--max",
        "1");
  }

  private static String line(String text) {
    return text + System.lineSeparator();
  }
}
