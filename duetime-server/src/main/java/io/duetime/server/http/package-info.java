/**
 * The HTTP API: a table of routes, what each does to the engine, and the limits and refusals that
 * stand before them.
 *
 * <p>Everything runs on event loops, and nothing here blocks. What JSON looks like is in {@link
 * io.duetime.server.json}.
 */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
