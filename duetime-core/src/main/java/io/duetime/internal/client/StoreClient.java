package io.duetime.internal.client;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.JobQueue;
import io.duetime.Limits;
import io.duetime.QueueAdmin;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import io.duetime.internal.client.call.Pace;
import io.duetime.internal.client.call.QueueCalls;
import io.duetime.internal.client.call.QueueSide;
import io.duetime.internal.client.call.StoreResources;
import io.duetime.internal.client.claim.ClaimLines;
import io.duetime.internal.client.produce.Specs;
import io.duetime.internal.client.read.AdminClient;
import io.duetime.internal.client.work.StoreWorkers;
import io.duetime.internal.id.Ulids;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** An open store: its queues, its workers, its maintenance. Thread safe. */
public final class StoreClient implements Duetime {
  private final ClientContext context;
  private final String processName;
  private final Runnable whenClosed;
  private final Specs specs;
  private final ClaimLines lines;
  private final StoreWorkers workers;
  private final Maintainer maintainer;
  private final ConcurrentHashMap<String, QueueCalls> calls = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();

  private StoreClient(ClientContext context, String processName, Runnable whenClosed) {
    this.context = context;
    this.processName = processName;
    this.whenClosed = whenClosed;
    this.specs = new Specs(new Ulids(context.time(), context.random())::next, context.random());
    this.lines = new ClaimLines(context);
    this.workers = new StoreWorkers(context, lines, processName);
    this.maintainer = new Maintainer(context);
  }

  /**
   * Opens a client over an engine, which closes with it, and begins the maintenance.
   *
   * @param settings what else it works with; the URI is not used
   */
  public static StoreClient over(Engine engine, DuetimeSettings settings, Pace pace) {
    StoreResources around = new StoreResources(settings);
    StoreClient client =
        new StoreClient(around.context(engine, pace), around.processName(), around::close);
    client.maintainer.look();
    return client;
  }

  /**
   * The lines in which claims wait; for servers, which bring their callers' requests as they are.
   */
  public ClaimLines lines() {
    return lines;
  }

  /** The engine, with every call ending as {@code answerWithin} says; for servers. */
  public Engine engine() {
    return context.engine();
  }

  /** Does at once whatever maintenance is due. */
  public void maintain() {
    maintainer.look();
  }

  @Override
  public <T> JobQueue<T> queue(String name, Codec<T> codec) {
    return new QueueClient<>(side(name), Limits.given("codec", codec), this);
  }

  @Override
  public QueueAdmin admin(String queue) {
    return new AdminClient(side(queue));
  }

  @Override
  public List<String> queues() {
    return context.waits().get(Stages.call(() -> context.engine().queues()));
  }

  @Override
  public CompletableFuture<List<String>> queuesAsync() {
    return context.forCallers(Stages.call(() -> context.engine().queues()));
  }

  @Override
  public List<String> pause(String pattern) {
    return context.waits().get(changed(pattern, QueueSettings.Builder::paused));
  }

  @Override
  public CompletableFuture<List<String>> pauseAsync(String pattern) {
    return context.forCallers(Stages.call(() -> changed(pattern, QueueSettings.Builder::paused)));
  }

  @Override
  public List<String> resume(String pattern) {
    return context.waits().get(changed(pattern, QueueSettings.Builder::notPaused));
  }

  @Override
  public CompletableFuture<List<String>> resumeAsync(String pattern) {
    return context.forCallers(
        Stages.call(() -> changed(pattern, QueueSettings.Builder::notPaused)));
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

  // In the order in which each needs the next: workers settle and waiting claims release while
  // the engine is open, and callers hear of it while there are threads to hear it on.
  private void closeAll() {
    workers.refuse();
    lines.close();
    workers.close();
    maintainer.close();
    context.engine().close();
    // A worker whose handler outlasts its limit needs timers until it has given up its job.
    workers.stopped().whenComplete((done, failure) -> whenClosed.run());
  }

  private QueueSide side(String queue) {
    QueueCalls shared =
        calls.computeIfAbsent(Limits.queue(queue), name -> new QueueCalls(name, context));
    return new QueueSide(
        queue, context, shared, context.engine().capabilities().defaultDurability());
  }

  private CompletableFuture<List<String>> changed(
      String pattern, UnaryOperator<QueueSettings.Builder> change) {
    return matching(new QueuePattern(pattern))
        .thenCompose(names ->
            Stages.each(names, name -> new AdminClient(side(name)).changedIfOther(change))
                .thenApply(changed -> chosen(names, changed)));
  }

  private CompletableFuture<List<String>> matching(QueuePattern pattern) {
    return pattern.isName()
        ? CompletableFuture.completedFuture(List.of(pattern.text()))
        : Stages.call(() -> context.engine().queues())
            .thenApply(names -> names.stream().filter(pattern::matches).toList());
  }

  private static List<String> chosen(List<String> names, List<Boolean> changed) {
    return IntStream.range(0, names.size()).filter(changed::get).mapToObj(names::get).toList();
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
}
