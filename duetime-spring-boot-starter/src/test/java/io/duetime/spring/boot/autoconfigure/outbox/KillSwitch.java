package io.duetime.spring.boot.autoconfigure.outbox;

import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Ends the process when it comes to a point for the n-th time, without any step of a shutdown. Sees
 * the points as statements of the database and as calls of the store.
 */
final class KillSwitch implements BeanPostProcessor, JobListener {
  /** The exit status of a killed process. */
  static final int KILLED = 99;

  /** Ids of the jobs whose runs have ended. */
  final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

  private final KillPoint point;
  private final AtomicInteger left;

  KillSwitch(KillPoint point, int times) {
    this.point = point;
    this.left = new AtomicInteger(times);
  }

  private void pass(KillPoint passed) {
    if (passed == point && left.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(KILLED);
    }
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    if (answer.outcome() != ScheduleOutcome.DEFERRED) {
      pass(KillPoint.BETWEEN_TWO_CALLS);
    }
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    ended.add(job.id());
    pass(KillPoint.AFTER_ACK);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof DataSource database ? watched(database) : bean;
  }

  private DataSource watched(DataSource database) {
    return proxy(
        DataSource.class,
        (self, method, arguments) -> {
          Object result = invoke(database, method, arguments);
          return result instanceof Connection connection ? watched(connection) : result;
        });
  }

  private Connection watched(Connection connection) {
    Set<Step> done = new HashSet<>();
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("commit")) {
            return commit(connection, method, done);
          }
          Object result = invoke(connection, method, arguments);
          if (result instanceof PreparedStatement statement) {
            Step step = Step.of(String.valueOf(arguments[0]));
            return watched(PreparedStatement.class, statement, sql -> step, done);
          }
          return result instanceof Statement statement
              ? watched(Statement.class, statement, Step::of, done)
              : result;
        });
  }

  private <S extends Statement> S watched(
      Class<S> type, S statement, Function<String, Step> steps, Set<Step> done) {
    return proxy(
        type,
        (self, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            Step step = steps.apply(arguments == null ? "" : String.valueOf(arguments[0]));
            before(step);
            done.add(step);
          }
          return invoke(statement, method, arguments);
        });
  }

  private void before(Step step) {
    switch (step) {
      case INSERT_CALLS -> pass(KillPoint.BEFORE_CALLS_ARE_INSERTED);
      case TAKE_CALLS -> pass(KillPoint.BEFORE_CALLS_ARE_TAKEN);
      case REMOVE_CALLS -> pass(KillPoint.BEFORE_ROWS_ARE_REMOVED);
      case NOTE_RUN -> pass(KillPoint.BEFORE_RUN_IS_NOTED);
      case EFFECT -> pass(KillPoint.BEFORE_EFFECT);
      case OTHER -> {}
    }
  }

  private Object commit(Connection connection, Method method, Set<Step> done) throws Throwable {
    if (done.contains(Step.INSERT_CALLS)) {
      pass(KillPoint.BEFORE_COMMIT_OF_CALLS);
    } else if (done.contains(Step.REMOVE_CALLS)) {
      pass(KillPoint.BEFORE_COMMIT_OF_REMOVAL);
    } else if (done.contains(Step.EFFECT)) {
      pass(KillPoint.BEFORE_COMMIT_OF_EFFECT);
    }
    Object result = invoke(connection, method, null);
    if (done.contains(Step.INSERT_CALLS)) {
      pass(KillPoint.AFTER_COMMIT_OF_CALLS);
    } else if (done.contains(Step.TAKE_CALLS)) {
      pass(KillPoint.BEFORE_FIRST_CALL_IS_SENT);
    } else if (done.contains(Step.REMOVE_CALLS)) {
      pass(KillPoint.AFTER_COMMIT_OF_REMOVAL);
    } else if (done.contains(Step.EFFECT)) {
      pass(KillPoint.AFTER_COMMIT_OF_EFFECT);
    }
    done.clear();
    return result;
  }

  private enum Step {
    INSERT_CALLS,
    TAKE_CALLS,
    REMOVE_CALLS,
    NOTE_RUN,
    EFFECT,
    OTHER;

    static Step of(String sql) {
      if (sql.startsWith("insert into duetime_outbox")) {
        return INSERT_CALLS;
      }
      if (sql.startsWith("update duetime_outbox set taken_by = ?")) {
        return TAKE_CALLS;
      }
      if (sql.startsWith("delete from duetime_outbox where id")) {
        return REMOVE_CALLS;
      }
      if (sql.startsWith("insert into duetime_inbox")) {
        return NOTE_RUN;
      }
      if (sql.startsWith("update accounts")) {
        return EFFECT;
      }
      return OTHER;
    }
  }

  private interface Handler {
    Object invoke(Object self, Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler::invoke));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
