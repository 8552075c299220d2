package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Names, sizes, and how an engine refuses: by a failed stage, never by throwing past it. */
public abstract class NamesAndSizesContract extends Contract {
  @Test
  void theLongestNamesAreKept() {
    TestQueue longest = queue("q".repeat(Limits.MAX_QUEUE_LENGTH));
    String id = "é".repeat(127) + "x";
    longest.schedule(Jobs.job(id).tags(List.of("t".repeat(255))));

    assertThat(longest.run(1)).containsExactly(id);
  }

  @Test
  void everyCharacterOfAQueueNameIsKept() {
    for (String name : List.of("a-b", "+", "/x/y", ";", "a.b", "$", "_", "()", ":", "0", "A")) {
      queue(name).schedule(Jobs.job("j"));
      assertThat(queue(name).counts().ready()).isEqualTo(1);
    }
    assertThatThrownBy(() -> queue("-a").counts()).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void namesThatBeginAlikeAreDifferentQueues() {
    for (String name : List.of("a", "ab", "a/b", "a:b", "A")) {
      queue(name).schedule(Jobs.job(name));
    }

    for (String name : List.of("a", "ab", "a/b", "a:b", "A")) {
      assertThat(queue(name).run(10)).containsExactly(name);
    }
  }

  @Test
  void thePayloadLimitHoldsForTheItemAlone() {
    assertThat(engine().capabilities().maxPayloadBytes())
        .isEqualTo(Limits.DEFAULT_MAX_PAYLOAD_BYTES);
    byte[] most = new byte[Limits.DEFAULT_MAX_PAYLOAD_BYTES];
    byte[] tooMuch = new byte[Limits.DEFAULT_MAX_PAYLOAD_BYTES + 1];

    List<Scheduled> results =
        queue.schedule(
            List.of(
                Jobs.job("over").body(JobBody.of(tooMuch)).build(),
                Jobs.job("most").body(JobBody.of(most)).build()));

    assertThat(results)
        .extracting(Scheduled::outcome)
        .containsExactly(ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED);
    assertThat(results.get(0).refusal()).isInstanceOf(InvalidRequestException.class);
    assertThat(queue.claimOne().body().payload()).isEqualTo(most);
  }

  @Test
  void aClosedStoreIsUnavailable() {
    Engine engine = engine();
    engine.close();
    engine.close();

    assertThatThrownBy(() -> Answers.of(engine.schedule("ok", Jobs.jobs("j", 1), Durability.NONE)))
        .isInstanceOf(RetryableException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    assertThatThrownBy(() -> Answers.of(engine.claim("ok", ClaimRequest.of(1, 1))))
        .isInstanceOf(RetryableException.class);
    assertThatThrownBy(() -> Answers.of(engine.nowMillis())).isInstanceOf(RetryableException.class);
    assertThatThrownBy(() -> Answers.of(engine.maintain())).isInstanceOf(RetryableException.class);
  }

  @Test
  void whatAServerKeepsForItselfIsUnsupported() {
    assumeTrue(engine().capabilities().served(), "no server is between");

    assertUnsupported(engine().document("tokens", "a"));
    assertUnsupported(engine().documents("tokens", null, 1));
    assertUnsupported(engine().putDocument("tokens", "a", Document.ABSENT, new byte[1]));
    assertUnsupported(engine().deleteDocument("tokens", "a", 1));
    assertUnsupported(engine().audit(AuditEvent.of("ann", "a")));
    assertUnsupported(engine().auditEntries(AuditLog.NEWEST, 1));
  }

  private static void assertUnsupported(CompletionStage<?> answer) {
    assertThatThrownBy(() -> Answers.of(answer))
        .isInstanceOf(InvalidRequestException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void theStoreLooksItselfOverAndSaysWhatItIs() {
    assertThat(Answers.of(engine().selfCheck())).isNotNull();
    assertThat(engine().capabilities().name()).isNotBlank();
  }
}
