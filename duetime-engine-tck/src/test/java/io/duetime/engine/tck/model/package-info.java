/** The tests of the suite's model package. */
@NullMarked
package io.duetime.engine.tck.model;

import org.jspecify.annotations.NullMarked;
