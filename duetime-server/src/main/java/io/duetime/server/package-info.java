/**
 * The server: what it is set up with, and its start and stop. It speaks to stores through {@code
 * io.duetime.engine} alone.
 */
@NullMarked
package io.duetime.server;

import org.jspecify.annotations.NullMarked;
