package quickstart;

import io.duetime.*;
import java.time.Duration;

public class Quickstart {
  public static void main(String[] args) {
    try (Duetime duetime = Duetime.open("embedded:./quickstart-data")) {
      JobQueue<String> orders = duetime.queue("order-timeouts", Codec.string());
      orders.schedule("order-42", "42 EUR", Duration.ofSeconds(2));
      orders.schedule("order-43", "17 EUR", Duration.ofSeconds(2));
      System.out.println("order-43 is paid: " + orders.cancel("order-43"));
      try (Worker worker = orders.worker(job -> System.out.println("close " + job.id())).start()) {
        worker.awaitStopped(Duration.ofSeconds(3));
      }
    }
  }
}
