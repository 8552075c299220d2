package io.duetime.spring.transaction;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Hears of each transaction that a transaction manager of the application begins. A store that
 * defers calls then knows in which phase of its transaction a call is made, also the first one: JPA
 * writes while it commits, and runs callbacks then, which may schedule. Thread safe.
 */
public final class TransactionBegins implements BeanPostProcessor, PriorityOrdered {
  private final List<Told> told = new CopyOnWriteArrayList<>();

  /** What hears of transactions, on their threads. */
  @FunctionalInterface
  public interface Told {
    /** A transaction has begun. */
    void begun(ConfigurableTransactionManager manager);

    /**
     * Only the commit is left of a transaction: its synchronizations have been called. What this
     * throws rolls the transaction back.
     */
    default void ending(ConfigurableTransactionManager manager) {}
  }

  /** Adds what hears of each transaction. */
  public void tell(Told one) {
    told.add(one);
  }

  /** Whether nothing else of a manager runs between the end that this tells and the commit. */
  public boolean isLastToHear(ConfigurableTransactionManager manager) {
    TransactionExecutionListener last = null;
    for (TransactionExecutionListener one : manager.getTransactionExecutionListeners()) {
      last = one;
    }
    return last instanceof BeginsListener ours && ours.told().equals(told);
  }

  /** Before those that may need a transaction manager themselves. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof ConfigurableTransactionManager manager) {
      manager.addListener(new BeginsListener(manager, told));
    }
    return bean;
  }

  private record BeginsListener(ConfigurableTransactionManager manager, List<Told> told)
      implements TransactionExecutionListener {
    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
      if (failure == null) {
        told.forEach(one -> one.begun(manager));
      }
    }

    // The release of a savepoint is told as a commit, too.
    @Override
    public void beforeCommit(TransactionExecution transaction) {
      if (transaction.isNewTransaction()) {
        told.forEach(one -> one.ending(manager));
      }
    }
  }
}
