/** The tests of the suite's fault package. */
@NullMarked
package io.duetime.engine.tck.fault;

import org.jspecify.annotations.NullMarked;
