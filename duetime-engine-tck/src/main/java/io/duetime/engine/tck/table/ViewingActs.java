package io.duetime.engine.tck.table;

import io.duetime.Counts;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looking. */
final class ViewingActs {
  private ViewingActs() {}

  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("V-F", c -> c.queue.find(Case.ID).map(job -> job.state().name()).orElse("nothing"));
    acts.put("V-L", ViewingActs::listed);
    acts.put("V-C", ViewingActs::counted);
    acts.put("V-E", c -> c.queue.explain(Case.ID).why().name());
    return acts;
  }

  private static String listed(Case c) {
    List<JobView> jobs = c.queue.list(Selection.ALL);
    if (jobs.isEmpty()) {
      return "nothing";
    }
    return String.join(", ", jobs.stream().map(job -> job.state().name()).toList());
  }

  private static String counted(Case c) {
    Counts.States counts = c.queue.counts();
    Map<String, Long> byState = new LinkedHashMap<>();
    byState.put("DELAYED", counts.delayed());
    byState.put("READY", counts.ready());
    byState.put("RUNNING", counts.running());
    byState.put("DEAD", counts.dead());
    byState.put("DONE", counts.done());
    byState.put("CANCELLED", counts.cancelled());
    byState.values().removeIf(count -> count == 0);
    if (byState.isEmpty()) {
      return "nothing";
    }
    return String.join(
        ", ", byState.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
  }
}
