package io.duetime.spring.transaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Collects the calls of a transaction. Without an outbox they wait in memory and are made after the
 * commit; with one they are stored in the transaction, right before its commit or together with it.
 */
final class TransactionCalls implements TransactionBegins.Told {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionCalls.class);

  private final CallSender sender;
  private final @Nullable CallStore outbox;

  TransactionCalls(CallSender sender, @Nullable CallStore outbox) {
    this.sender = sender;
    this.outbox = outbox;
  }

  /** Whether a call of this thread is to be kept now. */
  boolean isDeferring() {
    // A transaction that is suspended takes its synchronizations along: they need no other place.
    if (!TransactionSynchronizationManager.isSynchronizationActive()
        || !TransactionSynchronizationManager.isActualTransactionActive()) {
      return false;
    }
    Pending pending = pending();
    // After the commit a call goes behind the rows of its transaction.
    return outbox != null || pending == null || !pending.isOver;
  }

  @Override
  public void begun(ConfigurableTransactionManager manager) {
    begin(manager);
  }

  @Override
  public void ending(ConfigurableTransactionManager manager) {
    Pending pending =
        TransactionSynchronizationManager.isSynchronizationActive() ? pending() : null;
    if (pending != null && pending.isLeftTo(manager)) {
      pending.end();
    }
  }

  private void begin(@Nullable ConfigurableTransactionManager manager) {
    if (TransactionSynchronizationManager.isSynchronizationActive()
        && TransactionSynchronizationManager.isActualTransactionActive()
        && pending() == null) {
      TransactionSynchronizationManager.registerSynchronization(new Pending(manager));
    }
  }

  /** Keeps a call for the commit of the transaction of this thread. */
  void add(DeferredCall call) {
    begin(null);
    Pending pending = Objects.requireNonNull(pending());
    if (outbox == null) {
      pending.calls.add(call);
    } else if (pending.isOver) {
      outbox.storeAlone(List.of(call));
      outbox.committed(List.of(call));
    } else {
      pending.add(call, outbox);
    }
  }

  private static void requireWritable() {
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new IllegalStateException(
          "The transaction is read-only, so the outbox cannot store a call in it. Call in a"
              + " transaction that may write, or call immediately().");
    }
  }

  /**
   * The calls without those that are followed by a cancel of their job, so that the job cannot run
   * in between. The cancel stays: an earlier job may have the id.
   */
  static List<DeferredCall> fold(List<DeferredCall> calls) {
    Deque<DeferredCall> kept = new ArrayDeque<>();
    Set<DeferredCall.JobKey> cancelled = new HashSet<>();
    for (int i = calls.size() - 1; i >= 0; i--) {
      DeferredCall call = calls.get(i);
      if (!cancelled.contains(call.job())) {
        kept.addFirst(call);
      }
      if (call instanceof DeferredCall.Cancel) {
        cancelled.add(call.job());
      }
    }
    return List.copyOf(kept);
  }

  private @Nullable Pending pending() {
    for (TransactionSynchronization one : TransactionSynchronizationManager.getSynchronizations()) {
      if (one instanceof Pending pending && pending.owner() == this) {
        return pending;
      }
    }
    return null;
  }

  /** The calls of one transaction; used by its thread only. */
  private final class Pending implements TransactionSynchronization {
    private final List<DeferredCall> calls = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();
    private final @Nullable ConfigurableTransactionManager manager;
    private int stored;
    // The calls are stored with the commit of the manager.
    private boolean isLeft;
    // From the first beforeCommit on: JPA writes then, and its callbacks may call.
    private boolean isCommitting;
    private boolean isOver;

    /**
     * The calls of a transaction.
     *
     * @param manager of the transaction; null if it does not tell when it commits
     */
    Pending(@Nullable ConfigurableTransactionManager manager) {
      this.manager = manager;
    }

    private TransactionCalls owner() {
      return TransactionCalls.this;
    }

    private void add(DeferredCall call, CallStore store) {
      if (calls.isEmpty()) {
        requireWritable();
        store.check();
      }
      calls.add(call);
      if (isCommitting) {
        storeNow();
      }
    }

    // Not in beforeCompletion, where Spring logs an exception and commits.
    private void storeNow() {
      try {
        storeNew();
      } catch (RuntimeException | Error failure) {
        calls.remove(calls.size() - 1);
        throw failure;
      }
    }

    /** Before all others, so that it knows the phase in which they call. */
    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }

    @Override
    public void savepoint(Object savepoint) {
      savepoints.put(savepoint, calls.size());
    }

    // A savepoint that is not known is older than the first call.
    @Override
    public void savepointRollback(Object savepoint) {
      calls.subList(savepoints.getOrDefault(savepoint, 0), calls.size()).clear();
    }

    @Override
    public void beforeCommit(boolean readOnly) {
      isLeft = outbox != null && manager != null && outbox.commits(manager);
      if (!isLeft) {
        storeNew();
        isCommitting = true;
      }
    }

    private boolean isLeftTo(ConfigurableTransactionManager committing) {
      return isLeft && committing.equals(manager);
    }

    private void end() {
      isLeft = false;
      if (outbox != null) {
        storeNew(outbox::storeAndCommit);
      }
      isCommitting = true;
    }

    private void storeNew() {
      if (outbox != null) {
        storeNew(outbox::store);
      }
    }

    private void storeNew(Consumer<List<DeferredCall>> store) {
      if (calls.size() <= stored) {
        return;
      }
      List<DeferredCall> fresh = fold(calls.subList(stored, calls.size()));
      try {
        store.accept(fresh);
        stored = calls.size();
      } catch (TransactionException failure) {
        // Spring would take it for one of the commit itself, after which it does not roll back.
        throw new QueryTimeoutException(
            "The transaction is rolled back, as "
                + fresh.size()
                + " calls of Duetime could not be stored in it: "
                + failure.getMessage(),
            failure);
      }
    }

    @Override
    public void afterCommit() {
      run();
    }

    // A call that another synchronization makes after the commit is registered too late for
    // afterCommit.
    @Override
    public void afterCompletion(int status) {
      if (isOver || calls.isEmpty()) {
        return;
      }
      if (status == STATUS_COMMITTED) {
        run();
      } else if (status == STATUS_UNKNOWN && calls.size() > stored) {
        LOG.error(
            "{} calls are {}: it is unknown whether their transaction was committed",
            calls.size() - stored,
            outbox == null ? "dropped" : "in the outbox only if it was");
      }
    }

    private void run() {
      isOver = true;
      if (calls.isEmpty()) {
        return;
      }
      List<DeferredCall> rest = calls.subList(stored, calls.size());
      if (outbox == null) {
        sender.sendCommitted(fold(rest));
        return;
      }
      // Behind the others in the outbox, so that the order is kept.
      if (!rest.isEmpty()) {
        outbox.storeAlone(fold(rest));
      }
      outbox.committed(List.copyOf(calls));
    }
  }
}
