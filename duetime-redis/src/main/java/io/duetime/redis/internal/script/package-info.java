/** The scripts that run in the store: found among the resources, put together, named by digest. */
@NullMarked
package io.duetime.redis.internal.script;

import org.jspecify.annotations.NullMarked;
