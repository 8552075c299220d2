package recipes;

import io.duetime.*;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Writes to a new customer after 1, 3 and 7 days, until the customer buys something. */
public final class FollowUps {
  private final JobQueue<String> mails;

  public FollowUps(Duetime duetime) {
    this.mails = duetime.queue("follow-ups", Codec.string());
  }

  public void signedUp(String customer) {
    mails.scheduleAll(
        Stream.of(1, 3, 7)
            .map(day ->
                JobRequest.builder(customer)
                    .id(customer + "/day-" + day)
                    .delay(Duration.ofDays(day))
                    .header("day", String.valueOf(day))
                    .tag(customer)
                    .build())
            .toList());
  }

  public void bought(String customer) {
    mails.waiting().tagged(customer).cancel();
  }

  public Worker start(BiConsumer<String, String> write) {
    return mails.worker(job -> write.accept(job.payload(), job.headers().get("day"))).start();
  }
}
