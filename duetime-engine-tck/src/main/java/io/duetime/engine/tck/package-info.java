/**
 * What an engine must pass to be one: the contract suite and the history check. Support for testing
 * programs that merely use Duetime lives in {@code io.duetime.test}.
 */
@NullMarked
package io.duetime.engine.tck;

import org.jspecify.annotations.NullMarked;
