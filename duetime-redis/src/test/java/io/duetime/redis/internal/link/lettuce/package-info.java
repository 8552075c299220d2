/** Tests of the link over servers that work, fail and move. */
@NullMarked
package io.duetime.redis.internal.link.lettuce;

import org.jspecify.annotations.NullMarked;
