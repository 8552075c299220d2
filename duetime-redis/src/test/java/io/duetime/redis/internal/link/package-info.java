/** Tests of the link over servers that work, fail and move. */
@NullMarked
package io.duetime.redis.internal.link;

import org.jspecify.annotations.NullMarked;
