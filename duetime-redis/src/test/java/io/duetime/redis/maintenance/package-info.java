/** Tests of what the engine does by itself. */
@NullMarked
package io.duetime.redis.maintenance;

import org.jspecify.annotations.NullMarked;
