/** The servers of a store: which nodes there are, and how a client connects to them. */
@NullMarked
package io.duetime.redis.internal.link.topology;

import org.jspecify.annotations.NullMarked;
