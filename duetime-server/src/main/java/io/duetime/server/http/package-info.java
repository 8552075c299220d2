/**
 * The front of the HTTP API: listens, guards against browsers of other sites, collects bodies, and
 * takes each request to its route. The routes are in {@link io.duetime.server.http.routes}.
 *
 * <p>Everything runs on event loops, and nothing here blocks. What JSON looks like is in {@link
 * io.duetime.server.json}.
 */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
