package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RecurringCommandsTest {
  private static final String MOMENT = "20\\S+Z";

  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void theRecurringJobsOfAllQueuesAreListedWithWhatBecameOfTheirTicks() {
    shell.run("recurring", "put", "q", "report", "--cron", "0 7 * * *");
    shell.run("recurring", "put", "other", "sync", "--every", "12h");

    Result all = shell.run("recurring", "all");

    assertThat(all.code()).isZero();
    assertThat(all.out().lines().toList().get(0))
        .matches("QUEUE +NAME +SCHEDULE +LAST TICK +RESULT +DEAD +LAST DEAD +NEXT TICK");
    assertThat(all.out().lines().toList().get(1)).matches("other +sync +every PT12H .* 0 +- .*Z");
    assertThat(all.out().lines().toList().get(2)).matches("q +report +cron 0 7 .* 0 +- .*Z");
  }

  @Test
  void aRecurringJobIsPutAndListed() {
    Result put = put("report", "--cron", "0 7 * * *", "--zone", "Europe/Berlin");
    Result list = shell.run("recurring", "list", "q");

    assertThat(put.code()).isZero();
    assertThat(put.out())
        .matches("report put, next tick " + MOMENT + "; scheduled: report@" + MOMENT + "\\R");
    assertThat(list.out().lines().toList().get(0))
        .matches("NAME +SCHEDULE +NEXT TICK +LAST TICK +MISSED +SKIPPED");
    assertThat(list.out().lines().skip(1))
        .singleElement()
        .asString()
        .matches("report +cron 0 7 \\* \\* \\* Europe/Berlin +" + MOMENT + " +- +LATEST +0");
    assertThat(shell.run("recurring", "list", "q", "--json").out())
        .startsWith("{\"recurring\":[{\"name\":\"report\",\"schedule\":\"cron 0 7 * * * Europe/");
  }

  @Test
  void whatATickMayHaveIsSaidByOptions() {
    Result put =
        put(
            "sync",
            "{\"full\": false}",
            "--every",
            "12h",
            "--from",
            "2026-01-01T00:00:00Z",
            "--missed",
            "all",
            "--overlap",
            "wait",
            "--owner",
            "shop",
            "--priority",
            "7",
            "--tag",
            "a",
            "--tag",
            "b",
            "--header",
            "Shop=Gr\u00fcn",
            "--max-attempts",
            "3",
            "--backoff",
            "1s,1m",
            "--expires-after",
            "1h",
            "--on-expiry",
            "DROP",
            "--retention",
            "7d",
            "--json");

    assertThat(put.err()).isEmpty();
    assertThat(put.out())
        .contains("\"schedule\":\"every PT12H from 2026-01-01T00:00:00Z\"", "\"missed\":\"ALL\"")
        .contains("\"overlap\":\"WAIT\"", "\"owner\":\"shop\"")
        .contains("\"payload\":{\"full\": false}", "\"contentType\":\"application/json\"")
        .contains("\"headers\":{\"Shop\":\"Gr\u00fcn\"},\"priority\":7", "\"tags\":[\"a\",\"b\"]")
        .contains("\"maxAttempts\":3,\"backoff\":\"1s,1m\"");
  }

  @Test
  void aPayloadKeepsItsBytes(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("payload"), new byte[] {0, (byte) 0xff});

    assertThat(put("a", "--every", "1h", "--file", file.toString(), "--json").out())
        .contains("\"payloadBase64\":\"AP8=\"", "\"contentType\":\"application/octet-stream\"");
    assertThat(put("a", "<a/>", "--every", "1h", "--content-type", "text/xml", "--json").out())
        .contains("\"payload\":\"<a/>\"", "\"contentType\":\"text/xml\"");
    assertThat(
            shell
                .runWith("text", "recurring", "put", "q", "a", "-", "--every", "1h", "--json")
                .out())
        .contains("\"payload\":\"text\"", "\"contentType\":\"text/plain\"");
  }

  @Test
  void aRecurringJobIsPausedAndResumed() {
    put("sync", "--every", "12h");

    assertThat(shell.run("recurring", "pause", "q", "sync").out()).isEqualTo(line("sync paused"));
    assertThat(shell.run("recurring", "list", "q").out()).contains("paused");
    assertThat(put("sync", "--every", "12h").out()).isEqualTo(line("sync put, paused"));
    assertThat(shell.run("recurring", "resume", "q", "sync").out())
        .matches("sync resumed, next tick " + MOMENT + "; scheduled: sync@" + MOMENT + "\\R");
    assertThat(shell.run("recurring", "pause", "q", "sync", "--json").out())
        .contains("\"paused\":true", "\"pending\":[]");
    assertThat(put("other", "--every", "12h", "--paused").out())
        .isEqualTo(line("other put, paused"));
  }

  @Test
  void aRecurringJobRunsOnceNow() {
    put("sync", "--every", "12h");

    Result run = shell.run("recurring", "run", "q", "sync");

    assertThat(run.code()).isZero();
    assertThat(run.out()).matches("sync@" + MOMENT + " created, due " + MOMENT + "\\R");
    assertThat(shell.run("recurring", "run", "q", "sync", "--json").out()).contains("\"outcome\":");
  }

  @Test
  void aChangeWithdrawsTheWaitingJobUnlessItIsKept() {
    put("sync", "--every", "11h");

    assertThat(put("sync", "--every", "12h").out())
        .matches("sync put, next tick " + MOMENT + "; scheduled: sync@" + MOMENT + "\\R");
    // No multiple of 12 hours since the epoch has these minutes.
    assertThat(put("sync", "--cron", "17 3 * * *", "--keep-pending").out())
        .matches(".*; scheduled: sync@" + MOMENT + ", sync@" + MOMENT + "\\R");
  }

  @Test
  void aRemovedRecurringJobNamesTheJobThatIsKept() {
    put("sync", "--every", "12h");
    assertThat(shell.run("recurring", "remove", "q", "sync").out()).isEqualTo(line("sync removed"));
    put("sync", "--every", "12h");

    assertThat(shell.run("recurring", "remove", "q", "sync", "--keep-pending").out())
        .matches("sync removed; scheduled: sync@" + MOMENT + "\\R");
    assertThat(shell.run("recurring", "list", "q").out().lines()).hasSize(1);
  }

  @Test
  void aRecurringJobThatDoesNotExistIsAFailure() {
    for (String change : new String[] {"pause", "resume", "run", "remove"}) {
      Result none = shell.run("recurring", change, "q", "none");

      assertThat(none.code()).as(change).isEqualTo(1);
      assertThat(none.err().lines()).as(change).hasSize(1);
    }
    assertThat(shell.run("recurring", "remove", "q", "none", "--json"))
        .isEqualTo(new Result(1, line("{\"removed\":false,\"pending\":[]}"), ""));
  }

  @Test
  void whatCannotTickNamesItsOption() {
    assertThat(put("a").code()).isEqualTo(2);
    assertThat(put("a", "--cron", "@daily", "--every", "1h").code()).isEqualTo(2);
    assertThat(put("a", "--every", "1h", "--zone", "UTC").err())
        .startsWith("duetime: --zone is 'UTC'; allowed: only with cron");
    assertThat(put("a", "--cron", "@daily", "--from", "0").err()).startsWith("duetime: --from is ");
    assertThat(put("a", "--cron", "0 0 30 2 *").err())
        .startsWith("duetime: --cron is '0 0 30 2 *'");
    assertThat(put("a", "--cron", "@daily", "--zone", "Mars/Base").err())
        .startsWith("duetime: --zone is 'Mars/Base'; allowed: ");
    assertThat(put("a", "--every", "soon").err()).startsWith("duetime: --every is 'soon'");
    assertThat(put("a", "--every", "0s").err()).startsWith("duetime: --every is '0s'");
    assertThat(put("a", "--every", "1h", "--missed", "some").err())
        .startsWith("duetime: --missed is 'some'; allowed: LATEST, ");
    assertThat(put("a", "--every", "1h", "--max-attempts", "many").err())
        .startsWith("duetime: --max-attempts is 'many'");
    assertThat(shell.run("recurring").code()).isEqualTo(2);
    assertThat(shell.run("recurring", "list", "q").out().lines()).hasSize(1);
  }

  @Test
  void aRecurringJobMayEndAndTickAtOnce() {
    assertThat(
            put(
                    "sync",
                    "--every",
                    "12h",
                    "--missed",
                    "NONE",
                    "--grace",
                    "5m",
                    "--until",
                    "2100-01-01T00:00:00Z",
                    "--times",
                    "7",
                    "--first-now",
                    "--json")
                .out())
        .contains(
            "\"grace\":\"5m\",\"until\":\"2100-01-01T00:00:00.000Z\",\"times\":7,\"firstNow\":true");
  }

  private Result put(String name, String... options) {
    String[] args = new String[options.length + 4];
    args[0] = "recurring";
    args[1] = "put";
    args[2] = "q";
    args[3] = name;
    System.arraycopy(options, 0, args, 4, options.length);
    return shell.run(args);
  }

  private static String line(String text) {
    return text + System.lineSeparator();
  }
}
