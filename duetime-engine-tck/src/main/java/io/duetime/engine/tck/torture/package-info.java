/**
 * Torture: real processes work on a store while they, the store and what connects them are killed,
 * paused, cut off, filled up, failed over and resharded; then their histories are judged. {@code
 * ./duetime torture} starts it, {@code docs/torture.md} describes it.
 */
@NullMarked
package io.duetime.engine.tck.torture;

import org.jspecify.annotations.NullMarked;
