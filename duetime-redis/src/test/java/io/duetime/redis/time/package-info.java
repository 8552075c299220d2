/** Tests with several clocks. */
@NullMarked
package io.duetime.redis.time;

import org.jspecify.annotations.NullMarked;
