package recipes;

import io.duetime.*;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/** Sends a mailing at 07:00 in a time zone, 100 mails a second in the long run. */
public final class Mailing {
  private static final LocalTime SEVEN = LocalTime.of(7, 0);

  private final JobQueue<String> mails;

  public Mailing(Duetime duetime) {
    this.mails = duetime.queue("mailing", Codec.string());
    mails
        .admin()
        .configure(settings ->
            settings
                .rate(new QueueSettings.Rate(100, Duration.ofSeconds(1), 100))
                .retention(Duration.ofDays(7)));
  }

  public void plan(String mailing, List<String> recipients, LocalDate day, ZoneId zone) {
    mails.scheduleAll(
        recipients.stream()
            .map(recipient ->
                JobRequest.builder(recipient)
                    .id(mailing + "/" + recipient)
                    .dueAt(day.atTime(SEVEN), zone)
                    .tag(mailing)
                    .build())
            .toList());
  }

  /** Cancels the mails that are not sent yet, and returns their number. */
  public long stop(String mailing) {
    return mails.waiting().tagged(mailing).cancel();
  }

  public Worker start(Consumer<String> send) {
    return mails.worker(job -> send.accept(job.payload())).concurrency(16).start();
  }
}
