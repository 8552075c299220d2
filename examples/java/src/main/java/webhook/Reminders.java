package webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.*;
import io.duetime.handover.HandOver;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.webhook.WebhookTargetProvider;
import java.time.Duration;
import java.util.Map;
import java.util.Scanner;

/** Stores reminders, and posts each one to an HTTP endpoint when it is due. */
public final class Reminders implements AutoCloseable {
  private final JobQueue<String> reminders;
  private final Target phone;
  private final HandOver handOver;

  public Reminders(Duetime duetime, String url, String secretFile) {
    Map<String, String> settings =
        Map.of("url", url, "secretFile", secretFile, "allowPrivate", "127.0.0.0/8");
    this.reminders = duetime.queue("reminders", Codec.string());
    this.phone = new WebhookTargetProvider().open(new TargetSettings("phone", settings));
    this.handOver =
        HandOver.of(duetime.queue("reminders", Codec.bytes()), phone.publisher(Map.of())).start();
  }

  /** Reminds once, also if the call is repeated with the same id. */
  public void remind(String id, String text, Duration delay) {
    reminders.schedule(id, text, delay);
  }

  @Override
  public void close() {
    handOver.close();
    phone.close();
  }

  public static void main(String[] args) {
    try (Duetime duetime = Duetime.open("embedded:./reminders-data");
        Reminders reminders = new Reminders(duetime, args[0], args[1]);
        Scanner lines = new Scanner(System.in, UTF_8)) {
      while (lines.hasNextInt()) {
        Duration delay = Duration.ofSeconds(lines.nextInt());
        String text = lines.nextLine().strip();
        reminders.remind(text, text, delay);
      }
    }
  }
}
