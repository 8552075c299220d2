/** The tests of the suite's table package. */
@NullMarked
package io.duetime.engine.tck.table;

import org.jspecify.annotations.NullMarked;
