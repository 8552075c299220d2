package io.duetime.spring.internal.outbox;

import java.time.Duration;

/**
 * What is in an outbox.
 *
 * @param waiting the calls that are not sent yet
 * @param oldest how long the first of them waits; zero without one
 * @param setAside the calls that can never take effect
 */
public record OutboxState(long waiting, Duration oldest, long setAside) {}
