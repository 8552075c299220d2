package io.duetime.packaging.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** Every page of the console, by a name, with a text that it shows when it is complete. */
final class Places {
  /** A place, and what is on it. */
  record Place(String path, String text) {}

  private static final Map<String, Place> ALL = new LinkedHashMap<>();

  static {
    ALL.put("overview", new Place("queues", "As many jobs run as the setting maxRunning allows"));
    ALL.put("timeline", new Place("future?ahead=2592000000", "greatest lateness"));
    ALL.put("queue", new Place("queues/" + FilledStore.DONE, "180 ran"));
    ALL.put("late-queue", new Place("queues/" + FilledStore.LATE, "Late since"));
    ALL.put("jobs", new Place("queues/" + FilledStore.LATE + "/jobs", "order-0001"));
    ALL.put("job", new Place("queues/" + FilledStore.LATE + "/jobs/order-0042", "\"sku\""));
    ALL.put("dead-jobs", new Place("queues/" + FilledStore.DEAD + "/dead", "550 no such user"));
    ALL.put("dead-job", new Place("queues/" + FilledStore.DEAD + "/jobs/order-0001", "BURIED"));
    ALL.put("recurring", new Place("queues/" + FilledStore.RECURRING + "/recurring", "0 7 * * *"));
    ALL.put("crons", new Place("recurring", "daily"));
    ALL.put(
        "settings", new Place("queues/" + FilledStore.LIMITED + "/settings", "Who changed what"));
    ALL.put("schedule", new Place("schedule?queue=orders", "Fires"));
    ALL.put("tasks", new Place("tasks", "/ 250,000"));
    ALL.put("store", new Place("store", "writes reach"));
    ALL.put("targets", new Place("targets", "No targets."));
    ALL.put("workers", new Place("workers", "Server"));
    ALL.put("tokens", new Place("tokens", "No tokens"));
    ALL.put("audit", new Place("audit", "PATCH /v1/queues/{queue}"));
  }

  private Places() {}

  static Map<String, Place> all() {
    return ALL;
  }

  static Place of(String name) {
    return ALL.get(name);
  }
}
