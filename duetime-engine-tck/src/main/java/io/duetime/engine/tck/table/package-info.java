/**
 * Runs the state table of {@code docs/semantics.md}: reads its rows, brings a job into the state
 * that a row names, does what it names, and compares answer and job with what it says.
 */
@NullMarked
package io.duetime.engine.tck.table;

import org.jspecify.annotations.NullMarked;
