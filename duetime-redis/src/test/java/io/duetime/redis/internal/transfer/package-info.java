/** Tests of what an export remembers. */
@NullMarked
package io.duetime.redis.internal.transfer;

import org.jspecify.annotations.NullMarked;
