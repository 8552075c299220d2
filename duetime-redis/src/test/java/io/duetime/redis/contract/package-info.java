/** The contract suite of engines on Redis, and what it leaves to this engine. */
@NullMarked
package io.duetime.redis.contract;

import org.jspecify.annotations.NullMarked;
