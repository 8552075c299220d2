package quickstart;

import io.duetime.*;
import io.duetime.json.JsonCodec;
import java.time.Duration;
import java.time.ZoneId;

/** Schedules, moves, explains and cancels a job, and defines a recurring one, as in the README. */
public class Tour {
  public static void main(String[] args) {
    try (Duetime duetime = Duetime.open("memory:")) {
      record CloseOrder(int order) {}
      JobQueue<CloseOrder> orders = duetime.queue("order-timeouts", JsonCodec.of(CloseOrder.class));
      JobRequest<CloseOrder> request =
          JobRequest.builder(new CloseOrder(42))
              .id("order-42")
              .delay(Duration.ofMinutes(30))
              .onConflict(OnConflict.REPLACE)
              .retry(RetryPolicy.fixed(4, Duration.ofMinutes(10)))
              .expiresAfter(Duration.ofDays(1), Expiry.Action.BURY)
              .tag("customer-7")
              .build();
      orders.schedule(request);
      orders.reschedule("order-42", Duration.ofMinutes(45));
      System.out.println(orders.explain("order-42").why());
      System.out.println(orders.cancel("order-42"));
      orders.every(
          "report", Schedule.cron("0 7 * * *", ZoneId.of("Europe/Berlin")), new CloseOrder(0));
      System.out.println(orders.counts().waiting());
    }
  }
}
