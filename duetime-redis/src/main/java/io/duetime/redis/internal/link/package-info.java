/**
 * What the engine knows of the connection to a store: where it is, how to call it, and the nodes
 * that answer. The packages below hold the driver, which nothing else knows.
 */
@NullMarked
package io.duetime.redis.internal.link;

import org.jspecify.annotations.NullMarked;
