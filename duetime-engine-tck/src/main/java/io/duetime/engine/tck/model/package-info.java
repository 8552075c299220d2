/**
 * Compares an engine with a plain model over random operations: every answer, and everything that
 * can be seen of every job after each step. The model is written from {@code docs/semantics.md}
 * alone and looks at every job for everything.
 */
@NullMarked
package io.duetime.engine.tck.model;

import org.jspecify.annotations.NullMarked;
