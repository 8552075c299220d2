package io.duetime.spring.boot.autoconfigure;

import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** A receiver in memory. */
public final class MailboxProvider implements TargetProvider {
  static final BlockingQueue<String> MAIL = new LinkedBlockingQueue<>();

  @Override
  public String type() {
    return "mailbox";
  }

  @Override
  public Target open(TargetSettings settings) {
    settings.allow(Set.of("ownAddress"));
    String address = settings.required("ownAddress");
    return new Target() {
      @Override
      public Publisher publisher(Map<String, String> destination) {
        return job -> {
          MAIL.add(address + " " + destination.get("postBox") + " " + job.id());
          return CompletableFuture.completedStage("confirmed");
        };
      }

      @Override
      public void close() {}
    };
  }
}
