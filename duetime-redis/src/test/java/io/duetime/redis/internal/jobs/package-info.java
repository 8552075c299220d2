/** Tests of permits that claims share. */
@NullMarked
package io.duetime.redis.internal.jobs;

import org.jspecify.annotations.NullMarked;
