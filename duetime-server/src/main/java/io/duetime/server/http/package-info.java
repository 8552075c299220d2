/**
 * The front of the HTTP API: listens, guards against web pages of other sites, collects bodies, and
 * dispatches each request to its route. The routes are in {@link io.duetime.server.http.routes}.
 *
 * <p>Everything runs on event loops, and nothing here blocks. The JSON is in {@link
 * io.duetime.server.json}.
 */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
