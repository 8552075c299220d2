package io.duetime.runtime.claim;

import io.duetime.Codec;
import io.duetime.Job;
import io.duetime.Limits;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.runtime.call.InfoView;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Shows a claimed job as a {@code JobInfo}. */
public abstract class ClaimedView<T> extends InfoView<T> implements Job<T> {
  private final ClaimedJob claimed;
  private volatile boolean cancelRequested;
  private @Nullable CompletableFuture<Void> awaited; // guarded by this
  private @Nullable String pendingNote; // guarded by this

  protected ClaimedView(ClaimedJob claimed, Codec<T> codec) {
    super(claimed.body(), codec);
    this.claimed = claimed;
  }

  /** The job as the engine answered the claim. */
  public final ClaimedJob claimed() {
    return claimed;
  }

  @Override
  public final boolean isCancelRequested() {
    return cancelRequested;
  }

  // Most jobs are never cancelled, and few handlers wait for it: so the future is made late.
  @Override
  public final CompletionStage<Void> whenCancelRequested() {
    synchronized (this) {
      if (!cancelRequested) {
        CompletableFuture<Void> future = awaited == null ? new CompletableFuture<>() : awaited;
        awaited = future;
        return future.minimalCompletionStage();
      }
    }
    return CompletableFuture.completedStage(null);
  }

  /**
   * Notes that the job was cancelled.
   *
   * @param callbacks runs what waits for it, which may block
   */
  protected final void noteCancelRequested(Executor callbacks) {
    CompletableFuture<Void> future;
    synchronized (this) {
      cancelRequested = true;
      future = awaited;
    }
    if (future != null) {
      future.completeAsync(() -> null, callbacks);
    }
  }

  @Override
  public final void note(String text) {
    Limits.note(text);
    boolean isFirst;
    synchronized (this) {
      isFirst = pendingNote == null;
      pendingNote = text;
    }
    if (isFirst) {
      notePending();
    }
  }

  /** Is called for the first note that no extension has carried yet. */
  protected void notePending() {}

  /** The same request; an extension carries the note that is pending. */
  public final synchronized SettleRequest withNote(SettleRequest request) {
    return pendingNote != null && request instanceof SettleRequest.Extend one && one.note() == null
        ? new SettleRequest.Extend(one.extendByMillis(), pendingNote)
        : request;
  }

  /** Forgets the note that an extension has carried; answers whether a newer one is pending. */
  public final synchronized boolean carried(SettleRequest request) {
    if (request instanceof SettleRequest.Extend one && Objects.equals(one.note(), pendingNote)) {
      pendingNote = null;
    }
    return pendingNote != null;
  }

  /** Forgets the note that is pending. */
  public final synchronized void dropNote() {
    pendingNote = null;
  }

  @Override
  public final String queue() {
    return claimed.lease().queue();
  }

  @Override
  public final String id() {
    return claimed.lease().id();
  }

  @Override
  protected final ClaimedJob.Times times() {
    return claimed.times();
  }

  @Override
  public final long priority() {
    return claimed.priority();
  }

  @Override
  public final int attempt() {
    return claimed.run().attempt();
  }

  @Override
  public final boolean mayHaveArrived() {
    return claimed.run().mayHaveArrived();
  }

  @Override
  public final int maxAttempts() {
    return claimed.run().maxAttempts();
  }

  @Override
  public final long fence() {
    return claimed.lease().fence();
  }

  @Override
  public final String toString() {
    return "job " + id() + " of queue " + queue() + " (attempt " + attempt() + ")";
  }
}
