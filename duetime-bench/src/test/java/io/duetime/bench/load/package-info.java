@NullMarked
package io.duetime.bench.load;

import org.jspecify.annotations.NullMarked;
