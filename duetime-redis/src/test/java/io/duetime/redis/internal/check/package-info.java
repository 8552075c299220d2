/** Tests of what is said of servers. */
@NullMarked
package io.duetime.redis.internal.check;

import org.jspecify.annotations.NullMarked;
