package recipes;

import io.duetime.*;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import java.util.function.Consumer;

/** Sends a payment reminder at 9 o'clock on the third business day after the invoice. */
public final class PaymentReminders {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private final JobQueue<String> reminders;
  private final Set<LocalDate> holidays;

  public PaymentReminders(Duetime duetime, Set<LocalDate> holidays) {
    this.reminders = duetime.queue("payment-reminders", Codec.string());
    this.holidays = Set.copyOf(holidays);
  }

  public void invoiced(String invoice, LocalDate day) {
    reminders.schedule(
        JobRequest.builder(invoice)
            .id(invoice)
            .dueAt(businessDaysAfter(day, 3).atTime(LocalTime.of(9, 0)), ZONE)
            .build());
  }

  private LocalDate businessDaysAfter(LocalDate day, int days) {
    LocalDate found = day;
    for (int left = days; left > 0; ) {
      found = found.plusDays(1);
      boolean isWeekend = found.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) >= 0;
      if (!isWeekend && !holidays.contains(found)) {
        left--;
      }
    }
    return found;
  }

  public Worker start(Consumer<String> remind) {
    return reminders.worker(job -> remind.accept(job.payload())).start();
  }
}
