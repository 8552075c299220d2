@NullMarked
package io.duetime.bench.embedded;

import org.jspecify.annotations.NullMarked;
