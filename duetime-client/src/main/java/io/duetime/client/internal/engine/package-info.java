/** Implements the engine by calls to a server. */
@NullMarked
package io.duetime.client.internal.engine;

import org.jspecify.annotations.NullMarked;
