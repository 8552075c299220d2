/** Tests of limits that the shards of a queue share. */
@NullMarked
package io.duetime.redis.limits;

import org.jspecify.annotations.NullMarked;
