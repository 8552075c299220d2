@NullMarked
package io.duetime.bench.redis;

import org.jspecify.annotations.NullMarked;
