package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.StoreFailureException;
import io.duetime.engine.Finding;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.fixture.store.TestStores;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others, or another version, have put into the keys of a store: the rest goes on. */
class BadDataTest {
  private static final byte[] CONTENT = {1};
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  /** Something that makes a job unreadable, in words of Redis's Lua. */
  enum Damage {
    RECORD_OF_VERSION_2("'HSET', KEYS[1], 'b', '\\034\\0\\0\\0payload123456'"),
    NO_RECORD("'HDEL', KEYS[1], 'b'"),
    EMPTY_RECORD("'HSET', KEYS[1], 'b', ''"),
    SHORT_RECORD("'HSET', KEYS[1], 'b', '\\033'"),
    RECORD_WITHOUT_A_RETRY_POLICY("'HSET', KEYS[1], 'b', '\\033\\4\\0\\3abc\\0\\0payload123456'"),
    RECORD_WHOSE_TAGS_ARE_CUT_OFF("'HSET', KEYS[1], 'b', '\\033\\32\\200\\100ab'"),
    STATE_OF_ANOTHER_VERSION("'HSET', KEYS[2], 'b', '\\033' .. string.rep('\\0', 60)"),
    NO_STATE("'HSET', KEYS[2], 'b', ''"),
    SHORT_STATE("'HSET', KEYS[2], 'b', '\\1\\0'"),
    STATE_WITHOUT_ITS_RARE_PART("'HSET', KEYS[2], 'b', '\\1\\2' .. string.rep('\\0', 43)"),
    STATE_WITH_A_NUMBER_FOR_ITS_RARE_PART(
        "'HSET', KEYS[2], 'b', '\\1\\2' .. string.rep('\\0', 43) .. '\\7'"),
    STATE_WITH_A_NUMBER_FOR_ITS_HISTORY(
        "'HSET', KEYS[2], 'b', '\\1\\2' .. string.rep('\\0', 43) .. cmsgpack.pack({ h = 5 })"),
    STATE_WITH_A_TEXT_FOR_ITS_SUCCESSOR(
        "'HSET', KEYS[2], 'b', '\\1\\2' .. string.rep('\\0', 43) .. cmsgpack.pack({ s = 'x' })");

    private final String call;

    Damage(String call) {
      this.call = call;
    }
  }

  private void run(String lua) {
    TestStores.SERVER.call(
        "EVAL", lua, "2", store.key("orders", "jobs"), store.key("orders", "runs"));
  }

  private void damage(Damage damage) {
    run("return redis.call(" + damage.call + ")");
  }

  @ParameterizedTest
  @EnumSource
  void aJobThatWaitsIsSetAsideAndTheRestGoesOn(Damage damage) {
    long now = queue.now();
    queue.schedule(Jobs.jobAt("a", now));
    queue.schedule(Jobs.jobAt("b", now + 1));
    queue.schedule(Jobs.jobAt("c", now + 2));
    damage(damage);
    store.advance(SECOND);

    assertThat(queue.run(10)).containsExactly("a", "c");
    assertThat(queue.claim(10)).isEmpty();
    assertIsSetAside();
  }

  @ParameterizedTest
  @EnumSource
  void aJobAmongSeveralPrioritiesIsSetAsideAndTheRestGoesOn(Damage damage) {
    queue.schedule(Jobs.job("a", SECOND).priority(1));
    queue.schedule(Jobs.job("b", SECOND).priority(2));
    queue.schedule(Jobs.job("c", SECOND).priority(3));
    damage(damage);
    store.advance(SECOND);

    assertThat(queue.run(10)).containsExactly("a", "c");
    assertThat(queue.claim(10)).isEmpty();
    assertIsSetAside();
  }

  @ParameterizedTest
  @EnumSource
  void aReadyJobAmongSeveralPrioritiesIsSetAsideAndItsIdMayWaitAgain(Damage damage) {
    queue.schedule(Jobs.job("a").priority(1));
    queue.schedule(Jobs.job("b").priority(2));
    queue.schedule(Jobs.job("c").priority(3));
    assertThat(queue.run(1)).containsExactly("a");
    damage(damage);
    assertThat(queue.run(10)).containsExactly("c");
    assertIsSetAside();

    queue.schedule(Jobs.job("d").priority(5));
    queue.schedule(Jobs.job("b").priority(4));

    assertThat(queue.run(10)).containsExactly("b", "d");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NO_STATE", "STATE_WITH_A_TEXT_FOR_ITS_SUCCESSOR"})
  void aListOfWhatWaitsSetsItAside(Damage damage) {
    for (String id : List.of("a", "b", "c")) {
      queue.schedule(Jobs.job(id));
    }
    damage(damage);

    assertThat(queue.list(Selection.WAITING)).extracting(JobView::id).containsExactly("a", "c");
    assertThat(queue.events().setAside()).isEqualTo(1);
    assertThat(queue.counts().waiting()).isEqualTo(2);
  }

  @Test
  void aJobWhoseRecordIsMissingIsNotUnknownToACallAboutIt() {
    queue.schedule(Jobs.job("b"));
    assertThat(queue.claim(1)).hasSize(1);
    damage(Damage.NO_RECORD);

    assertThat(catchThrowableOfType(StoreFailureException.class, () -> queue.find("b")).code())
        .isEqualTo(ErrorCode.STORE_DAMAGED);
  }

  @ParameterizedTest
  @EnumSource
  void aJobThatRunsIsSetAsideWhenItsLeaseHasEnded(Damage damage) {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    assertThat(queue.claim(2)).hasSize(2);
    // Whatever the state says, it says that the job runs.
    run("redis.call(" + damage.call.replace("'\\1\\", "'\\2\\") + ")");
    store.advance(TestQueue.LEASE);

    Answers.of(store.engine().maintain());
    store.advance(Duration.ofHours(1));
    assertThat(queue.run(10)).containsExactly("a");
    assertIsSetAside();
  }

  @ParameterizedTest
  @EnumSource
  void aListOfWhatRunsHasTheJobsBesideOneThatCannotBeUnderstood(Damage damage) {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    assertThat(queue.claim(2)).hasSize(2);
    run("redis.call(" + damage.call.replace("'\\1\\", "'\\2\\") + ")");

    assertThat(queue.list(Selection.ALL.in(JobState.RUNNING)))
        .extracting(JobView::id)
        .contains("a");
  }

  @ParameterizedTest
  @EnumSource(names = {"RECORD_OF_VERSION_2", "NO_RECORD", "SHORT_STATE"})
  void aJobThatIsRememberedIsSetAsideWhenItsTimeHasCome(Damage damage) {
    queue.configure(settings -> settings.retention(SECOND));
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    assertThat(queue.run(2)).hasSize(2);
    damage(damage);
    store.advance(SECOND);

    Answers.of(store.engine().maintain());

    assertThat(queue.counts().done()).isZero();
    assertThat(queue.list(Selection.ALL)).isEmpty();
  }

  private void assertIsSetAside() {
    assertThat(queue.find("b")).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
    assertThat(queue.counts().waiting() + queue.counts().running()).isZero();
    assertThat(queue.events().setAside()).isEqualTo(1);
    assertThat(records())
        .isEqualTo("records that cannot be understood were set aside: 1 of queue orders");
    queue.schedule(Jobs.job("b"));
    assertThat(queue.run(10)).containsExactly("b");
  }

  private String records() {
    return Answers.of(store.engine().selfCheck()).stream()
        .filter(finding -> finding.check().equals("records"))
        .map(Finding::message)
        .findFirst()
        .orElse("not looked at");
  }

  @ParameterizedTest
  @ValueSource(strings = {"meta", "jobs", "due", "leased", "runs", "seen"})
  void aKeyOfAnotherTypeIsNamedAndOtherQueuesGoOn(String name) {
    TestQueue other = new TestQueue(store, "mails");
    queue.schedule(Jobs.job("a"));
    TestStores.SERVER.call("SET", store.key("orders", name), "mine");

    StoreFailureException failure =
        catchThrowableOfType(StoreFailureException.class, () -> queue.claim(10));

    assertThat(failure.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
    assertThat(failure)
        .hasMessageContaining(store.key("orders", name) + " is a string")
        .hasMessageContaining("queue orders");
    other.schedule(Jobs.job("b"));
    assertThat(other.claim(10)).hasSize(1);
    store.advance(TestQueue.LEASE);
    assertThat(Answers.of(store.engine().maintain()).leasesLost()).isEqualTo(1);
    TestStores.SERVER.call("DEL", store.key("orders", name));
    store.advance(Duration.ofHours(1));
    queue.schedule(Jobs.job("c"));
    assertThat(queue.run(10)).contains("c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "epochs", "order", "conf"})
  void aQueueWhoseOwnDataCannotBeUnderstoodIsNamedAndOthersGoOn(String field) {
    TestQueue other = new TestQueue(store, "mails");
    queue.schedule(Jobs.job("a"));
    TestStores.SERVER.call("HSET", store.key("orders", "meta"), field, "1");
    store.reopen();

    StoreFailureException failure =
        catchThrowableOfType(StoreFailureException.class, () -> queue.schedule(Jobs.job("c")));

    assertThat(failure).hasMessageContaining("queue orders");
    other.schedule(Jobs.job("b"));
    assertThat(other.claim(10)).hasSize(1);
    store.advance(TestQueue.LEASE);
    assertThat(Answers.of(store.engine().maintain()).leasesLost()).isEqualTo(1);
  }

  @Test
  void settingsOfAnotherVersionAreRefusedUntilTheyAreGivenAgainAndJobsGoOn() {
    queue.schedule(Jobs.job("a"));
    TestStores.SERVER.call("HSET", store.key("orders", "meta"), "settings", "version=2\n");

    StoreFailureException failure =
        catchThrowableOfType(StoreFailureException.class, queue::settings);

    assertThat(failure.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
    assertThat(queue.run(10)).containsExactly("a");
    Answers.of(store.engine().configure("orders", QueueSettings.DEFAULT));
    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void aDefinitionOfAnotherVersionMakesNoJobsAndTheOthersDo() {
    for (String name : List.of("one", "two")) {
      Answers.of(
          store.engine().putRecurring("orders", RecurringChange.of(recurring(name, SECOND))));
    }
    TestStores.SERVER.call("HSET", store.key("orders", "recurring"), "one", "\u0002");
    store.advance(SECOND);
    assertThat(queue.run(10)).as("made ahead of their time").hasSize(2);

    Answers.of(store.engine().maintain());
    store.advance(SECOND);

    assertThat(queue.run(10)).singleElement().asString().startsWith("two");
  }

  @Test
  void theSelfCheckNamesAQueueThatCannotBeRead() {
    queue.schedule(Jobs.job("a"));
    TestStores.SERVER.call("HSET", store.key("orders", "meta"), "version", "1");

    assertThat(Answers.of(store.engine().selfCheck()))
        .filteredOn(finding -> finding.check().equals("queue orders"))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message())
                .contains("another version", "duetime export", "duetime import"));
  }

  @Test
  void aPageHasTheDocumentsBehindADamagedOneWhichCanBeDeletedAndReplaced() {
    Documents documents = store.engine();
    for (String name : List.of("ann", "ben", "cem", "dan")) {
      Answers.of(documents.putDocument("tokens", name, Document.ABSENT, CONTENT));
    }
    String key = store.prefix() + ":{#documents.tokens}:documents";
    TestStores.SERVER.call("HSET", key, "ann", "x");
    TestStores.SERVER.call("HDEL", key, "ben");

    assertThat(Answers.of(documents.documents("tokens", null, 2)))
        .extracting(Document::name)
        .containsExactly("cem", "dan");
    assertThat(Answers.of(documents.deleteDocument("tokens", "ann", Document.ABSENT)).outcome())
        .isEqualTo(DocumentResult.Outcome.DONE);
    Answers.of(documents.putDocument("tokens", "ben", Document.ABSENT, CONTENT));
    assertThat(Answers.of(documents.documents("tokens", null, 100))).hasSize(3);
  }

  @Test
  void aPageHasTheEntriesOfTheAuditLogBehindADamagedOne() {
    for (int i = 0; i < 4; i++) {
      Answers.of(store.engine().audit(AuditEvent.of("ann", "delete")));
    }
    String key = store.prefix() + ":{#audit}:entries";
    TestStores.SERVER.call("ZREMRANGEBYSCORE", key, "3", "3");
    TestStores.SERVER.call("ZADD", key, "3", "x");

    assertThat(Answers.of(store.engine().auditEntries(AuditLog.NEWEST, 2)))
        .extracting(AuditEntry::number)
        .containsExactly(4L, 2L);
  }

  private static RecurringJob recurring(String name, Duration every) {
    return new RecurringJob(
        name, Schedule.every(every), Jobs.job(name).build(), MissedTicks.LATEST);
  }
}
