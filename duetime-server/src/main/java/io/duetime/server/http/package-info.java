/**
 * The front of the HTTP API: listens, guards against web pages of other sites, finds out who calls
 * and what the caller may do, collects bodies, dispatches each request to its route, and records
 * changes in the audit log. The routes are in {@link io.duetime.server.http.routes}.
 *
 * <p>Everything runs on event loops, and nothing here blocks. The JSON is in {@link
 * io.duetime.server.json}; what tokens are is in {@link io.duetime.server.access}.
 */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
