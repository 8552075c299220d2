@NullMarked
package io.duetime.redis.internal.link;

import org.jspecify.annotations.NullMarked;
