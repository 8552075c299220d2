/**
 * Implements {@code Duetime} and {@code JobQueue}, and runs the maintenance of an open store.
 *
 * <p>The duties are in the packages below: {@code produce}, {@code claim}, {@code work}, {@code
 * read}. All of it is driven by events and timers; a blocking call waits for an asynchronous one.
 */
@NullMarked
package io.duetime.runtime;

import org.jspecify.annotations.NullMarked;
