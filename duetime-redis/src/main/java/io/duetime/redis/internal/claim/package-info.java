/** Claims jobs and settles their leases. */
@NullMarked
package io.duetime.redis.internal.claim;

import org.jspecify.annotations.NullMarked;
