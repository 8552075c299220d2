package recipes;

import io.duetime.*;
import io.duetime.json.JsonCodec;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Calls one person after the other until an alarm is acknowledged. */
public final class Escalations {
  /** One person to call about an alarm. */
  public record Call(String alarm, String person) {}

  private static final Duration STEP = Duration.ofMinutes(15);

  private final JobQueue<Call> calls;

  public Escalations(Duetime duetime) {
    this.calls = duetime.queue("escalations", JsonCodec.of(Call.class));
  }

  /** Calls the first person at once, and each further one 15 minutes later. */
  public void raised(String alarm, List<String> people) {
    for (int i = 0; i < people.size(); i++) {
      calls.schedule(
          JobRequest.builder(new Call(alarm, people.get(i)))
              .id(alarm + "/" + i)
              .delay(STEP.multipliedBy(i))
              .tag(alarm)
              .build());
    }
  }

  public void acknowledged(String alarm) {
    calls.waiting().tagged(alarm).cancel();
  }

  public Worker start(Consumer<Call> call) {
    return calls.worker(job -> call.accept(job.payload())).start();
  }
}
