package io.duetime.spring;

import io.duetime.MissedTicks;
import io.duetime.Overlap;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a bean at each tick of a schedule, once for all processes of a store.
 *
 * <p>The definition and its jobs are kept in the store, in a queue of their own with the name of
 * the definition. The method has no parameter, or one {@link io.duetime.Job} of {@code byte[]} with
 * an empty payload. A failed run is retried as any job. An application that no longer has the
 * method leaves the definition in the store; remove it with {@link
 * io.duetime.RecurringJobs#remove}, or let {@code duetime.recurring.remove-unlisted} do so.
 *
 * <p>Exactly one of {@link #cron} and {@link #every} is set. All attributes but {@link #missed} and
 * {@link #overlap} may have placeholders.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface DuetimeRecurring {
  /** The name of the definition and of its queue. */
  String name();

  /** A cron expression of five or six fields, as {@link io.duetime.Schedule#cron} reads it. */
  String cron() default "";

  /** The time zone of the cron expression; {@code UTC} by default. */
  String zone() default "UTC";

  /** An interval, such as {@code 5m}. */
  String every() default "";

  /** Which of the ticks run that passed while no process was open. */
  MissedTicks missed() default MissedTicks.LATEST;

  /** What happens to a tick while an earlier run has begun and not ended. */
  Overlap overlap() default Overlap.ALLOW;
}
