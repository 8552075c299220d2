/**
 * The JSON of the server and the {@code duetime} command. Reads requests with checks that name the
 * field, the value and what is allowed; writes answers as {@code docs/http.md} describes them.
 *
 * <p>Uses no sockets.
 */
@NullMarked
package io.duetime.server.json;

import org.jspecify.annotations.NullMarked;
