/** Tests of stores that another version has written. */
@NullMarked
package io.duetime.redis.version;

import org.jspecify.annotations.NullMarked;
