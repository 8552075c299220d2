@NullMarked
package io.duetime.redis.internal.script;

import org.jspecify.annotations.NullMarked;
