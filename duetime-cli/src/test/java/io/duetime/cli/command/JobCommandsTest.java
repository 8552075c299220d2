package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class JobCommandsTest {
  private static final List<String> COMMANDS =
      List.of(
          "server",
          "demo",
          "put",
          "load",
          "show",
          "explain",
          "list",
          "cancel",
          "reschedule",
          "update",
          "dead",
          "dead list",
          "dead redrive",
          "dead purge",
          "queues",
          "pause",
          "resume",
          "settings",
          "delete",
          "recurring",
          "recurring all",
          "recurring list",
          "recurring put",
          "recurring run",
          "recurring pause",
          "recurring resume",
          "recurring remove",
          "work",
          "top");

  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void aJobIsPutAndShown() {
    Result put =
        shell.run("put", "q", "order-42", "{\"order\":42}", "--delay", "30m", "--tag", "eu");
    Result show = shell.run("show", "q", "order-42");

    assertThat(put.code()).isZero();
    assertThat(put.out()).startsWith("order-42 created, due 20");
    assertThat(show.out())
        .contains("state          DELAYED", "payload        {\"order\":42}")
        .contains("contentType    application/json", "tags           [\"eu\"]");
  }

  @Test
  void jobsAreCancelledByFilterAndAllOfThemOnlyByTheirOwnWord() {
    shell.run("put", "q", "t1", "x", "--delay", "1h", "--tag", "a", "--tag", "b");
    shell.run("put", "q", "t2", "x", "--delay", "1h", "--tag", "b");

    assertThat(shell.run("cancel", "q").code()).isEqualTo(2);
    assertThat(shell.run("cancel", "q", "t1", "--all").code()).isEqualTo(2);
    assertThat(shell.run("cancel", "q", "--dry-run", "--tag", "b").out())
        .isEqualToIgnoringNewLines("2 to cancel");
    assertThat(shell.run("cancel", "q", "--tag", "a", "--tag", "b").out())
        .isEqualToIgnoringNewLines("1 cancelled");
    assertThat(shell.run("list", "q", "--tag", "b", "--tag", "a").out()).doesNotContain("t2");
    assertThat(shell.run("cancel", "q", "--all").out()).isEqualToIgnoringNewLines("1 cancelled");
  }

  @Test
  void aPayloadIsReadFromTheInputOrAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("payload file");
    Files.write(file, new byte[] {0, (byte) 0xff});

    shell.runWith("plain text", "put", "q", "a", "-");
    shell.run("put", "q", "b", "--file", file.toString());

    assertThat(shell.run("show", "q", "a").out()).contains("payload        plain text");
    assertThat(shell.run("show", "q", "b").out()).contains("payloadBase64  AP8=");
  }

  @Test
  void aPayloadFileThatIsNotThereIsOneLine(@TempDir Path folder) {
    Path none = folder.resolve("none");

    Result put = shell.run("put", "q", "a", "--file", none.toString());

    assertThat(put.code()).isEqualTo(1);
    assertThat(put.err()).isEqualTo("duetime: there is no file " + none + System.lineSeparator());
  }

  @Test
  void aPayloadIsGivenInOneWayAlone() {
    Result put = shell.run("put", "q", "a", "x", "--file", "payload.json");

    assertThat(put.code()).isEqualTo(2);
    assertThat(put.err()).startsWith("duetime: --file is 'payload.json'; allowed: only without");
  }

  @Test
  void whatAJobMayHaveIsSaidByOptions() {
    Result put =
        shell.run(
            "put",
            "q",
            "a",
            "x",
            "--expires-at",
            "2100-01-01T00:00:00Z",
            "--on-expiry",
            "DROP",
            "--spread",
            "1h",
            "--retention",
            "7d");

    assertThat(put.err()).isEmpty();
    assertThat(shell.run("put", "q", "b", "--on-expiry", "DROP").err())
        .startsWith("duetime: --on-expiry is");
  }

  @Test
  void idsOfAnyCharactersAreUnderstood() {
    shell.run("put", "team/mail", "a/b?ü %..", "x");

    assertThat(shell.run("show", "team/mail", "a/b?ü %..").out())
        .contains("id             a/b?ü %..");
    shell.run("put", "q", "..", "x");
    assertThat(shell.run("show", "q", "..").code()).isZero();
  }

  @Test
  void whatTheServerRefusesIsOneLine() {
    Result put = shell.run("put", "q", "a", "--delay", "soon");

    assertThat(put.code()).isEqualTo(2);
    assertThat(put.out()).isEmpty();
    assertThat(put.err())
        .startsWith("duetime: --delay is 'soon'; allowed: ")
        .endsWith("(INVALID)\n");
    assertThat(put.err().lines()).hasSize(1);
  }

  @Test
  void aRejectedJobIsAFailure() {
    shell.run("put", "q", "a", "x", "--delay", "1h");

    Result again = shell.run("put", "q", "a", "x", "--on-conflict", "REJECT");

    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("(REJECTED)");
  }

  @Test
  void anUnfinishedJobIsKeptAndADoneOneMakesRoom() {
    String[] again = {
      "put", "q", "a", "x", "--on-conflict", "KEEP_UNFINISHED", "--retention", "1d"
    };
    assertThat(shell.run(again).out()).startsWith("a created");

    assertThat(shell.run(again).out()).startsWith("a kept");
    shell.run("work", "q", "--exec", "true", "--max", "1");
    assertThat(shell.run("show", "q", "a").out()).contains("state          DONE");
    assertThat(shell.run(again).out()).startsWith("a created");
  }

  @Test
  void anUnknownJobIsAFailure() {
    assertThat(shell.run("show", "q", "none").code()).isEqualTo(1);
    assertThat(shell.run("show", "q", "none").err()).contains("There is no job with this id");
  }

  @Test
  void explainSaysASentence() {
    shell.run("put", "q", "a", "x", "--delay", "1h");

    assertThat(shell.run("explain", "q", "a").out())
        .startsWith("it is due later (dueAt 20")
        .endsWith(
            "); attempts started: 0 of 20, retries for 8h 8m in total" + System.lineSeparator());
    assertThat(shell.run("explain", "q", "none").out())
        .isEqualTo("unknown: never scheduled, or forgotten" + System.lineSeparator());
  }

  @Test
  void explainTellsTheLastErrorOfAJobThatFailed() {
    shell.run("put", "q", "retried", "x", "--backoff", "1h");
    shell.run("work", "q", "--exec", "echo 'no route' >&2; exit 3", "--max", "1");
    shell.run("put", "q", "dead", "x", "--max-attempts", "1");
    shell.run("work", "q", "--exec", "exit 4", "--max", "1");

    assertThat(shell.run("explain", "q", "retried").out())
        .endsWith("in total; last error: exit 3: no route" + System.lineSeparator());
    assertThat(shell.run("explain", "q", "dead").out())
        .startsWith("it is dead; ")
        .endsWith("reason EXHAUSTED); last error: exit 4" + System.lineSeparator());
  }

  @Test
  void anUnlimitedNumberOfAttemptsIsSaidSo() {
    shell.run("put", "q", "a", "x", "--max-attempts", "unlimited");

    assertThat(shell.run("explain", "q", "a").out())
        .endsWith("; attempts started: 0, without limit" + System.lineSeparator());
  }

  @Test
  void jobsAreListedCancelledAndRescheduled() {
    shell.run("put", "q", "a", "x", "--delay", "1h");
    shell.run("put", "q", "b", "x", "--delay", "2h");

    assertThat(shell.run("list", "q").out().lines().map(line -> line.replaceAll(" .*", "")))
        .containsExactly("ID", "a", "b");
    assertThat(shell.run("reschedule", "q", "b", "--delay", "1m").out())
        .startsWith("b rescheduled, due 20");
    assertThat(shell.run("reschedule", "q", "b", "--delay", "1h", "--only", "EARLIER").code())
        .isEqualTo(1);
    assertThat(shell.run("cancel", "q", "a", "none").out().lines())
        .containsExactly("a cancelled", "none unknown");
    assertThat(shell.runWith("b\n\nc\n", "cancel", "q", "-").out().lines())
        .containsExactly("b cancelled", "c unknown");
    assertThat(shell.run("list", "q").out().lines()).hasSize(1);
  }

  @Test
  void aJobGetsNewValuesAndManyByAFilter() {
    shell.run("put", "q", "a", "x", "--delay", "1h", "--tag", "eu");
    shell.run("put", "q", "b", "x", "--delay", "1h");

    Shell.Result updated =
        shell.run("update", "q", "a", "{\"n\": 1}", "--add-tag", "checked", "--header", "h=1");
    assertThat(updated.out().strip()).isEqualTo("a updated");
    assertThat(shell.run("show", "q", "a").out())
        .contains("{\"n\":1}", "[\"checked\",\"eu\"]", "{\"h\":\"1\"}");
    assertThat(shell.run("update", "q", "none", "--priority", "1").code()).isEqualTo(1);
    assertThat(shell.run("update", "q", "a", "--priority", "1", "--dry-run").code()).isEqualTo(2);
    assertThat(
            shell.run("update", "q", "--tag", "eu", "--priority", "3", "--dry-run").out().strip())
        .isEqualTo("1 to update");
    assertThat(shell.run("update", "q", "--tag", "eu", "--priority", "3").out().strip())
        .isEqualTo("1 updated");
    assertThat(shell.run("show", "q", "a").out()).contains("priority       3");
    assertThat(shell.run("update", "q", "--dead", "--all", "--priority", "3").out().strip())
        .isEqualTo("0 updated");
    assertThat(shell.run("update", "q", "--priority", "3").err()).contains("--tag");
    assertThat(shell.run("update", "q", "a", "--tag", "eu", "--priority", "3").err())
        .contains("an id, or a filter");
    assertThat(shell.run("update", "q", "a", "--expires-at", "2020-01-01T00:00:00Z").err())
        .contains("--expires-at", "after the store's now");
    assertThat(shell.run("update", "q", "a", "--no-expiry").out().strip()).isEqualTo("a updated");
  }

  @Test
  void aListGoesOnOverPagesAndSaysWhenThereIsMore() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_500; i++) {
      lines.append("{\"id\":\"j").append(i).append("\",\"delay\":\"1h\"}\n");
    }
    shell.runWith(lines.toString(), "load", "-", "--queue", "q");

    assertThat(shell.run("list", "q", "--limit", "2000").out().lines()).hasSize(1_501);
    assertThat(shell.run("list", "q").err()).contains("There are more");
    assertThat(shell.run("list", "q", "--json", "--limit", "3").out().lines()).hasSize(3);
  }

  @Test
  void queuesAndTopShowCounts() {
    shell.run("put", "orders", "a", "x", "--delay", "1h");

    assertThat(shell.run("queues").out().lines().skip(1).findFirst().orElseThrow())
        .matches("orders +1 +0 +0 +0 .*");
    assertThat(shell.run("top").out()).isEqualTo(shell.run("queues").out());
    shell.run("put", "mail", "b", "x", "--delay", "1h");
    shell.run("put", "mail", "c", "x", "--delay", "1h");
    assertThat(shell.run("top", "--sort", "DELAYED").out().lines().skip(1))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("mail"),
            second -> assertThat(second).startsWith("orders"));
    assertThat(shell.run("top", "--sort", "SIZE").code()).isEqualTo(2);
    assertThat(shell.run("queues", "--json").out()).startsWith("{\"queues\":[{\"queue\":");
  }

  @Test
  void topEndsWithQAndFitsItsScreen() {
    shell.run("put", "orders-of-all-the-shops-in-the-northern-half-of-the-country", "a", "x");

    Result top = shell.run("q", shell.url(), true, "top");

    assertThat(top.code()).isZero();
    assertThat(top.out().lines().map(line -> line.replaceAll("\u001b\\[[?0-9]*[A-Za-z]", "")))
        .allMatch(line -> line.length() <= 80)
        .anyMatch(line -> line.startsWith("orders-o") && line.contains("… "))
        .anyMatch(line -> line.matches("sort: n name d delayed .*"))
        .anyMatch(line -> line.startsWith("next minute  "))
        .anyMatch(line -> line.startsWith("last minute  "));
  }

  @Test
  void headersGoWithAJob() {
    Result put =
        shell.run("put", "q", "a", "x", "--header", "trace=ab=1", "--header", "Shop=north");
    Result wrong = shell.run("put", "q", "b", "x", "--header", "shop=Gr\u00fcn");

    assertThat(put.code()).isZero();
    assertThat(shell.run("show", "q", "a", "--json").out())
        .contains("\"headers\":{", "\"trace\":\"ab=1\"", "\"shop\":\"north\"");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith("duetime: --header is 'shop=Gr\u00fcn'; allowed: NAME=VALUE");
  }

  @Test
  void aValueThatIsNotAllowedIsAUsageErrorAlsoWhereTheServerFindsIt() {
    assertThat(shell.run("put", "q", "a", "x", "--delay", "soon").code()).isEqualTo(2);
    assertThat(shell.run("put", "not a queue", "a", "x").code()).isEqualTo(2);
    assertThat(shell.run("list", "q", "--state", "LOST").code()).isEqualTo(2);
    assertThat(shell.run("list", "q", "--limit", "0").code()).isEqualTo(2);
    assertThat(shell.run("show", "q", "unknown").code()).isEqualTo(1);
  }

  @Test
  void whatCannotBeUnderstoodIsAUsageError() {
    assertThat(shell.run("put", "q").code()).isEqualTo(2);
    assertThat(shell.run("putt").code()).isEqualTo(2);
    assertThat(shell.run("putt").err()).contains("did you mean put?").endsWith("--help')\n");
    assertThat(shell.run("put", "q", "a", "--dealy", "1s").err()).contains("--delay");
    assertThat(shell.run("queues", "--server", "nonsense").code()).isEqualTo(2);
    assertThat(shell.run("work", "q", "--exec", "true", "--lease", "soon").code()).isEqualTo(2);
    assertThat(shell.run("top", "--interval", "0s").code()).isEqualTo(2);
  }

  @Test
  void aServerThatIsNotThereIsOneLine() {
    Result ran = shell.run("", "http://127.0.0.1:1", false, "queues");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "duetime: no server at http://127.0.0.1:1; start one with 'duetime server'"
                + System.lineSeparator());
  }

  @Test
  void helpFitsATerminalAndExplainsEveryParameter() {
    for (String command : COMMANDS) {
      List<String> lines = shell.run((command + " --help").split(" ")).out().lines().toList();

      assertThat(lines).as(command).hasSizeGreaterThan(3);
      assertThat(lines).allMatch(line -> line.length() <= 80, "at most 80 wide");
      assertThat(lines).noneMatch(line -> line.matches(" {6}(QUEUE|ID|NAME)"));
      assertThat(lines).noneMatch(line -> line.endsWith("http:"));
    }
  }

  @Test
  void helpAndVersionAreThere() {
    assertThat(shell.run("--help").out())
        .contains("put", "load", "work", "dead", "recurring", "Exit codes:");
    assertThat(shell.run("help", "dead").out()).contains("redrive", "purge");
    assertThat(shell.run("work", "--help").out()).contains("DUETIME_ID");
    assertThat(shell.run("--version").out()).startsWith("duetime ");
    assertThat(shell.run("help", "work")).isEqualTo(shell.run("work", "--help"));
    assertThat(shell.run("help")).isEqualTo(shell.run("--help"));
    assertThat(shell.run("help", "token", "create"))
        .isEqualTo(shell.run("token", "create", "--help"));
    assertThat(shell.run("help", "wrok").code()).isEqualTo(2);
    assertThat(shell.run("help", "token", "crate").err())
        .startsWith("duetime: unknown command 'crate'; allowed: ")
        .contains("did you mean create?");
  }
}
