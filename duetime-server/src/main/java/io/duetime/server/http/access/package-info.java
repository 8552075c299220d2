/**
 * Access over HTTP: who calls, which role each route needs, what is recorded in the audit log, and
 * which connections are closed when a token is revoked. What tokens are is in {@link
 * io.duetime.server.access}.
 */
@NullMarked
package io.duetime.server.http.access;

import org.jspecify.annotations.NullMarked;
