@NullMarked
package io.duetime.bench.memory;

import org.jspecify.annotations.NullMarked;
