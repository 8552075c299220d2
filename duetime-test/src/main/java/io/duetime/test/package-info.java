/**
 * Supports tests of programs that use Duetime: the real memory engine with virtual time. Tools for
 * authors of engines are in {@code io.duetime.engine.tck}.
 */
@NullMarked
package io.duetime.test;

import org.jspecify.annotations.NullMarked;
