package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QueueCommandsTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void aQueueIsPausedUntilItIsResumed() {
    shell.run("put", "q", "a", "x");

    assertThat(shell.run("pause", "q").out()).isEqualTo(line("q paused"));
    assertThat(shell.run("explain", "q", "a").out()).startsWith("the queue is paused");
    assertThat(shell.run("queues").out()).contains("paused");
    assertThat(shell.run("resume", "q").out()).isEqualTo(line("q resumed"));
    assertThat(shell.run("explain", "q", "a").out()).doesNotContain("paused");
  }

  @Test
  void aQueueIsPausedForATimeOrUntilAMoment() {
    assertThat(shell.run("pause", "q", "--until", "2100-01-01T00:00:00Z").out())
        .isEqualTo(line("q paused until 2100-01-01T00:00:00.000Z"));
    assertThat(shell.run("pause", "q", "--for", "30m").out()).matches("q paused until 20\\S+Z\\R");
    assertThat(shell.run("pause", "q", "--json").out())
        .startsWith("{\"version\":3,\"paused\":true,\"pausedUntil\":null,");
    assertThat(shell.run("resume", "q", "--json").out())
        .startsWith("{\"version\":4,\"paused\":false,");
  }

  @Test
  void aPauseThatCannotBeNamesItsOption() {
    Result soon = shell.run("pause", "q", "--for", "soon");

    assertThat(soon.code()).isEqualTo(2);
    assertThat(soon.err()).startsWith("duetime: --for is 'soon'; allowed: ");
    assertThat(shell.run("pause", "q", "--until", "soon").err())
        .startsWith("duetime: --until is 'soon'; allowed: ");
    assertThat(shell.run("pause", "q", "--for", "1m", "--until", "0").code()).isEqualTo(2);
    assertThat(shell.run("pause").code()).isEqualTo(2);
  }

  @Test
  void aPauseOfAQueueThatDoesNotExistSaysThatItWasCreated() {
    shell.run("put", "has-jobs", "a", "x");
    shell.run("settings", "has-settings", "maxRunning=1");

    assertThat(shell.run("pause", "has-jobs").err()).isEmpty();
    assertThat(shell.run("pause", "has-settings").err()).isEmpty();
    Result mistyped = shell.run("pause", "hsa-jobs");
    assertThat(mistyped.code()).isZero();
    assertThat(mistyped.err())
        .isEqualTo(line("duetime: queue 'hsa-jobs' did not exist; it was created"));
    assertThat(shell.run("pause", "hsa-jobs", "--for", "1h").err()).isEmpty();
    assertThat(shell.run("resume", "other").err()).contains("'other' did not exist");
  }

  @Test
  void queuesArePausedAndResumedByThePatternOfTheirNames() {
    List.of("mail/a", "mail/b", "mailing").forEach(queue -> shell.run("put", queue, "1", "x"));

    assertThat(shell.run("pause", "mail/*"))
        .isEqualTo(new Result(0, line("mail/a paused") + line("mail/b paused"), ""));
    assertThat(shell.run("settings", "mailing").out()).startsWith("paused=false");
    assertThat(shell.run("resume", "*/b").out()).isEqualTo(line("mail/b resumed"));
    assertThat(shell.run("resume", "*a*", "--json").out().lines())
        .hasSize(3)
        .allMatch(
            line -> line.matches("\\{\"queue\":\"mail.*\"settings\":\\{.*\"paused\":false.*"));
  }

  @Test
  void aPatternThatMatchesNoQueueIsAFailure() {
    assertThat(shell.run("pause", "mail/*"))
        .isEqualTo(new Result(1, "", line("duetime: no queue matches 'mail/*'")));
    shell.run("put", "mail/a", "1", "x");
    assertThat(shell.run("pause", "mail/*", "--for", "soon"))
        .satisfies(ran -> assertThat(ran.code()).isEqualTo(2))
        .satisfies(ran -> assertThat(ran.err()).startsWith("duetime: --for is 'soon'; "));
  }

  @Test
  void settingsAreShown() {
    assertThat(shell.run("settings", "q").out().lines())
        .contains("paused=false", "rate=", "shards=1", "quota.maxAhead=0s", "defaults.lease=30s")
        .contains("defaults.maxAttempts=20", "defaults.backoff=1s..1h", "handOver=");
    assertThat(shell.run("settings", "q", "--json").out())
        .startsWith("{\"version\":0,\"paused\":false,\"maxRunning\":0,\"rate\":null,");
  }

  @Test
  void theHelpNamesEachKey() {
    assertThat(shell.run("settings", "--help").out().replaceAll("\\s+", ""))
        .contains("Keys:" + String.join(",", SettingLines.KEYS) + ".");
  }

  private List<String> defaults() {
    return shell.run("settings", "unchanged").out().lines().toList();
  }

  @Test
  void settingsThatAreNamedChangeAndNothingElse() {
    List<String> named =
        List.of(
            "maxRunning=20",
            "rate.permits=100",
            "rate.per=1m",
            "quota.maxAhead=30d",
            "deadRetention=30d",
            "maxDead=1000",
            "defaults.maxAttempts=unlimited",
            "defaults.backoff=1s,10s",
            "deadCopyTo=7");
    Result changed =
        shell.run(Stream.concat(Stream.of("settings", "q"), named.stream()).toArray(String[]::new));

    assertThat(changed.err()).isEqualTo(line("duetime: queue 'q' did not exist; it was created"));
    assertThat(changed.out().lines())
        .containsAll(named)
        .contains("rate.burst=100")
        .filteredOn(line -> !named.contains(line) && !line.startsWith("rate"))
        .isSubsetOf(defaults());
    assertThat(shell.run("settings", "q").out()).isEqualTo(changed.out());
  }

  @Test
  void settingsAreClearedByNothingBehindTheirName() {
    shell.run("settings", "q", "maxRunning=20", "rate.permits=1", "quota.maxWaiting=5");
    shell.run("settings", "q", "pausedFor=1h", "retention=1d", "defaults.lease=1m", "handOver=t");

    Result cleared =
        shell.run(
            "settings",
            "q",
            "maxRunning=",
            "rate=",
            "quota.maxWaiting=",
            "paused=",
            "retention=",
            "defaults.lease=",
            "handOver=");

    assertThat(cleared.out().lines()).isEqualTo(defaults());
  }

  @Test
  void aRateCanBeGivenAsOne() {
    assertThat(shell.run("settings", "q", "rate=100/1m").out())
        .contains("rate.permits=100\nrate.per=1m\nrate.burst=100\n");
    assertThat(shell.run("settings", "q", "rate=7").out())
        .contains("rate.permits=7\nrate.per=1s\nrate.burst=7\n");
  }

  @Test
  void aSettingThatHasPartsSaysWhichWhenItIsGivenAsOne() {
    Result rate = shell.run("settings", "q", "rate=fast");
    assertThat(rate.code()).isEqualTo(2);
    assertThat(rate.err())
        .isEqualTo(
            line(
                "duetime: rate is 'fast'; allowed: 100/1s, or rate.permits, rate.per and"
                    + " rate.burst; an empty value clears it (INVALID)"));
    assertThat(shell.run("settings", "q", "quota=5").err())
        .startsWith("duetime: quota is '5'; allowed: quota.");
    assertThat(shell.run("settings", "q", "rate=5/fast").err())
        .startsWith("duetime: per is 'fast'; allowed: ");
  }

  @Test
  void settingsThatAreShownCanBePutOnAnotherQueue() {
    Result shown =
        shell.run(
            "settings", "a", "paused=true", "rate.permits=5", "shards=1", "defaults.lease=1m");

    Result copied =
        shell.run(
            Stream.concat(Stream.of("settings", "b"), shown.out().lines()).toArray(String[]::new));

    assertThat(copied.out()).isEqualTo(shown.out());
  }

  @Test
  void aSettingThatCannotBeIsAUsageErrorAndNothingChanges() {
    assertThat(shell.run("settings", "q", "maxRunning=5", "shards=0"))
        .satisfies(ran -> assertThat(ran.code()).isEqualTo(2))
        .satisfies(ran -> assertThat(ran.err()).startsWith("duetime: shards is '0'; allowed: 1 "));
    assertThat(shell.run("settings", "q", "maxRuning=5").err())
        .startsWith("duetime: field is 'maxRuning'; allowed: ")
        .contains("maxRunning");
    assertThat(shell.run("settings", "q", "paused=yes").err())
        .startsWith("duetime: paused is 'yes'; allowed: true or false");
    assertThat(shell.run("settings", "q", "retention=7").err())
        .startsWith("duetime: retention is '7'; allowed: ");
    assertThat(shell.run("settings", "q", "maxRunning").err())
        .startsWith("duetime: setting is 'maxRunning'; allowed: KEY=VALUE, such as maxRunning=20");
    assertThat(shell.run("settings", "q", "shards=1", "shards=2").err())
        .startsWith("duetime: shards is '2'; allowed: once");
    assertThat(shell.run("settings", "q", "rate=", "rate.permits=2").err())
        .startsWith("duetime: rate is ");
    assertThat(shell.run("settings", "q").out().lines()).isEqualTo(defaults());
  }

  @Test
  void aQueueIsDeletedAndOneWithJobsOnlyByTheWordForIt() {
    shell.run("put", "q", "a", "x");
    shell.run("settings", "q", "maxRunning=5");
    shell.run("recurring", "put", "q", "r", "--every", "12h", "--paused");

    Result unsaid = shell.run("delete", "q");

    assertThat(unsaid.code()).isEqualTo(2);
    assertThat(unsaid.err()).startsWith("duetime: --all is missing; ").contains("its jobs (1)");
    assertThat(shell.run("delete", "q", "--all").out()).isEqualTo(line("q deleted"));
    assertThat(shell.run("queues").out().lines()).hasSize(1);
    assertThat(shell.run("settings", "q").out().lines()).isEqualTo(defaults());
    assertThat(shell.run("recurring", "list", "q").out().lines()).hasSize(1);
  }

  @Test
  void aQueueThatDoesNotExistIsNotDeleted() {
    Result none = shell.run("delete", "q");

    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).isEqualTo(line("duetime: there is no queue 'q'"));
    assertThat(shell.run("delete", "q", "--json"))
        .isEqualTo(new Result(1, line("{\"deleted\":false}"), ""));
  }

  private static String line(String text) {
    return text + System.lineSeparator();
  }
}
