/** How fast the Redis engine is, beside scripts that do the bare minimum on the same server. */
@NullMarked
package io.duetime.bench.redis;

import org.jspecify.annotations.NullMarked;
