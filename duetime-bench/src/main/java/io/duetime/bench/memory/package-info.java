/** How fast the memory engine is, beside a plain queue of the JDK. */
@NullMarked
package io.duetime.bench.memory;

import org.jspecify.annotations.NullMarked;
