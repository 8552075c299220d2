package recipes;

import io.duetime.*;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Reminds a customer three days before a subscription ends. */
public final class RenewalReminders {
  private final JobQueue<String> reminders;

  public RenewalReminders(Duetime duetime) {
    this.reminders = duetime.queue("renewal-reminders", Codec.string());
  }

  /** Called for a new subscription and for every extension. */
  public void endsAt(String subscription, Instant end) {
    reminders.schedule(
        JobRequest.builder(subscription)
            .id(subscription)
            .dueAt(end.minus(Duration.ofDays(3)))
            .onConflict(OnConflict.REPLACE)
            .build());
  }

  public Worker start(Consumer<String> remind) {
    return reminders.worker(job -> remind.accept(job.payload())).start();
  }
}
