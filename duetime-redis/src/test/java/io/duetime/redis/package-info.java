/** Tests of what users type. */
@NullMarked
package io.duetime.redis;

import org.jspecify.annotations.NullMarked;
