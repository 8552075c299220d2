/** The memory engine passes the suite, and broken engines do not. */
@NullMarked
package io.duetime.engine.tck;

import org.jspecify.annotations.NullMarked;
