/**
 * The engine on Redis: puts the components together and delegates every operation of {@link
 * io.duetime.engine.Engine} to one of them. Scripts decide about jobs; the components cut requests
 * into bounded calls, send them to their shards and join the answers.
 */
@NullMarked
package io.duetime.redis.internal.engine;

import org.jspecify.annotations.NullMarked;
