/** Tests with servers that fail, move, fill up or hold bad data. */
@NullMarked
package io.duetime.redis.faults;

import org.jspecify.annotations.NullMarked;
