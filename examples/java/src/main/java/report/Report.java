package report;

import io.duetime.*;
import java.time.ZoneId;
import java.util.function.Consumer;

/** Makes a report at each tick of a cron expression, in the local time of a zone. */
public final class Report {
  private final JobQueue<String> reports;
  private final ZoneId zone;

  public Report(Duetime duetime, ZoneId zone) {
    this.reports = duetime.queue("reports", Codec.string());
    this.zone = zone;
  }

  /** Every process calls this when it starts; each tick makes one report all the same. */
  public Recurring define(String name, String cron, String shops) {
    return reports.every(name, Schedule.cron(cron, zone), shops);
  }

  public Worker start(Consumer<String> send) {
    return reports.worker(job -> send.accept(text(job))).start();
  }

  // The due time of the tick, also when a report that failed is tried again later.
  private String text(Job<String> job) {
    return "sales of %s until %s".formatted(job.payload(), job.firstDueAt().atZone(zone));
  }

  public static void main(String[] args) {
    String cron = args.length > 0 ? args[0] : "0 7 * * MON-FRI";
    try (Duetime duetime = Duetime.open("embedded:./report-data")) {
      Report report = new Report(duetime, ZoneId.of("Europe/Berlin"));
      Recurring defined = report.define("sales", cron, "all shops");
      System.out.println("the next reports: " + defined.nextTicks());
      report.start(System.out::println).awaitStopped();
    }
  }
}
