/**
 * The JSON that the server and the {@code duetime} command speak: requests read with checks that
 * name the field, the value and what is allowed, and answers written in the shapes of {@code
 * docs/http.md}.
 *
 * <p>Nothing here knows of sockets.
 */
@NullMarked
package io.duetime.server.json;

import org.jspecify.annotations.NullMarked;
