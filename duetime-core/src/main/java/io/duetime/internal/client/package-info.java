/**
 * What stands behind the interfaces that callers type: calls to an engine, the one line in which
 * all claims wait, the worker runtime and the upkeep.
 *
 * <p>Everything is driven by events and timers. Blocking calls are waits for asynchronous ones.
 */
@NullMarked
package io.duetime.internal.client;

import org.jspecify.annotations.NullMarked;
