/** Keeps what belongs to a queue as a whole: settings, recurring definitions, numbers, deletion. */
@NullMarked
package io.duetime.redis.internal.admin;

import org.jspecify.annotations.NullMarked;
