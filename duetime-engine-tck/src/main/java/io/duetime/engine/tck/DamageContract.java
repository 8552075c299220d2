package io.duetime.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One record that cannot be read does not stand in the way of the others. */
abstract class DamageContract extends Contract {
  @Test
  void aDamagedJobIsSetAsideAndTheJobsBesideItGoOn() {
    assumeTrue(store.canDamage(), "no record to damage");
    long now = now();
    queue.schedule(Jobs.jobAt("a", now));
    queue.schedule(Jobs.jobAt("b", now + 1));
    queue.schedule(Jobs.jobAt("c", now + 2));

    store.damage(queue.name(), "b");
    advance(Duration.ofSeconds(1));

    assertThat(queue.run(10)).containsExactly("a", "c");
    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.events().setAside()).isEqualTo(1);
    maintain();
    queue.schedule(Jobs.job("d"));
    assertThat(queue.run(10)).containsExactly("d");
  }

  @Test
  void theIdOfADamagedJobCanBeUsedAnew() {
    assumeTrue(store.canDamage(), "no record to damage");
    long now = now();
    queue.schedule(Jobs.jobAt("sooner", now + 20_000));
    queue.schedule(Jobs.jobAt("later", now + 20_000));
    store.damage(queue.name(), "sooner");
    store.damage(queue.name(), "later");
    assertThat(queue.claim(10)).isEmpty();

    queue.schedule(Jobs.jobAt("sooner", now + 10_000));
    queue.schedule(Jobs.jobAt("later", now + 30_000));

    assertThat(queue.list(Selection.WAITING))
        .extracting(JobView::id)
        .containsExactly("sooner", "later");
    advanceTo(now + 10_000);
    assertThat(queue.run(10)).containsExactly("sooner");
    advanceTo(now + 30_000);
    assertThat(queue.run(10)).containsExactly("later");
    assertThat(queue.counts().waiting()).isZero();
  }
}
