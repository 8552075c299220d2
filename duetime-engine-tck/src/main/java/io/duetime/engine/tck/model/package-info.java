/**
 * Compares an engine with {@code docs/semantics.md}: with each row of its state table, and, over
 * random operations, with a plain model that is written from it alone and looks at every job for
 * everything. Compared are every answer, and everything that can be seen of every job after it.
 */
@NullMarked
package io.duetime.engine.tck.model;

import org.jspecify.annotations.NullMarked;
