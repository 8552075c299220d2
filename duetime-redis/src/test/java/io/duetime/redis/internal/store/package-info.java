/** Tests of batches and their answers. */
@NullMarked
package io.duetime.redis.internal.store;

import org.jspecify.annotations.NullMarked;
