/**
 * Records what was asked of an engine and what it answered, and checks afterwards that the answers
 * were true: nothing lost, nothing early, nothing held twice.
 *
 * <p>A history may come from several threads or from several processes, each with a file of its
 * own, some of which were killed. {@code RecordingEngine} writes it, {@code HistoryCheck} judges
 * it.
 */
@NullMarked
package io.duetime.engine.tck.history;

import org.jspecify.annotations.NullMarked;
