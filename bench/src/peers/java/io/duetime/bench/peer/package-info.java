/**
 * The systems that {@code bench/run peers} compares, Duetime among them: each behind one interface,
 * with the server that keeps its jobs.
 */
@NullMarked
package io.duetime.bench.peer;

import org.jspecify.annotations.NullMarked;
