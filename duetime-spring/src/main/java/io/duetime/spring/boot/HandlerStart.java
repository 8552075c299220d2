package io.duetime.spring.boot;

import io.duetime.spring.internal.handler.HandlerWorkers;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/**
 * Starts the handlers of an application of Spring Boot behind its runners, which may fill what the
 * handlers need.
 *
 * @param context whose readiness it is; a child context has its own
 */
record HandlerStart(HandlerWorkers workers, ApplicationContext context)
    implements ApplicationListener<ApplicationReadyEvent> {
  /** The bean that a context has which Spring Boot runs, and which therefore becomes ready. */
  static final String APPLICATION = "springApplicationArguments";

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    if (ready.getApplicationContext().equals(context)) {
      workers.start();
    }
  }
}
