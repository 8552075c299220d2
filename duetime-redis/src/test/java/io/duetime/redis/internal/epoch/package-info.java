/** Tests of what is left of epochs. */
@NullMarked
package io.duetime.redis.internal.epoch;

import org.jspecify.annotations.NullMarked;
