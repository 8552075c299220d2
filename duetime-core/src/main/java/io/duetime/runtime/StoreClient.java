package io.duetime.runtime;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.DuetimeSettings;
import io.duetime.JobQueue;
import io.duetime.Limits;
import io.duetime.QueueAdmin;
import io.duetime.QueueSettings;
import io.duetime.TimeSource;
import io.duetime.async.FailureCopier;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.id.Ulids;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.PresenceReader.Own;
import io.duetime.runtime.call.QueueCalls;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.call.StoreResources;
import io.duetime.runtime.claim.QueueClaimers;
import io.duetime.runtime.produce.Specs;
import io.duetime.runtime.read.AdminClient;
import io.duetime.runtime.work.StoreWorkers;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Opens and closes a store with its queues, workers and maintenance. Thread safe. */
public final class StoreClient implements Duetime {
  private final ClientContext context;
  private final String processName;
  private final Runnable whenClosed;
  private final Specs specs;
  private final QueueClaimers claimers;
  private final StoreWorkers workers;
  private final Maintainer maintainer;
  private final QueuePauser pauser;
  private final PresenceKeeper presence;
  private final ConcurrentHashMap<String, QueueCalls> calls = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile UnaryOperator<Presence> added = UnaryOperator.identity();

  private StoreClient(ClientContext context, String processName, Runnable whenClosed) {
    this.context = context;
    this.processName = processName;
    this.whenClosed = whenClosed;
    this.specs = new Specs(new Ulids(context.time(), context.random())::next, context.random());
    this.claimers = new QueueClaimers(context);
    this.workers = new StoreWorkers(context, claimers, processName);
    this.maintainer = new Maintainer(context);
    this.presence = new PresenceKeeper(context, this::presence);
    this.pauser = new QueuePauser(context.engine(), name -> new AdminClient(context(name)));
  }

  /**
   * Opens a client over an engine, which closes with it, and starts the maintenance, unless a
   * server runs it.
   *
   * @param settings the settings without the URI, which is not used
   */
  public static StoreClient over(Engine engine, DuetimeSettings settings, ClientContext.Pace pace) {
    StoreResources around = new StoreResources(settings);
    StoreClient client =
        new StoreClient(around.context(engine, pace), around.processName(), around::close);
    around.own(client::own);
    if (!engine.capabilities().served()) {
      client.maintainer.look();
    }
    // In a store of this process alone only a server reads it.
    if (engine.capabilities().shared()) {
      client.presence.start();
    }
    return client;
  }

  /** Returns the claimers of all queues, for servers, which pass the requests of their callers. */
  public QueueClaimers queueClaimers() {
    return claimers;
  }

  /** Returns the writing calls of a queue, which are sent in batches, for servers. */
  public QueueCalls calls(String queue) {
    return calls.computeIfAbsent(Limits.queue(queue), name -> new QueueCalls(name, context));
  }

  /** Returns the engine with the time limit of {@code answerWithin}, for servers. */
  public Engine engine() {
    return context.engine();
  }

  /** Returns the clocks and timers of the store, for servers. */
  public TimeSource time() {
    return context.time();
  }

  /** Publishes the presence of this process, with what a server adds to it. */
  public void publish(UnaryOperator<Presence> addition) {
    added = addition;
    presence.start();
  }

  private Presence presence() {
    return added.apply(new Presence(processName, 0, null, workers.present(), List.of(), 0));
  }

  private Own own() {
    return new Own(presence.document(), presence().at(context.clock().now().toEpochMilli()));
  }

  /** Runs the maintenance that is due now. */
  public void maintain() {
    maintainer.look();
  }

  /** Lets workers end with the JVM, whatever their settings say, for tests. */
  public void keepNoJvmAlive() {
    workers.keepNoJvmAlive();
  }

  @Override
  public <T> JobQueue<T> queue(String name, Codec<T> codec) {
    return new QueueClient<>(context(name), Limits.given("codec", codec), this);
  }

  @Override
  public QueueAdmin admin(String queue) {
    return new AdminClient(context(queue));
  }

  @Override
  public List<String> queues() {
    return context.waits().get(Stages.call(() -> context.engine().queues()));
  }

  @Override
  public List<String> pause(String pattern) {
    return context.waits().get(pauser.pause(pattern));
  }

  @Override
  public List<String> resume(String pattern) {
    return context.waits().get(pauser.resume(pattern));
  }

  @Override
  public Instant now() {
    return context.waits().get(asked());
  }

  @Override
  public CompletableFuture<Instant> nowAsync() {
    return context.forCallers(asked());
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      try {
        closeAll();
      } finally {
        closed.complete(null);
      }
    }
    context.waits().get(closed.copy());
  }

  // Workers settle and waiting claims are released while the engine is open; callers are answered
  // while the callback threads run.
  private void closeAll() {
    workers.refuse();
    claimers.close();
    workers.close();
    maintainer.close();
    presence.close();
    context.engine().close();
    // A worker whose handler outlasts its limit needs timers until it has released its job.
    workers.stopped().whenComplete((done, failure) -> whenClosed.run());
  }

  private QueueContext context(String queue) {
    return new QueueContext(
        queue, context, calls(queue), context.engine().capabilities().defaultDurability(), false);
  }

  private CompletableFuture<Instant> asked() {
    return Stages.call(() -> context.engine().nowMillis()).thenApply(Instant::ofEpochMilli);
  }

  Specs specs() {
    return specs;
  }

  StoreWorkers workers() {
    return workers;
  }

  String processName() {
    return processName;
  }

  /**
   * Pauses and resumes the queues that a pattern names. A queue that fails does not keep the others
   * from being changed; the failure then names both.
   */
  record QueuePauser(Engine engine, Function<String, AdminClient> admins) {
    /** The most names in a message, so that it fits on a log line. */
    private static final int NAMED = 20;

    CompletableFuture<List<String>> pause(String pattern) {
      return changeAll(pattern, QueueSettings.Builder::paused);
    }

    CompletableFuture<List<String>> resume(String pattern) {
      return changeAll(pattern, QueueSettings.Builder::notPaused);
    }

    private CompletableFuture<List<String>> changeAll(
        String text, UnaryOperator<QueueSettings.Builder> change) {
      QueuePattern pattern = new QueuePattern(text);
      return pattern.isName()
          ? change(text, change).thenApply(isChanged -> isChanged ? List.of(text) : List.of())
          : matching(pattern)
              .thenCompose(names -> Stages.each(names, name -> outcome(name, change)))
              .thenApply(QueuePauser::changed);
    }

    private CompletableFuture<List<String>> matching(QueuePattern pattern) {
      return Stages.call(engine::queues)
          .thenApply(names -> names.stream().filter(pattern::matches).toList());
    }

    private CompletableFuture<Outcome> outcome(
        String name, UnaryOperator<QueueSettings.Builder> change) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      Stages.whenAnswered(
          Stages.call(() -> change(name, change)),
          isChanged -> outcome.complete(new Outcome(name, isChanged, null)),
          failure -> outcome.complete(new Outcome(name, false, failure)));
      return outcome;
    }

    private CompletableFuture<Boolean> change(
        String name, UnaryOperator<QueueSettings.Builder> change) {
      return admins.apply(name).changedIfOther(change);
    }

    private static List<String> changed(List<Outcome> outcomes) {
      List<String> changed =
          outcomes.stream().filter(Outcome::isChanged).map(Outcome::queue).toList();
      List<Outcome> failed = outcomes.stream().filter(each -> each.failure != null).toList();
      for (Outcome first : failed) {
        if (first.failure != null) {
          throw FailureCopier.copy(first.failure, message(first.failure, failed, changed));
        }
      }
      return changed;
    }

    private static String message(
        DuetimeException first, List<Outcome> failed, List<String> changed) {
      return named(failed.stream().map(Outcome::queue).toList())
          + " failed: "
          + first.getMessage()
          + "; changed: "
          + (changed.isEmpty() ? "none" : named(changed))
          + "; the call may be repeated";
    }

    private static String named(List<String> queues) {
      String names = String.join(", ", queues.subList(0, Math.min(NAMED, queues.size())));
      return queues.size() > NAMED ? names + " and " + (queues.size() - NAMED) + " more" : names;
    }

    private record Outcome(String queue, boolean isChanged, @Nullable DuetimeException failure) {}
  }
}
