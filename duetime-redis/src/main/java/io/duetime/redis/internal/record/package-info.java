/**
 * The bytes of jobs as the store keeps them, as {@code docs/formats/redis.md} lays them out: what
 * was asked for (the record), how far it has come (the state), definitions and settings.
 */
@NullMarked
package io.duetime.redis.internal.record;

import org.jspecify.annotations.NullMarked;
