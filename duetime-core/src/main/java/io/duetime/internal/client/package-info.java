/**
 * Opens stores and queues of a URI: the types behind {@code Duetime} and {@code JobQueue}, and the
 * loop that does the maintenance of an open store.
 *
 * <p>The duties are in the packages below: {@code produce}, {@code claim}, {@code work}, {@code
 * read}. Everything is driven by events and timers; blocking calls are waits for asynchronous ones.
 */
@NullMarked
package io.duetime.internal.client;

import org.jspecify.annotations.NullMarked;
