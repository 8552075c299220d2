package recipes;

import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.test.DuetimeExtension;
import io.duetime.test.TestDuetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recipes do what they say, and the documentation shows them as they are. */
@ExtendWith(DuetimeExtension.class)
class RecipesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Path SOURCES = Path.of("src", "main", "java", "recipes");

  private final List<String> done = new ArrayList<>();

  @Test
  void anOrderIsClosedUnlessItIsPaid(TestDuetime duetime) {
    OrderTimeouts orders = new OrderTimeouts(duetime);
    orders.start(done::add);
    orders.placed("42");
    orders.placed("43");
    duetime.advance(Duration.ofMinutes(29));

    assertThat(orders.paid("43")).isTrue();
    duetime.advance(Duration.ofMinutes(1));

    assertThat(done).containsExactly("42");
    assertThat(orders.paid("42")).isFalse();
    orders.placed("42");
    duetime.advance(Duration.ofHours(1));
    assertThat(done).containsExactly("42");
  }

  @Test
  void aReminderWaitsForBusinessDays(TestDuetime duetime) {
    LocalDate newYear = LocalDate.of(2027, 1, 1);
    PaymentReminders reminders = new PaymentReminders(duetime, Set.of(newYear));
    reminders.start(done::add);
    reminders.invoiced("7", LocalDate.of(2026, 12, 30));

    duetime.advanceTo(LocalDate.of(2027, 1, 5).atTime(8, 59).atZone(BERLIN).toInstant());
    assertThat(done).isEmpty();
    duetime.advance(Duration.ofMinutes(1));
    assertThat(done).containsExactly("7");
  }

  @Test
  void aReminderMovesWithTheEndOfTheSubscription(TestDuetime duetime) {
    RenewalReminders reminders = new RenewalReminders(duetime);
    reminders.start(done::add);
    Instant end = duetime.now().plus(Duration.ofDays(30));
    reminders.endsAt("7", end);
    duetime.advance(Duration.ofDays(20));
    reminders.endsAt("7", end.plus(Duration.ofDays(30)));

    duetime.advanceTo(end.plus(Duration.ofDays(26)));
    assertThat(done).isEmpty();
    duetime.advance(Duration.ofDays(1));
    assertThat(done).containsExactly("7");
  }

  @Test
  void anIndexUpdateFollowsTheLastChangeAndWaitsNoLongerThanHalfAMinute(TestDuetime duetime) {
    IndexUpdates updates = new IndexUpdates(duetime);
    updates.start(article -> done.add(article + "@" + duetime.now().getEpochSecond()));
    long start = duetime.now().getEpochSecond();
    updates.changed("quiet");
    for (int second = 0; second < 60; second++) {
      updates.changed("busy");
      duetime.advance(Duration.ofSeconds(1));
    }
    duetime.advance(Duration.ofSeconds(5));

    assertThat(done)
        .containsExactly("quiet@" + (start + 2), "busy@" + (start + 30), "busy@" + (start + 60));
  }

  @Test
  void aMailingBeginsAtSevenAndKeepsToItsRate(TestDuetime duetime) {
    Mailing mailing = new Mailing(duetime);
    mailing.start(done::add);
    List<String> recipients = IntStream.range(0, 1000).mapToObj(i -> "r" + i).toList();
    mailing.plan("june", recipients, LocalDate.of(2026, 6, 1), BERLIN);
    duetime.advanceTo(Instant.parse("2026-06-01T04:59:59Z"));
    assertThat(done).isEmpty();

    duetime.advance(Duration.ofSeconds(3));
    assertThat(done).hasSizeBetween(200, 400);
    assertThat(mailing.stop("june")).isEqualTo(1000 - done.size());
  }

  @Test
  void followUpsEndWhenTheCustomerBuys(TestDuetime duetime) {
    FollowUps mails = new FollowUps(duetime);
    mails.start((customer, day) -> done.add(customer + " " + day));
    mails.signedUp("a");
    mails.signedUp("b");
    duetime.advance(Duration.ofDays(4));
    mails.bought("a");
    duetime.advance(Duration.ofDays(4));

    assertThat(done).containsExactlyInAnyOrder("a 1", "b 1", "a 3", "b 3", "b 7");
  }

  @Test
  void anAlarmIsEscalatedUntilItIsAcknowledged(TestDuetime duetime) {
    Escalations escalations = new Escalations(duetime);
    escalations.start(call -> done.add(call.alarm() + " " + call.person()));
    escalations.raised("fire", List.of("Ada", "Bo", "Cy"));
    duetime.advance(Duration.ofMinutes(20));
    escalations.acknowledged("fire");
    duetime.advance(Duration.ofHours(1));

    assertThat(done).containsExactly("fire Ada", "fire Bo");
  }

  @Test
  void aFlakyServiceIsCalledAgainAndARefusalIsFinal(TestDuetime duetime) {
    FlakyCalls calls = new FlakyCalls(duetime);
    Deque<Integer> answers = new ArrayDeque<>(List.of(503, 429, 200));
    calls.start(
        request -> request.equals("wrong") ? 404 : answers.remove(),
        (job, reason) -> done.add(job.id() + " " + reason));
    calls.request("1", "right");
    calls.request("2", "wrong");
    duetime.advance(Duration.ofHours(1));

    assertThat(answers).isEmpty();
    assertThat(done).hasSize(1).first().asString().startsWith("2 ").contains("404");
    assertThat(duetime.queue("flaky-calls", Codec.string())).hasDead("2");
  }

  @Test
  void twoProcessesMakeOneReportANight(TestDuetime duetime) {
    new NightlyReport(duetime).start(BERLIN, moment -> done.add("1 " + moment));
    new NightlyReport(duetime).start(BERLIN, moment -> done.add("2 " + moment));
    duetime.advanceTo(Instant.parse("2026-01-03T12:00:00Z"));

    assertThat(done.stream().map(report -> report.substring(2)))
        .containsExactly("2026-01-01T01:30:00Z", "2026-01-02T01:30:00Z", "2026-01-03T01:30:00Z");
  }

  @Test
  void aPaymentIsCreditedOnceWhenItsJobRunsTwice(TestDuetime duetime)
      throws SQLException, IOException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:credits;DB_CLOSE_DELAY=-1");
    for (String table : documented("sql").split(";", -1)) {
      run(database, table);
    }
    run(database, "INSERT INTO account VALUES ('a', 100)");
    run(database, "INSERT INTO payment (id, account, amount) VALUES ('p', 'a', 30)");
    Credits credits = new Credits(duetime, database);
    credits.start();
    credits.creditLater("p");
    duetime.advance(Duration.ofHours(25));
    credits.creditLater("p");
    credits.creditLater("none");
    duetime.advance(Duration.ofHours(25));

    assertThat(duetime.queue("credits", Codec.string())).hasDead("none");
    assertThat(duetime.queue("credits", Codec.string())).hasNothingWaiting();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT balance FROM account")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(130);
    }
  }

  @Test
  void aMessageWhileTheChatIsBeingClosedPutsTheClosingOff(TestDuetime duetime) {
    ChatTimeouts chats = new ChatTimeouts(duetime);
    Deque<Runnable> meanwhile = new ArrayDeque<>(List.of(() -> chats.messageIn("7"), () -> {}));
    chats.start(chat -> {
      done.add(chat + " after " + Duration.between(TestDuetime.DEFAULT_START, duetime.now()));
      meanwhile.remove().run();
    });
    chats.messageIn("7");
    duetime.advance(Duration.ofHours(2));

    assertThat(done).containsExactly("7 after PT30M", "7 after PT1H");
  }

  /** The one block of a language that the document has. */
  private static String documented(String language) throws IOException {
    String document = Files.readString(Path.of("..", "..", "docs", "recipes.md"));
    int begin = document.indexOf("```" + language + "\n") + 4 + language.length();
    return document.substring(begin, document.indexOf(";\n```", begin));
  }

  private static void run(JdbcDataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static Stream<Path> recipes() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void theDocumentShowsTheRecipe(Path recipe) throws IOException {
    String document = Files.readString(Path.of("..", "..", "docs", "recipes.md"));

    String program = Files.readString(recipe).replace("package recipes;\n\n", "");
    assertThat(document).contains("```java\n" + program + "```\n");
  }
}
