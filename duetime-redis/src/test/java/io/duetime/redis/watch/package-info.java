/** Tests of claimers that wait for jobs. */
@NullMarked
package io.duetime.redis.watch;

import org.jspecify.annotations.NullMarked;
