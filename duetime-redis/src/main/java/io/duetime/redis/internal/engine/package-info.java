/**
 * The engine on Redis: every operation of {@link io.duetime.engine.Engine} as bounded calls of
 * scripts, duty by duty. What is decided about a job is decided in the scripts; here requests are
 * cut into pieces and sent to their shards, and answers are put together.
 */
@NullMarked
package io.duetime.redis.internal.engine;

import org.jspecify.annotations.NullMarked;
