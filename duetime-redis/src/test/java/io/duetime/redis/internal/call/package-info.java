/** Tests of batches and their answers. */
@NullMarked
package io.duetime.redis.internal.call;

import org.jspecify.annotations.NullMarked;
