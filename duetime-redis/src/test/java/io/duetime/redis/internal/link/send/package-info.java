/** Tests of single commands. */
@NullMarked
package io.duetime.redis.internal.link.send;

import org.jspecify.annotations.NullMarked;
