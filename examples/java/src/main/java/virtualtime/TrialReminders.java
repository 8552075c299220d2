package virtualtime;

import io.duetime.*;
import java.time.Duration;
import java.util.function.Consumer;

/** Reminds a customer two days before a trial of 14 days ends, and ends the trial. */
public final class TrialReminders {
  private static final Duration TRIAL = Duration.ofDays(14);
  private static final Duration NOTICE = Duration.ofDays(2);

  private final JobQueue<String> reminders;
  private final JobQueue<String> ends;

  public TrialReminders(Duetime duetime) {
    this.reminders = duetime.queue("trial-reminders", Codec.string());
    this.ends = duetime.queue("trial-ends", Codec.string());
  }

  public void start(Consumer<String> remind, Consumer<String> end) {
    reminders.worker(job -> remind.accept(job.payload())).start();
    ends.worker(job -> end.accept(job.payload())).start();
  }

  public void signedUp(String customer) {
    reminders.schedule(customer, customer, TRIAL.minus(NOTICE));
    ends.schedule(customer, customer, TRIAL);
  }

  public void bought(String customer) {
    reminders.cancel(customer);
    ends.cancel(customer);
  }

  /** Gives the customer more time from now on. */
  public void prolong(String customer, Duration more) {
    reminders.reschedule(customer, more.minus(NOTICE));
    ends.reschedule(customer, more);
  }
}
