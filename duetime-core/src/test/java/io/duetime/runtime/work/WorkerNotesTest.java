package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Lease;
import io.duetime.RetryableException;
import io.duetime.SettleRequest;
import io.duetime.StoredJob;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Notes of handlers are written with extensions of leases, and cost no lease. */
class WorkerNotesTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void theLatestNoteIsWrittenAtMostOnceASecondAndOtherwiseWithTheExtensionsOfTheLease() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          for (int i = 1; i <= 25; i++) {
            job.note(i + " of 25");
            world.fibers.sleep(Duration.ofMillis(100));
          }
          world.fibers.sleep(Duration.ofSeconds(20));
        })
        .lease(LEASE)
        .start();

    world.pass(Duration.ofMillis(999));
    assertThat(note()).isEmpty();
    world.pass(Duration.ofMillis(1));
    assertThat(note()).contains("10 of 25");
    world.passTo(Duration.ofSeconds(4));
    assertThat(note()).contains("25 of 25");
    assertThat(world.engine.calls("settle")).isEqualTo(3);
    world.passTo(Duration.ofSeconds(12));
    assertThat(world.engine.calls("settle")).isEqualTo(3);
    world.passTo(Duration.ofSeconds(14));
    assertThat(world.engine.calls("settle")).isEqualTo(4);
    assertThat(note()).contains("25 of 25");
  }

  private Optional<String> note() {
    return world.queue().find("a").flatMap(StoredJob::note).map(StoredJob.Note::text);
  }

  @Test
  void aNoteIsWrittenOnceTheStoreIsReachedAgain() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          job.note("begun");
          world.fibers.sleep(Duration.ofMinutes(5));
        })
        .lease(LEASE)
        .start();
    world.engine.refuse("settle", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "gone"));
    world.pass(Duration.ofSeconds(10));
    assertThat(note()).isEmpty();

    world.engine.recover();
    world.pass(Duration.ofSeconds(5));

    assertThat(note()).contains("begun");
  }

  @Test
  void leasesAreExtendedWithoutNotesWhereTheServerRefusesThem() {
    List<String> lost = new ArrayList<>();
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          for (int i = 0; i < 1_200; i++) {
            job.note("part " + i);
            world.fibers.sleep(Duration.ofMillis(100));
          }
          if (job.isLeaseLost()) {
            lost.add(job.id());
          }
        })
        .lease(LEASE)
        .start();
    world.engine.refuse("settle", new InvalidRequestException("note", "part 9", "no such field"));
    world.pass(Duration.ofMillis(1_500));
    world.engine.recover();
    world.passTo(Duration.ofSeconds(50));
    assertThat(note()).isEmpty();
    assertThat(world.engine.calls("settle")).isLessThan(10);

    world.passTo(Duration.ofSeconds(70));
    assertThat(note()).isPresent();
    world.passTo(Duration.ofSeconds(125));

    assertThat(lost).isEmpty();
    assertThat(world.queue().find("a")).isEmpty();
  }

  @Test
  void aNoteOfALeaseIsCarriedByItsNextExtension() {
    world.queue().schedule("a", "x", Duration.ZERO);
    Lease<String> lease = world.queue().claim(1, LEASE, Duration.ZERO).get(0);

    lease.note("one");
    lease.note("two");
    assertThat(note()).isEmpty();
    lease.extend(LEASE);
    assertThat(note()).contains("two");
    world.queue().extendAll(List.of(lease), LEASE);
    lease.settle(SettleRequest.extend(LEASE, "three"));
    lease.extend(LEASE);

    assertThat(note()).contains("three");
    lease.note("four");
    world.engine.refuse("settle", new InvalidRequestException("note", "four", "no such field"));
    assertThatThrownBy(() -> lease.extend(LEASE)).isInstanceOf(InvalidRequestException.class);
    world.engine.recover();
    lease.extend(LEASE);
    assertThat(note()).contains("three");
    assertThatThrownBy(() -> lease.note("x".repeat(201)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("note")
        .hasMessageContaining("1 to 200 bytes of UTF-8 without control characters");
  }
}
