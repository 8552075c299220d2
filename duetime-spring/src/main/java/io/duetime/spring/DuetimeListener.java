package io.duetime.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a bean for each due job of a queue.
 *
 * <p>The method returns {@code void} and has one or two parameters: the payload, the {@link
 * io.duetime.Job} with id, attempt, headers and fence, or both. The payload's type decides how it
 * is decoded: {@code String} and {@code byte[]} as they are, any other type from JSON. When the
 * method returns, the job is acknowledged. When it throws, the job is retried.
 *
 * <p>A queue has one handler in an application; a second one is refused at the start. All
 * attributes are text, may have placeholders such as {@code ${orders.concurrency}}, and are
 * overridden by the properties {@code duetime.queues.<queue>.*}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface DuetimeListener {
  /** The queue. */
  String queue();

  /** The most jobs that run at once; the number of processors, at least 2, by default. */
  String concurrency() default "";

  /** How long a crashed process keeps its jobs, such as {@code 30s}, which is the default. */
  String lease() default "";

  /** How long the method may run before it is interrupted; no limit by default. */
  String maxRunTime() default "";

  /**
   * Whether the method is interrupted when its job is cancelled, {@code false} by default; its job
   * then ends as cancelled if it throws.
   */
  String interruptOnCancel() default "";

  /**
   * How long the method may go on after an interrupt before other jobs run in its place, such as
   * {@code 30s}, which is the default.
   */
  String abandonAfter() default "";

  /**
   * The number of attempts of a job that brings no retry policy, 1 to 1,000,000 or {@code
   * unlimited}. Stored with the queue at the start of the application, as {@link #backoff} and
   * {@link #deadCopyTo} are; by default the queue's settings do not change.
   */
  String maxAttempts() default "";

  /**
   * The waits between attempts: {@code 30s}, a list {@code 1s,10s,1m} whose last one repeats, or
   * {@code 1s..1h} to double from the first to the last.
   */
  String backoff() default "";

  /** The queue that gets a copy of each dead job. */
  String deadCopyTo() default "";

  /**
   * Whether the handler starts with the application, {@code true} by default; otherwise by {@link
   * DuetimeHandlers}.
   */
  String autoStartup() default "";
}
