/** Streams of signals and batches against servers that do not behave. */
@NullMarked
package io.duetime.client.internal.engine;

import org.jspecify.annotations.NullMarked;
