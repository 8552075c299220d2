package io.duetime.engine.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.duetime.engine.tck.fixture.Contract;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Many threads at once: what each was told has to be true of the whole. */
public abstract class ConcurrencyContract extends Contract {
  private static final int ACTS = 300;
  private static final int LONG_ACTS = 5_000;

  @RepeatedTest(3)
  @Timeout(value = LONG_MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
  void nothingIsLostOrEarlyOrHeldTwice() {
    int acts = Boolean.getBoolean("duetime.long") ? LONG_ACTS : ACTS;

    List<Event> events = new CrowdRun(store, engine()).run(7, acts);

    HistoryCheck.of(events).assertClean();
    assertThat(events).hasSizeGreaterThan(acts * 3);
  }
}
