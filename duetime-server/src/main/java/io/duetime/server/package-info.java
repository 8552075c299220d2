/**
 * The server: its settings, start and stop. It uses stores only through {@code io.duetime.engine}
 * alone.
 */
@NullMarked
package io.duetime.server;

import org.jspecify.annotations.NullMarked;
