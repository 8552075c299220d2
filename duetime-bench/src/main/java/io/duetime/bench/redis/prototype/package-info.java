/** Bare scripts and commands that store and claim jobs: what the engine is measured beside. */
@NullMarked
package io.duetime.bench.redis.prototype;

import org.jspecify.annotations.NullMarked;
