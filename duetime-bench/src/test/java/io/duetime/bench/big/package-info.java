@NullMarked
package io.duetime.bench.big;

import org.jspecify.annotations.NullMarked;
