package io.duetime.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Injects a queue: {@code @DuetimeQueue("orders") JobQueue<Order> orders}, as a parameter of a
 * constructor or a bean method, or as a field. The type argument decides how payloads are encoded:
 * {@code String} and {@code byte[]} as they are, any other type as JSON.
 *
 * <p>Inside a transaction the queue defers schedule, reschedule and cancel to its commit; see
 * {@link io.duetime.JobQueue#immediately}.
 */
@Autowired
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface DuetimeQueue {
  /** The name of the queue; may have placeholders. */
  String value();
}
