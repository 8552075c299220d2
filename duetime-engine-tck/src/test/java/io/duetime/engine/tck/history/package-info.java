/** The tests of the suite's history package. */
@NullMarked
package io.duetime.engine.tck.history;

import org.jspecify.annotations.NullMarked;
