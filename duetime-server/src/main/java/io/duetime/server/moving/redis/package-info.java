/** Sources in Redis, whose entries are taken by scripts. */
@NullMarked
package io.duetime.server.moving.redis;

import org.jspecify.annotations.NullMarked;
