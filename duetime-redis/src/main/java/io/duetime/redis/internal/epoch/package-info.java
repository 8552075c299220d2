/**
 * Works over the epochs of a queue, which are its sets of shards, one after the other: finds jobs
 * by id wherever they are, carries ended jobs to the newest epoch and drops epochs that are empty.
 */
@NullMarked
package io.duetime.redis.internal.epoch;

import org.jspecify.annotations.NullMarked;
