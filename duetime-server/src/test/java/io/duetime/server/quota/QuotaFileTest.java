package io.duetime.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.quota.Quota.Least;
import io.duetime.server.quota.Quota.Limit;
import io.duetime.server.quota.QuotaFile.Quotas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaFileTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void aFile() {
    file = folder.resolve("quotas.yml");
  }

  @Test
  void theStrictestOfEachLimitApplies() throws IOException {
    Quotas quotas =
        read(
            """
            quotas:
              - queues: [team-a/*, mail]
                maxWaiting: 1000
                maxAhead: 30d
              - queues: team-a/batch/*
                maxWaiting: 5000
                maxAhead: 1d
              - queues: "*"
                maxPayload: 65536
            """);

    Limit payload = new Limit(65_536, "*");
    assertThat(quotas.of("team-a/batch/x"))
        .isEqualTo(
            new Quota(
                new Limit(1_000, "team-a/*"),
                new Limit(Duration.ofDays(1).toMillis(), "team-a/batch/*"),
                payload,
                Least.NONE));
    assertThat(quotas.of("mail"))
        .isEqualTo(
            new Quota(
                new Limit(1_000, "mail"),
                new Limit(Duration.ofDays(30).toMillis(), "mail"),
                payload,
                Least.NONE));
    assertThat(quotas.of("mails"))
        .isEqualTo(new Quota(Limit.NONE, Limit.NONE, payload, Least.NONE));
    assertThat(quotas.of("mails")).isSameAs(quotas.of("mails"));
  }

  @Test
  void theExampleOfTheDocumentationIsRead() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "security.md"));
    String example = page.split("## Quotas", 2)[1].split("```yaml\n", 2)[1].split("```", 2)[0];

    Quotas quotas = read(example);

    assertThat(quotas.size()).isEqualTo(3);
    assertThat(quotas.of("team-a/reports"))
        .isEqualTo(
            new Quota(
                new Limit(100_000, "team-a/*"),
                new Limit(Duration.ofDays(7).toMillis(), "team-a/reports"),
                new Limit(16_384, "team-a/*"),
                new Least(Duration.ofMinutes(1), "team-a/*")));
    assertThat(quotas.countedOf("team-a/reports")).hasSize(1);
    assertThat(quotas.countedOf("orders")).isEmpty();
  }

  @Test
  void aFileInJsonIsRead() throws IOException {
    assertThat(read("{\"quotas\":[{\"queues\":\"a\",\"maxWaiting\":3}]}").of("a").maxWaiting())
        .isEqualTo(new Limit(3, "a"));
  }

  @Test
  void anEmptyListLimitsNothing() throws IOException {
    assertThat(read("quotas: []").of("a")).isEqualTo(Quota.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          quotas: [                                   | valid YAML; line 1 is not
          quotas: []%n--- {}                          | valid YAML; line 2 is not
          quotas: []%nquotas: []                      | valid YAML; line 2 is not
          ``                                          | quotas-file %F, value is missing; allowed: an object with quotas
          `# quotas: []`                              | quotas-file %F, value is missing; allowed: an object with quotas
          - queues: a                                 | quotas-file %F, value is '[{"queues":"a"}]'; allowed: an object with quotas
          {}                                          | quotas-file %F, quotas is missing; allowed: a list of entries
          quotas:                                     | quotas-file %F, quotas is missing; allowed: a list of entries
          quotas: {queues: a}                         | quotas-file %F, quotas is '{"queues":"a"}'; allowed: a list of entries
          quota: []                                   | quotas-file %F, field is 'quota'; allowed: quotas; did you mean quotas?
          quotas: [3]                                 | quotas-file %F, entry 1, value is '3'; allowed: an object with queues, maxWaiting
          quotas: [{queues: a, maxWaiting: 1}, null]  | quotas-file %F, entry 2, value is missing; allowed: an object
          quotas: [{queues: a, maxWating: 1}]         | entry 1, field is 'maxWating'; allowed: queues, maxWaiting, maxAhead, maxPayload, minInterval, maxQueues; did you mean maxWaiting?
          quotas: [{queues: a, maxWaiting: 1, maxWaiting: 2}] | valid YAML; line 1 is not
          quotas: [{maxWaiting: 1}]                   | entry 1, queues is '0 patterns'; allowed: 1 to 16 patterns
          quotas: [{queues: [], maxWaiting: 1}]       | entry 1, queues is '0 patterns'
          quotas: [{queues: [a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a], maxWaiting: 1}] | entry 1, queues is '17 patterns'
          quotas: [{queues: 'a b', maxWaiting: 1}]    | entry 1, queues is 'a b'; allowed:
          quotas: [{queues: 'a,b', maxWaiting: 1}]    | entry 1, queues is 'a,b'; allowed:
          quotas: [{queues: [[a]], maxWaiting: 1}]    | entry 1, queues is '["a"]'; allowed: a list of strings
          quotas: [{queues: a}]                       | entry 1, limit is missing; allowed: one or more of maxWaiting, maxAhead, maxPayload, minInterval, maxQueues
          quotas: [{queues: a, maxWaiting: null}]     | entry 1, limit is missing
          quotas: [{queues: a, maxWaiting: 0}]        | entry 1, maxWaiting is '0'; allowed: 1 or more
          quotas: [{queues: a, maxWaiting: -1}]       | entry 1, maxWaiting is '-1'; allowed: 1 or more
          quotas: [{queues: a, maxWaiting: many}]     | entry 1, maxWaiting is 'many'; allowed: a whole number
          quotas: [{queues: a, maxWaiting: 1.5}]      | entry 1, maxWaiting is '1.5'; allowed: a whole number
          quotas: [{queues: a, maxWaiting: 99999999999999999999}] | entry 1, maxWaiting is '99999999999999999999'; allowed: a whole number
          quotas: [{queues: a, maxAhead: 30}]         | entry 1, maxAhead is '30'; allowed: a duration with its unit, such as 30d
          quotas: [{queues: a, maxAhead: soon}]       | entry 1, maxAhead is 'soon'; allowed:
          quotas: [{queues: a, maxAhead: 0s}]         | entry 1, maxAhead is '0s'; allowed: 1 ms to 100 years
          quotas: [{queues: a, maxAhead: 40000d}]     | entry 1, maxAhead is '40000d'; allowed:
          quotas: [{queues: a, minInterval: 60}]      | entry 1, minInterval is '60'; allowed: a duration with its unit, such as 30d
          quotas: [{queues: a, minInterval: 0s}]      | entry 1, minInterval is '0s'; allowed: 1 ms to 100 years
          quotas: [{queues: a, maxQueues: 0}]         | entry 1, maxQueues is '0'; allowed: 1 or more
          quotas: [{queues: a, maxPayload: 0}]        | entry 1, maxPayload is '0'; allowed: 1 or more
          quotas: [{queues: a, maxPayload: 64k}]      | entry 1, maxPayload is '64k'; allowed: a whole number
          """)
  void whatIsWrongIsNamed(String text, String message) throws IOException {
    Files.writeString(file, text.replace("%n", "\n"));

    assertThatThrownBy(() -> QuotaFile.of(file))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message.replace("%F", file.toString()));
  }

  @Test
  void aFileThatIsMissingOrTooLargeIsRefused() throws IOException {
    assertThatThrownBy(() -> QuotaFile.of(file))
        .hasMessageContaining("quotas-file is '")
        .hasMessageEndingWith("allowed: a file that can be read; there is no such file");

    Files.writeString(file, "quotas: [] #" + "x".repeat(DeclaredFile.MAX_BYTES));

    assertThatThrownBy(() -> QuotaFile.of(file))
        .hasMessageEndingWith("allowed: a file of at most 1 MiB");
  }

  @Test
  void moreEntriesThanAllowedAreRefused() throws IOException {
    String entries =
        IntStream.range(0, QuotaFile.MAX_ENTRIES)
            .mapToObj(i -> "  - {queues: q%d, maxWaiting: %d}\n".formatted(i, i + 1))
            .collect(Collectors.joining());

    assertThat(read("quotas:\n" + entries).of("q999").maxWaiting().most()).isEqualTo(1_000);
    assertThatThrownBy(() -> read("quotas:\n" + entries + "  - {queues: x, maxWaiting: 1}\n"))
        .hasMessageContaining("quotas is '1001 entries'; allowed: at most 1000 entries");
  }

  private Quotas read(String text) throws IOException {
    return QuotaFile.of(Files.writeString(file, text)).value();
  }
}
