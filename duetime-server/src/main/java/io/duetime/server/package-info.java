/**
 * The server and the {@code duetime} command. It speaks to engines through {@code
 * io.duetime.engine} alone.
 */
@NullMarked
package io.duetime.server;

import org.jspecify.annotations.NullMarked;
