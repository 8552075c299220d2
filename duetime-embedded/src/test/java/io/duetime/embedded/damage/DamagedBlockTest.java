package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.JobPage;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleRequest;
import io.duetime.StoreFailureException;
import io.duetime.Timeline;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.Verification;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.fixture.DamagedTable;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Finding;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.kernel.transfer.Transfer.JobWalk;
import io.duetime.kernel.transfer.Transfer.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Three bytes of a data block were overwritten while the store was closed. */
class DamagedBlockTest {
  private static final int JOBS = 2_000;
  private static final int BATCH = 100;

  @TempDir Path folder;

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(
        folder, EmbeddedOptions.DEFAULT.space(0, 0).window(50), InstantSource.system());
  }

  private static String id(int number) {
    return "job-%04d".formatted(number);
  }

  private void fill() {
    try (EmbeddedEngine engine = open()) {
      for (int i = 0; i < JOBS; i += BATCH) {
        List<JobSpec> jobs = new ArrayList<>();
        for (int j = i; j < i + BATCH; j++) {
          jobs.add(Calls.job(id(j), 1_000 + j).toBuilder().tags(List.of("t")).build());
        }
        answer(engine.schedule("q", jobs, Durability.FSYNCED));
      }
    }
  }

  private static Set<String> claimAll(EmbeddedEngine engine) {
    Set<String> claimed = new HashSet<>();
    ClaimResult some;
    do {
      some = answer(engine.claim("q", ClaimRequest.of(BATCH, 3_600_000)));
      some.jobs().forEach(job -> claimed.add(job.lease().id()));
    } while (!some.jobs().isEmpty());
    return claimed;
  }

  private static List<String> listAll(EmbeddedEngine engine, Selection selection) {
    List<String> ids = new ArrayList<>();
    String cursor = null;
    do {
      JobPage<JobView> page = answer(engine.list("q", selection, cursor, 300));
      page.jobs().stream().map(JobView::id).forEach(ids::add);
      cursor = page.cursor();
    } while (cursor != null);
    return ids;
  }

  private static void assertNothingIsSilent(EmbeddedEngine engine, int found) {
    Counts counts = answer(engine.counts("q"));
    assertThat(found).isBetween(JOBS / 2, JOBS - 1);
    assertThat(counts.since().setAside()).isEqualTo(JOBS - found);
    assertThat(counts.now().waiting() + counts.now().running()).isEqualTo(found);
    assertThat(answer(engine.selfCheck()))
        .filteredOn(Finding::check, "records")
        .singleElement()
        .returns(Finding.Verdict.WARNING, Finding::verdict);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 0.7, 0.99})
  void claimsSetAsideTheJobsOfABlockAndTakeAllOthers(double part) throws IOException {
    fill();
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, Family.JOB, part);

    try (EmbeddedEngine engine = open()) {
      int claimed = claimAll(engine).size();

      assertNothingIsSilent(engine, claimed);
      assertThat(answer(engine.counts("q")).now().running()).isEqualTo(claimed);
    }
    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.selfCheck()))
          .filteredOn(Finding::check, "records")
          .extracting(Finding::verdict)
          .containsExactly(Finding.Verdict.WARNING);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.5, 0.99})
  void claimsSetAsideTheJobsWhoseChangesCannotBeRead(double part) throws IOException {
    fill();
    try (EmbeddedEngine engine = open()) {
      List<Settlement> releases = new ArrayList<>();
      for (int i = 0; i < JOBS; i += BATCH) {
        for (ClaimedJob job : answer(engine.claim("q", ClaimRequest.of(BATCH, 60_000))).jobs()) {
          releases.add(new Settlement(job.lease(), new SettleRequest.Retry(0L, null, "not now")));
        }
      }
      answer(engine.settle("q", releases, Durability.FSYNCED));
    }
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, Family.HEAD, part);

    try (EmbeddedEngine engine = open()) {
      assertNothingIsSilent(engine, claimAll(engine).size());
    }
  }

  @Test
  void aListOfWhatWaitsSetsThemAside() throws IOException {
    fill();
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, Family.JOB, 0.4);

    try (EmbeddedEngine engine = open()) {
      List<String> listed = listAll(engine, Selection.WAITING);

      assertNothingIsSilent(engine, listed.size());
      assertThat(claimAll(engine)).containsExactlyInAnyOrderElementsOf(listed);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JOB", "DUE", "TAG", "MINUTE"})
  void aWalkOverAllJobsShowsThoseBehindTheDamageToo(Family family) throws IOException {
    fill();
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, family, 0.3);

    try (EmbeddedEngine engine = open()) {
      JobWalk walk = ((Transfer.Movable) engine).transfer().jobs("q");
      List<String> ids = new ArrayList<>();
      int unreadable = 0;
      Page page;
      do {
        page = answer(walk.next(300));
        page.jobs().forEach(job -> ids.add(job.job().head().id()));
        unreadable += page.unreadable();
      } while (!page.isLast());

      long setAside = answer(engine.counts("q")).since().setAside();
      assertThat(ids).doesNotHaveDuplicates().isSorted();
      assertThat(ids.size() + unreadable + setAside).isEqualTo(JOBS);
      assertThat(unreadable + setAside).isEqualTo(family == Family.JOB ? JOBS - ids.size() : 0);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DAMAGED", "HEAD", "LEASE", "ENDED", "META"})
  void aVerificationGoesOnBehindTheDamageAndNamesItOnce(Family family) throws IOException {
    fill();
    DamagedTable.compact(folder);
    String table = DamagedTable.overwrite(folder, family, 0.3).getFileName().toString();

    Verification found = Verification.of(folder);

    assertThat(found.findings())
        .filteredOn(finding -> finding.message().contains(table))
        .hasSize(1);
    long unreadable =
        found.findings().stream()
            .filter(finding -> finding.message().endsWith("its record cannot be read"))
            .count();
    assertThat(found.jobs() + unreadable).isEqualTo(JOBS);
    assertThat(unreadable).isBetween(family == Family.JOB ? 1L : 0L, JOBS / 2L);
    assertThat(found.count()).isEqualTo(1 + unreadable);
  }

  @Test
  void countsForEachMinuteThatCannotBeReadAreCountedAgain() throws IOException {
    fill();
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, Family.MINUTE, 0.3);

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.counts("q")).now().ready()).isEqualTo(JOBS);
      Timeline timeline = answer(engine.timeline("q", 0, 2_000, 2));
      assertThat(timeline.buckets())
          .extracting(Timeline.Bucket::waiting)
          .containsExactly(0L, 1_000L);
      assertThat(claimAll(engine)).hasSize(JOBS);
    }
  }

  @Test
  void aCallAboutOneOfThemIsRefusedAndChangesNothing() throws IOException {
    fill();
    DamagedTable.compact(folder);
    DamagedTable.overwrite(folder, Family.JOB, 0.5);

    try (EmbeddedEngine engine = open()) {
      String id = firstUnreadable(engine);
      List<JobSpec> jobs = List.of(Calls.job("new", 0), Calls.job(id, 0));
      StoreFailureException refused =
          catchThrowableOfType(
              StoreFailureException.class,
              () -> answer(engine.schedule("q", jobs, Durability.NONE)));

      assertThat(refused.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
      assertThat(refused)
          .hasMessageContaining("queue q, job " + id)
          .hasMessageContaining(".sst")
          .hasMessageContaining("restore the folder from a backup")
          .hasMessageContaining("duetime export");
      assertThat(answer(engine.counts("q")).now().waiting()).isEqualTo(JOBS);

      claimAll(engine);
      assertThat(answer(engine.schedule("q", jobs, Durability.NONE)))
          .allMatch(result -> result.outcome() == ScheduleOutcome.CREATED);
    }
  }

  private static String firstUnreadable(EmbeddedEngine engine) {
    for (int i = 0; i < JOBS; i++) {
      try {
        answer(engine.find("q", id(i)));
      } catch (StoreFailureException unreadable) {
        return id(i);
      }
    }
    throw new AssertionError("all can be read");
  }
}
