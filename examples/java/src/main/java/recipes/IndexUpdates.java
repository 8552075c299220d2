package recipes;

import io.duetime.*;
import java.time.Duration;
import java.util.function.Consumer;

/** Updates the search index two seconds after the last change, at most 30 seconds late. */
public final class IndexUpdates {
  private final JobQueue<String> updates;

  public IndexUpdates(Duetime duetime) {
    this.updates = duetime.queue("index-updates", Codec.string());
  }

  public void changed(String article) {
    updates.schedule(
        JobRequest.builder(article)
            .id(article)
            .delay(Duration.ofSeconds(2))
            .onConflict(OnConflict.debounce(Duration.ofSeconds(30)))
            .build());
  }

  public Worker start(Consumer<String> update) {
    return updates.worker(job -> update.accept(job.payload())).start();
  }
}
