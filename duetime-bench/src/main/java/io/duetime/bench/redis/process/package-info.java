/** Several workers or processes on one server: idle load, fairness, take-over, neighbours. */
@NullMarked
package io.duetime.bench.redis.process;

import org.jspecify.annotations.NullMarked;
