package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.Failures.ErrorReply;
import io.duetime.redis.internal.link.PatientCall.CallContext;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.SentCommand.Keyword;
import io.duetime.redis.internal.link.SentCommand.NoAnswerException;
import io.duetime.text.DurationText;
import io.duetime.time.Deadlines;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call, sent again while the store did nothing and patience lasts. A call that may have been
 * carried out is sent again only if that is harmless; otherwise its outcome is unknown.
 *
 * <p>Each sending begins after the end of the previous one, so that its fields need no guard.
 */
public final class PatientCall {
  private static final long FIRST_PAUSE_MILLIS = 2;
  private static final long LONGEST_PAUSE_MILLIS = 250;

  private final CallContext context;
  private final String operation;
  private final boolean harmless;
  private final Request request;
  private final Consumer<SentCommand> connection;
  private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
  private final long startNanos;
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  /**
   * What all calls of a link share.
   *
   * @param time for waiting
   * @param deadlines end sendings that are not answered in time
   * @param timeout how long a sending waits for its answer
   * @param patience for how long the call is sent again
   * @param gate fails what is sent after the link was closed
   * @param suspicion is run when a connection is useless: no answers, or no writes accepted
   */
  public record CallContext(
      TimeSource time,
      Deadlines deadlines,
      Duration timeout,
      Duration patience,
      Gate gate,
      Runnable suspicion) {
    /** Adds time, and replaces the action for a useless connection. */
    CallContext longer(Duration more, Runnable otherSuspicion) {
      return new CallContext(
          time, deadlines, timeout.plus(more), patience.plus(more), gate, otherSuspicion);
    }
  }

  /** Makes sendings of one request. */
  public interface Request {
    SentCommand make();

    /**
     * Called when the server does not know the script; answers whether another form can be sent.
     */
    default boolean unknownScript() {
      return false;
    }

    /**
     * Called when the server redirected the call to another one, where the next sending should go.
     */
    default void sentElsewhere(ErrorReply error) {}
  }

  private PatientCall(
      CallContext context,
      String operation,
      boolean harmless,
      Request request,
      Consumer<SentCommand> connection) {
    this.context = context;
    this.operation = operation;
    this.harmless = harmless;
    this.request = request;
    this.connection = connection;
    this.startNanos = context.time.nanoTime();
  }

  /**
   * Makes a call.
   *
   * @param harmless whether it may be done twice
   * @param connection sends commands
   */
  public static CompletableFuture<@Nullable Object> make(
      CallContext context,
      String operation,
      boolean harmless,
      Request request,
      Consumer<SentCommand> connection) {
    PatientCall call = new PatientCall(context, operation, harmless, request, connection);
    call.send();
    return call.answer;
  }

  private void send() {
    if (context.gate.isClosed()) {
      answer.completeExceptionally(Failures.closed(operation));
      return;
    }
    SentCommand sending = request.make();
    Deadlines.Open limit = context.deadlines.open(context.timeout, () -> expire(sending));
    Stages.onCompletion(
        sending,
        (reply, failure) -> {
          limit.close();
          judge(sending, reply, failure);
        });
    try {
      connection.accept(sending);
    } catch (RuntimeException failure) {
      sending.completeExceptionally(failure);
    }
  }

  private void expire(SentCommand sending) {
    boolean expired =
        sending.completeExceptionally(
            new NoAnswerException("no answer within " + DurationText.exact(context.timeout)));
    if (expired) {
      context.suspicion.run();
    }
  }

  private void judge(SentCommand sending, @Nullable Object reply, @Nullable Throwable failure) {
    if (failure == null) {
      answer.complete(reply);
      return;
    }
    ErrorReply error = Failures.reply(failure);
    if (error != null) {
      refused(error);
    } else if (harmless || !sending.mayHaveBeenCarriedOut()) {
      repeatOr(Failures.unavailable(operation, failure));
    } else {
      answer.completeExceptionally(Failures.lost(operation, failure));
    }
  }

  private void refused(ErrorReply error) {
    if (error.code().equals("NOSCRIPT") && request.unknownScript()) {
      send();
      return;
    }
    switch (error.code()) {
      case "READONLY" -> context.suspicion.run();
      case "MOVED", "ASK" -> request.sentElsewhere(error);
      default -> {}
    }
    RuntimeException failure = Failures.answered(operation, error);
    if (error.isPassing()) {
      repeatOr(failure);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  private void repeatOr(RuntimeException failure) {
    Duration pause = Duration.ofMillis(pauseMillis);
    pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
    long waitedNanos = context.time.nanoTime() - startNanos + pause.toNanos();
    if (waitedNanos > context.patience.toNanos()) {
      answer.completeExceptionally(failure);
      return;
    }
    Runnable onEnd = () -> answer.completeExceptionally(Failures.closed(operation));
    context.gate.await(onEnd);
    context.time.after(pause, () -> sendUnlessEnded(onEnd));
  }

  private void sendUnlessEnded(Runnable onEnd) {
    if (context.gate.tryNext(onEnd)) {
      send();
    }
  }

  /** Knows whether a link is open, and notifies waiting calls of its end. Thread safe. */
  public static final class Gate {
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    boolean isClosed() {
      return closed;
    }

    /** Notifies a call that waits between two sendings of the end, unless it continues before. */
    void await(Runnable onEnd) {
      waiting.add(onEnd);
      if (closed && waiting.remove(onEnd)) {
        onEnd.run();
      }
    }

    /** Answers whether a waiting call may continue; it may not once it was notified of the end. */
    boolean tryNext(Runnable onEnd) {
      return waiting.remove(onEnd);
    }

    /** Closes the gate and notifies all waiting calls; answers whether it was open. */
    public synchronized boolean close() {
      if (closed) {
        return false;
      }
      closed = true;
      for (Runnable onEnd : List.copyOf(waiting)) {
        if (waiting.remove(onEnd)) {
          onEnd.run();
        }
      }
      return true;
    }
  }

  /** Runs a script by its digest, and by its text where the server does not know it yet. */
  public static class ScriptRequest implements PatientCall.Request {
    private final ScriptCall call;
    private boolean wholeText;

    public ScriptRequest(ScriptCall call) {
      this.call = call;
    }

    /** Makes the call; {@link PatientCall} repeats it. */
    public CompletableFuture<@Nullable Object> send(
        CallContext context, Consumer<SentCommand> connection) {
      return PatientCall.make(
          context, call.script().name(), call.script().reads(), this, connection);
    }

    @Override
    public SentCommand make() {
      String which = wholeText ? call.script().text() : call.script().sha1();
      SentCommand sending =
          SentCommand.ofScript(
              wholeText ? Keyword.EVAL : Keyword.EVALSHA,
              which.getBytes(StandardCharsets.UTF_8),
              call);
      wholeText = false;
      return sending;
    }

    @Override
    public boolean unknownScript() {
      wholeText = true;
      return true;
    }
  }
}
