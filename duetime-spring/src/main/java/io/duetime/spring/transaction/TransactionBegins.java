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
public final class TransactionBegins
    implements BeanPostProcessor, PriorityOrdered, TransactionExecutionListener {
  private final List<Runnable> told = new CopyOnWriteArrayList<>();

  /** Adds what is run in each transaction, on its thread, when it has begun. */
  public void tell(Runnable begun) {
    told.add(begun);
  }

  /** Before those that may need a transaction manager themselves. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof ConfigurableTransactionManager manager) {
      manager.addListener(this);
    }
    return bean;
  }

  @Override
  public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
    if (failure == null) {
      told.forEach(Runnable::run);
    }
  }
}
