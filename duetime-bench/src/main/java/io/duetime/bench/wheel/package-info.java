/** The timing wheel beside other in-process timers. */
@NullMarked
package io.duetime.bench.wheel;

import org.jspecify.annotations.NullMarked;
