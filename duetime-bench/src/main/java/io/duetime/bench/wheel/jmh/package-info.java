/** JMH benchmarks of single timer operations. */
@NullMarked
package io.duetime.bench.wheel.jmh;

import org.jspecify.annotations.NullMarked;
