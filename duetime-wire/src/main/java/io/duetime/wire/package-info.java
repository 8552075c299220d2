/**
 * The JSON of the HTTP API, for those who serve it and those who call it. Each class writes and
 * reads one shape that {@code docs/http.md} describes; requests are read with checks that name the
 * field, the value and what is allowed. {@link io.duetime.wire.Members} describes a shape once for
 * both ways.
 *
 * <p>Uses no sockets.
 */
@NullMarked
package io.duetime.wire;

import org.jspecify.annotations.NullMarked;
