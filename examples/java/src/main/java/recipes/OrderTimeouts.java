package recipes;

import io.duetime.*;
import java.time.Duration;
import java.util.function.Consumer;

/** Closes orders that are not paid within 30 minutes. */
public final class OrderTimeouts {
  private final JobQueue<String> timeouts;

  public OrderTimeouts(Duetime duetime) {
    this.timeouts = duetime.queue("order-timeouts", Codec.string());
    timeouts.admin().configure(settings -> settings.retention(Duration.ofDays(1)));
  }

  public void placed(String order) {
    timeouts.schedule(order, order, Duration.ofMinutes(30));
  }

  /** Returns false if the order is being closed or is closed: the payment came too late. */
  public boolean paid(String order) {
    return timeouts.cancel(order) == CancelOutcome.CANCELLED;
  }

  public Worker start(Consumer<String> close) {
    return timeouts.worker(job -> close.accept(job.payload())).concurrency(16).start();
  }
}
