/**
 * Wakes claimers: listens to the channels of watched shards, checks these shards in rotation, and
 * notices channels that hear nothing.
 */
@NullMarked
package io.duetime.redis.internal.watch;

import org.jspecify.annotations.NullMarked;
