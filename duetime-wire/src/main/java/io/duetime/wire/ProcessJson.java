package io.duetime.wire;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.MOMENT;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.Presence.Working;
import io.duetime.wire.Members.Value;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes and reads what processes tell of their workers. */
public final class ProcessJson {
  private static final int MOST_WORKERS = 100;
  private static final Value<List<Working>> WORKERS = Values.list(ProcessJson::worker);

  private ProcessJson() {}

  /** What a client tells of itself: its name, and as many workers as servers take. */
  public static Presence process(Members<Presence> m) {
    return new Presence(
        m.need("process", TEXT, Presence::process),
        0,
        null,
        m.need("workers", WORKERS, ProcessJson::firstWorkers),
        List.of(),
        0);
  }

  private static List<Working> firstWorkers(Presence process) {
    List<Working> all = process.workers();
    return all.subList(0, Math.min(MOST_WORKERS, all.size()));
  }

  /** A worker with its handlers. */
  public static Working worker(Members<Working> m) {
    return new Working(
        m.need("queue", TEXT, Working::queue),
        m.need("name", TEXT, Working::name),
        m.need("concurrency", COUNT, Working::concurrency),
        m.need("running", COUNT, Working::running),
        m.need("abandoned", COUNT, Working::abandoned),
        m.need("stuck", FLAG, Working::stuck),
        Objects.requireNonNullElse(m.<Long>nullable("since", MOMENT, ProcessJson::since), 0L),
        m.need("jobs", TEXTS, Working::firstJobs));
  }

  private static @Nullable Long since(Working worker) {
    return worker.sinceMillis() == 0 ? null : worker.sinceMillis();
  }

  /** Checks what a client tells, and returns it. */
  public static Presence checked(Presence told) {
    Limits.text("process", told.process());
    atMost("workers", told.workers().size(), MOST_WORKERS);
    for (Working worker : told.workers()) {
      Limits.queue(worker.queue());
      Limits.text("name", worker.name());
      atMost("jobs", worker.jobs().size(), Presence.MOST_JOBS);
      worker.jobs().forEach(Limits::id);
    }
    return told;
  }

  private static void atMost(String field, int given, int most) {
    if (given > most) {
      throw new InvalidRequestException(field, given, "at most " + most + " " + field);
    }
  }
}
