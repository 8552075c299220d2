package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A receiver in memory: the setting {@code box} names a list, {@code prefix} begins its entries.
 */
public final class InboxProvider implements TargetProvider {
  static final AtomicInteger OPEN = new AtomicInteger();

  /** A prefix that is missing as a destination. */
  static final String NOWHERE = "nowhere-";

  private static final Map<String, BlockingQueue<String>> BOXES = new ConcurrentHashMap<>();
  private static final Set<String> DOWN = ConcurrentHashMap.newKeySet();
  private static final Map<String, CompletableFuture<String>> HELD = new ConcurrentHashMap<>();
  private static final Map<String, Integer> OPENED = new ConcurrentHashMap<>();

  static BlockingQueue<String> box(String name) {
    return BOXES.computeIfAbsent(name, first -> new LinkedBlockingQueue<>());
  }

  static void setDown(String box, boolean isDown) {
    if (isDown) {
      DOWN.add(box);
    } else {
      DOWN.remove(box);
    }
  }

  /** Withholds the confirms of a box until {@link #confirm}. */
  static void holdConfirms(String box) {
    HELD.put(box, new CompletableFuture<>());
  }

  static void confirm(String box) {
    CompletableFuture<String> held = HELD.remove(box);
    if (held != null) {
      held.complete("confirmed");
    }
  }

  @Override
  public String type() {
    return "inbox";
  }

  @Override
  public Target open(TargetSettings settings) {
    settings.allow(Set.of("box", "opens", "passwordEnv", "passwordFile"));
    String box = settings.required("box");
    String login = settings.secret("password").map(secret -> secret + "@").orElse("");
    int opened = OPENED.merge(box, 1, Integer::sum);
    if (settings.optional("opens").filter(most -> opened > Integer.parseInt(most)).isPresent()) {
      throw new IllegalStateException("the box is worn out");
    }
    OPEN.incrementAndGet();
    return new Target() {
      @Override
      public Publisher publisher(Map<String, String> destination) {
        if (!Set.of("prefix").containsAll(destination.keySet())) {
          throw new InvalidRequestException("prefix", destination, "prefix alone");
        }
        String prefix = destination.getOrDefault("prefix", "");
        return new Publisher() {
          @Override
          public CompletionStage<?> publish(JobInfo<byte[]> job) {
            return InboxProvider.publish(box, login + prefix, job);
          }

          @Override
          public CompletionStage<?> lookUp() {
            return prefix.equals(NOWHERE)
                ? CompletableFuture.failedStage(PublishFailure.destination("no such place"))
                : CompletableFuture.completedStage(null);
          }
        };
      }

      @Override
      public void close() {
        OPEN.decrementAndGet();
      }
    };
  }

  private static CompletionStage<?> publish(String box, String prefix, JobInfo<byte[]> job) {
    if (DOWN.contains(box)) {
      return CompletableFuture.failedStage(PublishFailure.notSent("the box is closed"));
    }
    box(box).add(prefix + job.id());
    return HELD.getOrDefault(box, CompletableFuture.completedFuture("confirmed"));
  }
}
