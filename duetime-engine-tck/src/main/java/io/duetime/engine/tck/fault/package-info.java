/**
 * Engines around engines: {@code FaultyEngine} fails, stalls and forgets answers on command, to
 * test the callers of an engine.
 */
@NullMarked
package io.duetime.engine.tck.fault;

import org.jspecify.annotations.NullMarked;
