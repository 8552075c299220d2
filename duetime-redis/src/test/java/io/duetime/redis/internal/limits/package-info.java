/** Tests of permits that claims share. */
@NullMarked
package io.duetime.redis.internal.limits;

import org.jspecify.annotations.NullMarked;
