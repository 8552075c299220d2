package recipes;

import io.duetime.*;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Consumer;

/** Makes one report each night at 02:30, even when several processes run this. */
public final class NightlyReport {
  private final JobQueue<String> reports;

  public NightlyReport(Duetime duetime) {
    this.reports = duetime.queue("reports", Codec.string());
  }

  /** Every process calls this when it starts. */
  public Worker start(ZoneId zone, Consumer<Instant> report) {
    reports.every("nightly", Schedule.cron("30 2 * * *", zone), "all shops");
    return reports.worker(job -> report.accept(job.firstDueAt())).start();
  }
}
